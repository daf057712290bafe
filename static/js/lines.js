// Keeps the lines of a drawing off nodes and names that they do not belong to.
// How far a line may be drawn aside, as parts of its length.
const BENDS = [0, 0.06, -0.06, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.45, -0.45, 0.6, -0.6];
const SAMPLES = Array.from({ length: 40 }, (_, i) => (i + 0.5) / 40);
const NEAR = 3;
const LABELS = { includeNodes: false, includeEdges: false, includeOverlays: false };
const SHAPES_ONLY = { includeLabels: false, includeEdges: false, includeOverlays: false };

const side = (across, along, x, y) => ({ "text-halign": across, "text-valign": along, "text-margin-x": x, "text-margin-y": y });
const SIDES = [side("center", "bottom", 0, 4), side("right", "center", 6, 0), side("left", "center", -6, 0), side("center", "top", 0, -4)];

const isInside = ({ x, y }, at) => x > at.x1 - NEAR && x < at.x2 + NEAR && y > at.y1 - NEAR && y < at.y2 + NEAR;

// Points of the curve between two nodes, its middle drawn aside by `bend`.
function curve(from, to, bend) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const control = { x: (from.x + to.x) / 2 - ((to.y - from.y) / length) * bend, y: (from.y + to.y) / 2 + ((to.x - from.x) / length) * bend };
  return SAMPLES.map((t) => ({ x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * control.x + t ** 2 * to.x, y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * control.y + t ** 2 * to.y }));
}

// Names stand above what is in the upper half, so that lines reach it from below without crossing them.
function nameOutwards(drawing, middle) {
  const height = middle.position().y;
  drawing.nodes().forEach((node) => { node.toggleClass("above", node.position().y < height - 1); });
}

// Bends each line as little as keeps it off all other nodes and names.
function bend(drawing) {
  const parts = drawing.nodes().map((node) => ({ id: node.id(), name: node.boundingBox(LABELS), shape: node.boundingBox(SHAPES_ONLY) }));
  const seen = drawing.extent();
  drawing.edges().forEach((edge) => {
    const ends = [edge.source().id(), edge.target().id()];
    const foreign = parts.filter((part) => !ends.includes(part.id)).flatMap((part) => [part.name, part.shape]);
    const own = parts.filter((part) => ends.includes(part.id)).map((part) => part.name);
    const [from, to] = [edge.source().position(), edge.target().position()];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const hits = (points, boxes) => boxes.reduce((sum, at) => sum + points.filter((point) => isInside(point, at)).length, 0);
    const cost = (by) => {
      const points = curve(from, to, by * length);
      return 10 * (hits(points, foreign) + points.length - hits(points, [seen])) + 0.3 * hits(points, own) + 8 * Math.abs(by);
    };
    const [best] = BENDS.map((by) => ({ by, cost: cost(by) })).sort((a, b) => a.cost - b.cost);
    edge.data("bend", best.by * length);
  });
}

// Puts the name of a node on the side where it meets the fewest lines.
function nameAside(drawing, node) {
  const lines = drawing.edges().map((edge) => curve(edge.source().position(), edge.target().position(), 0)).flat();
  const met = (side) => {
    node.style(side);
    const at = node.boundingBox(LABELS);
    return lines.filter((point) => isInside(point, at)).length;
  };
  const [best] = SIDES.map((side) => ({ side, met: met(side) })).sort((a, b) => a.met - b.met);
  node.style(best.side);
}

const WHOLE = { includeEdges: false, includeOverlays: false };
const doOverlap = (a, b) => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;

// Puts each name that a line runs through, one of its own node too, on the side of its node where fewest do.
function nameClear(drawing, besides) {
  const lines = drawing.edges().map((edge) => curve(edge.source().position(), edge.target().position(), edge.data("bend"))).flat();
  const boxes = new Map(drawing.nodes().map((node) => [node.id(), node.boundingBox(WHOLE)]));
  const seen = drawing.extent();
  drawing.nodes().filter((node) => node.id() !== besides).forEach((node) => {
    const cost = () => {
      const at = node.boundingBox(LABELS);
      const others = [...boxes].filter(([id, box]) => id !== node.id() && doOverlap(at, box)).length;
      const isCut = at.x1 < seen.x1 || at.x2 > seen.x2 || at.y1 < seen.y1 || at.y2 > seen.y2;
      return lines.filter((point) => isInside(point, at)).length + 20 * (others + isCut);
    };
    const before = cost();
    if (before === 0) return;
    const [best] = SIDES.map((side) => ({ side, cost: (node.style(side), cost()) })).sort((a, b) => a.cost - b.cost);
    if (best.cost < before) node.style(best.side);
    else node.removeStyle(Object.keys(best.side).join(" "));
    boxes.set(node.id(), node.boundingBox(WHOLE));
  });
}

const turn = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
const doCross = (a, b, c, d) => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

// How near a line may pass a node, with its name.
const ROOM = { x: 44, y: 30 };
const runsThrough = (from, to, { x, y }) => {
  const at = { x1: x - ROOM.x, x2: x + ROOM.x, y1: y - ROOM.y, y2: y + ROOM.y };
  const corners = [{ x: at.x1, y: at.y1 }, { x: at.x2, y: at.y2 }, { x: at.x1, y: at.y2 }, { x: at.x2, y: at.y1 }];
  return doCross(from, to, corners[0], corners[1]) || doCross(from, to, corners[2], corners[3]);
};
// Many nodes are tried less often, so that a large map is as quick.
const MOST_STEPS = 1e7;

// What makes lines hard to follow: running through a node most, crossing each other less, length least.
function tangle(places, pairs) {
  let sum = 0;
  pairs.forEach(([a, b], i) => {
    const [from, to] = [places.get(a), places.get(b)];
    sum += Math.hypot(to.x - from.x, to.y - from.y) / 100;
    for (const [id, at] of places) if (id !== a && id !== b && runsThrough(from, to, at)) sum += 10;
    for (const [c, d] of pairs.slice(i + 1)) if (doCross(from, to, places.get(c), places.get(d))) sum += 3;
  });
  return sum;
}

// Exchanges nodes of a group as long as the lines become clearer.
function untangle(places, groups, pairs) {
  let left = MOST_STEPS / (pairs.length * (places.size + pairs.length) + 1);
  const exchange = (a, b) => { const at = places.get(a); places.set(a, places.get(b)); places.set(b, at); };
  const couples = groups.flatMap((group) => group.flatMap((a, i) => group.slice(i + 1).map((b) => [a, b])));
  let least = tangle(places, pairs);
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const [a, b] of couples) {
      if (left-- < 0) return;
      exchange(a, b);
      const now = tangle(places, pairs);
      if (now < least - 0.01) [least, isBetter] = [now, true];
      else exchange(a, b);
    }
  }
}

window.clearLines = { bend, nameAside, nameClear, nameOutwards, untangle };
