// How far names stay apart and from the edge of the box, in pixels.
const GAP = 4;
const ROUNDS = 300;

// Pushes nodes of a drawing apart whose names or shapes lie over each other, each within the box; `still` stays where it is.
function separate(drawing, still) {
  const boxes = { includeEdges: false, includeOverlays: false };
  const parts = drawing.nodes().map((node) => {
    const { x1, x2, y1, y2 } = node.renderedBoundingBox(boxes);
    return { node, x: (x1 + x2) / 2, y: (y1 + y2) / 2, width: x2 - x1, height: y2 - y1, from: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 } };
  });
  const room = { x: drawing.width(), y: drawing.height() };
  let isMoved = true;
  for (let round = 0; isMoved && round < ROUNDS; round++) {
    isMoved = false;
    parts.forEach((one, i) => parts.slice(i + 1).forEach((other) => { isMoved = push(one, other, still) || isMoved; }));
    for (const part of parts) {
      if (part.node.id() === still) continue;
      part.x = within(part.x, part.width / 2, room.x);
      part.y = within(part.y, part.height / 2, room.y);
    }
  }
  for (const { node, x, y, from } of parts) {
    const at = node.renderedPosition();
    node.renderedPosition({ x: at.x + x - from.x, y: at.y + y - from.y });
  }
}

const within = (middle, half, room) => Math.min(Math.max(middle, half + GAP), Math.max(room - half - GAP, half + GAP));

// Moves two parts that overlap along the shorter way; says whether they did.
function push(one, other, still) {
  const x = (one.width + other.width) / 2 + GAP - Math.abs(one.x - other.x);
  const y = (one.height + other.height) / 2 + GAP - Math.abs(one.y - other.y);
  if (x <= 0.5 || y <= 0.5) return false;
  const [axis, by] = x < y ? ["x", x] : ["y", y];
  const sign = one[axis] < other[axis] ? -1 : 1;
  const share = one.node.id() === still ? 0 : other.node.id() === still ? 1 : 0.5;
  one[axis] += sign * by * share;
  other[axis] -= sign * by * (1 - share);
  return true;
}

window.separate = separate;
