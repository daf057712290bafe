// Where the map's nodes stand: rings around the middle, on an ellipse as wide as the box. The same memory always looks the same.
const TURN = 2 * Math.PI;
const CROWDED = 5;
// From so many on, the inner points lie further in.
const DENSE = 10;

// Points on an ellipse from the top on, as far apart as `count` allows.
const ring = (count, radius, stretch, start = 0) =>
  Array.from({ length: count }, (_, i) => {
    const angle = start - TURN / 4 + (TURN * (i + 0.5)) / Math.max(count, 1);
    return { x: radius * stretch.x * Math.cos(angle), y: radius * stretch.y * Math.sin(angle) };
  });

// A ring whose every second point lies further in where it is crowded and narrow: side by side, labels would overlap. Two
// points that follow each other at its seam lie at the side, one above the other.
const spread = (count, radius, stretch) => {
  if (count <= CROWDED || stretch.x >= 1) return ring(count, radius, stretch);
  const inward = count < DENSE ? 0.7 : 0.58;
  return ring(count, radius, stretch, TURN / 4).map((at, i) => (i % 2 ? { x: at.x * inward, y: at.y * inward } : at));
};

// Large and small ones in turn, so that no side of the map is heavier.
const interleaved = (nodes) => {
  const sorted = [...nodes].sort((a, b) => b.count - a.count);
  const half = Math.ceil(sorted.length / 2);
  return sorted.slice(0, half).flatMap((node, i) => (half + i < sorted.length ? [node, sorted[sorted.length - 1 - i]] : [node]));
};

const angleOf = (point) => Math.atan2(point.y, point.x);

// The direction in which most of what a node is beside of lies; null where it is beside nothing.
const direction = (node, places) => {
  let [x, y] = [0, 0];
  for (const [id, shared] of node.links) {
    const at = places.get(id);
    if (at) [x, y] = [x + shared * Math.cos(angleOf(at)), y + shared * Math.sin(angleOf(at))];
  }
  return x || y ? Math.atan2(y, x) : null;
};

// Gives each node a spot of a ring, by the rotation that keeps each nearest to what it is beside of.
function settle(nodes, spots, places) {
  const turned = (angle) => (angle + TURN / 4 + 2 * TURN) % TURN;
  const ordered = nodes.map((node) => ({ node, at: turned(direction(node, places) ?? 0) })).sort((a, b) => a.at - b.at);
  const spot = (i, shift) => spots[(i + shift) % spots.length];
  const off = (shift) => ordered.reduce((sum, one, i) => sum + 1 - Math.cos(one.at - turned(angleOf(spot(i, shift)))), 0);
  const [best] = spots.map((_, shift) => shift).sort((a, b) => off(a) - off(b));
  ordered.forEach((one, i) => places.set(one.node.id, spot(i, best)));
}

// Subjects around the middle, people and places outside, each near the subjects it belongs to.
function overview(nodes, stretch) {
  const places = new Map([["you", { x: 0, y: 0 }]]);
  const subjects = interleaved(nodes.filter((node) => node.kind === "subject"));
  const others = nodes.filter((node) => node.kind !== "subject");
  const inner = 130 + 9 * Math.max(subjects.length, 6);
  spread(subjects.length, inner, stretch).forEach((at, i) => places.set(subjects[i].id, at));
  const outer = Math.max(inner + 120, 34 * others.length);
  settle(others, ring(others.length, outer, stretch), places);
  return places;
}

// One node in the middle, its memories around it, and outside what else they belong to.
function around(memories, others, stretch) {
  const places = new Map();
  const radius = Math.max(170, 26 * memories.length);
  ring(memories.length, radius, stretch).forEach((at, i) => places.set(memories[i].id, at));
  const belonging = others.map((node) => ({ id: node.id, links: memories.filter((one) => one.nodes.includes(node.id)).map((one) => [one.id, 1]) }));
  settle(belonging, ring(others.length, radius + 150, stretch, TURN / 14), places);
  return places;
}

window.mapLayout = { overview, around };
