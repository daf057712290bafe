// Draws the map from the list beside it, and lets it be explored by mouse, finger and keyboard. The list works without scripts.
const box = document.getElementById("map");
const said = document.getElementById("map-said");
const tool = (name) => document.querySelector(`[data-tool="${name}"]`);
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
// A narrow box holds fewer; the list has them all.
const NARROW = 600;
// Few nodes fill no box: their names would be as large as headings.
const LARGEST = 1.25;
const MOST_NARROW = { subject: 12, person: 4, place: 4 };
const SMALLEST = 320;
const MOST_SMALLEST = { subject: 6, person: 3, place: 3 };
// Around one node, of a narrow box: names of memories are long.
const MOST_AROUND = { memory: 9, other: 6 };
const MOST_AROUND_SMALLEST = { memory: 6, other: 3 };
const all = [...document.querySelectorAll("details[data-node]")].map((row) => ({
  id: row.dataset.node,
  kind: row.dataset.kind,
  label: row.dataset.name,
  count: Number(row.dataset.count),
  links: [...new URLSearchParams(row.dataset.links)].map(([id, shared]) => [id, Number(shared)]),
  row,
}));
const isNarrow = box && box.closest(".map").clientWidth < NARROW;
const place = (node) => all.filter((other) => other.kind === node.kind).indexOf(node);
const isSmallest = isNarrow && box.closest(".map").clientWidth < SMALLEST;
const most = isSmallest ? MOST_SMALLEST : MOST_NARROW;
const listed = isNarrow ? all.filter((node) => place(node) < most[node.kind]) : all;
const byId = new Map(all.map((node) => [node.id, node]));
const SHAPES = { you: "ellipse", subject: "ellipse", person: "ellipse", place: "diamond", memory: "round-rectangle" };
// On the screen labels keep their size, however far the map is drawn out.
const scale = () => Math.max(1, 0.8 / (drawing ? drawing.zoom() : 1));
const size = (node) => (node.kind === "you" ? 58 : Math.min(26 + 7 * Math.sqrt(node.count), 74));
let drawing;
let fitted = 1;
let home = { x: 0, y: 0 };
let middle = null;
let current = null;

const style = () => [
  { selector: "node", style: { label: "data(name)", "font-family": colour("--font"), "font-size": 15 * scale(), "font-weight": 500, "text-wrap": "wrap", "text-max-width": 150, "line-height": 1.25, "text-valign": "bottom", "text-margin-y": 6, color: colour("--text"), "text-outline-color": colour("--surface"), "text-outline-width": 3, width: "data(size)", height: "data(size)", shape: "data(shape)", "overlay-opacity": 0 } },
  ...["you", "subject", "person", "place", "memory"].map((kind) => ({ selector: `node[kind="${kind}"]`, style: { "background-color": colour(`--map-${kind}`) } })),
  { selector: 'node[kind="you"]', style: { "text-valign": "center", "text-margin-y": 0, color: colour("--on-accent"), "text-outline-width": 0, "font-weight": 700 } },
  { selector: 'node[kind="memory"]', style: { "font-size": 13 * scale(), "font-weight": 400, width: 18, height: 18, "text-max-width": 140 * scale() } },
  { selector: 'node.above[kind != "you"]', style: { "text-valign": "top", "text-margin-y": -6 } },
  { selector: "node.middle", style: { "font-weight": 700, "font-size": 18 * scale() } },
  { selector: "node.current", style: { "border-width": 4, "border-color": colour("--text") } },
  { selector: "edge", style: { width: "data(width)", "line-color": colour("--map-line"), "curve-style": "unbundled-bezier", "control-point-distances": "data(bend)", "control-point-weights": 0.5, "edge-distances": "node-position", "overlay-opacity": 0 } },
  { selector: "edge[?directed]", style: { "target-arrow-shape": "triangle", "target-arrow-color": colour("--edge") } },
  { selector: "edge[label]", style: { label: "data(label)", "font-size": 11, color: colour("--muted"), "text-background-color": colour("--surface"), "text-background-opacity": 1 } },
  { selector: ".faded", style: { opacity: 0.25 } },
];

const wide = () => {
  const ratio = Math.min(Math.max(box.clientWidth / Math.max(box.clientHeight, 1), 0.6), 1.8);
  return { x: Math.sqrt(ratio), y: 1 / Math.sqrt(ratio) };
};
const short = (node) => (isNarrow && node.short) || node.label;
const element = (node) => ({ group: "nodes", data: { id: node.id, label: node.label, name: short(node), kind: node.kind, size: size(node), shape: SHAPES[node.kind], count: node.count ?? 0, address: node.address ?? "" } });
// Beside the outermost nodes half a name has room, above and below them a name.
const MARGIN = { x: 50, y: 60 };
const line = (source, target, more = {}) => ({ group: "edges", data: { source, target, width: 1.5, bend: 0, ...more } });

// Draws the places out along one side until they have the shape of the box.
function fill(places) {
  const spans = ["x", "y"].map((side) => {
    const all = [...places.values()].map((at) => at[side]);
    return Math.max(...all) - Math.min(...all);
  });
  const room = [box.clientWidth - 2 * MARGIN.x, box.clientHeight - 2 * MARGIN.y];
  const by = Math.min(Math.max((room[1] * spans[0]) / (room[0] * spans[1]) || 1, 0.6), 1.8);
  for (const [id, { x, y }] of places) places.set(id, { x, y: y * by });
  return places;
}


function draw(elements, places) {
  drawing.elements().remove();
  drawing.add(elements);
  if (middle !== null) drawing.getElementById(middle).addClass("middle");
  drawing.nodes().forEach((node) => { node.position(places.get(node.id()) ?? { x: 0, y: 0 }); });
  box.dataset.nodes = drawing.nodes().length;
  window.clearLines.nameOutwards(drawing, drawing.getElementById(middle ?? "you"));
  drawing.fit(undefined, 16);
  if (drawing.zoom() > LARGEST) {
    drawing.zoom(LARGEST);
    drawing.center();
  }
  fitted = drawing.zoom();
  home = { ...drawing.pan() };
  drawing.nodes().panify();
  drawing.style(style());
  window.separate(drawing, middle ?? "you");
  window.clearLines.bend(drawing);
  window.clearLines.nameClear(drawing, "you");
  // A name on another side of its node may lie over the edge, or over another name.
  window.separate(drawing, middle ?? "you");
  window.clearLines.bend(drawing);
  onMove();
}

// The whole map is offered whenever the view is another; what is drawn larger follows one finger.
function onMove() {
  const { x, y } = drawing.pan();
  const isMoved = Math.hypot(x - home.x, y - home.y) > 1 || Math.abs(drawing.zoom() / fitted - 1) > 0.01;
  tool("back").hidden = middle === null && !isMoved;
  box.classList.toggle("larger", drawing.zoom() > fitted * 1.05);
}

function showAll() {
  const before = middle;
  middle = null;
  const lines = [];
  const drawn = new Set(listed.map((node) => node.id));
  for (const node of listed) {
    if (node.kind === "subject") lines.push(line("you", node.id, { width: 2 }));
    for (const [id, shared] of node.links) {
      const isOnce = node.kind === "subject" || (id > node.id && byId.get(id).kind !== "subject");
      if (isOnce && drawn.has(id)) lines.push(line(node.id, id, { width: Math.min(1 + shared * 0.5, 5) }));
    }
  }
  const you = { id: "you", kind: "you", label: box.dataset.you };
  const places = fill(window.mapLayout.overview(listed, wide()));
  const groups = [true, false].map((isSubject) => listed.filter((node) => (node.kind === "subject") === isSubject).map((node) => node.id));
  window.clearLines.untangle(places, groups, lines.map(({ data }) => [data.source, data.target]));
  document.getElementById("map-part").hidden = listed.length === all.length;
  draw([element(you), ...listed.map(element), ...lines], places);
  choose(before ?? "you", { quietly: before === null });
}

async function open(id) {
  const answer = await fetch(`${box.dataset.around}?${new URLSearchParams({ node: id })}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const found = await answer.json();
  middle = id;
  const room = !isNarrow ? { memory: Infinity, other: Infinity } : isSmallest ? MOST_AROUND_SMALLEST : MOST_AROUND;
  const memories = found.memories.slice(0, room.memory).map((memory) => ({ ...memory, kind: "memory", count: 1 }));
  const belonging = (some) => new Set(some.flatMap((memory) => memory.nodes).filter((one) => one !== id));
  const others = all.filter((node) => belonging(memories).has(node.id)).slice(0, room.other);
  document.getElementById("map-part").hidden = memories.length === found.memories.length && others.length === belonging(found.memories).size;
  const drawn = new Set([id, ...memories.map((memory) => memory.id), ...others.map((node) => node.id)]);
  const places = window.mapLayout.around(memories, others, wide());
  const lines = memories.flatMap((memory) => memory.nodes.filter((node) => drawn.has(node)).map((node) => line(memory.id, node)));
  const edges = found.edges.filter((edge) => drawn.has(edge.from) && drawn.has(edge.to)).map((edge) => line(edge.from, edge.to, edge.is_directed ? { label: edge.label, directed: true } : {}));
  draw([element(byId.get(id)), ...memories.map(element), ...others.map(element), ...lines, ...edges], places);
  choose(id);
}

// Marks a node, says it aloud, and opens its part of the list.
function choose(id, { quietly = false } = {}) {
  const node = drawing.getElementById(id);
  if (node.empty()) return;
  current = id;
  drawing.elements().removeClass("current faded");
  node.addClass("current");
  if (id !== "you" && id !== middle) drawing.elements().difference(node.closedNeighborhood()).addClass("faded");
  const { label, kind, count } = node.data();
  if (!quietly) said.textContent = kind === "you" ? label : `${label}. ${box.dataset[kind]}${kind === "memory" ? "" : `, ${count}`}`;
  const row = byId.get(id)?.row;
  if (!row) return;
  for (const other of all) other.row.open = other.row === row;
  // Where the map stays in view beside the list, the list follows it.
  if (!quietly && getComputedStyle(box.closest(".picture")).position === "sticky") row.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}

function enter(id) {
  const node = drawing.getElementById(id);
  if (node.data("address")) location.href = node.data("address");
  else if (id === "you" || id === middle) showAll();
  else open(id);
}

// The nearest node in the direction of an arrow key; what lies aside counts as farther.
function neighbour(key) {
  const from = drawing.getElementById(current).position();
  const [along, across, sign] = { ArrowLeft: ["x", "y", -1], ArrowRight: ["x", "y", 1], ArrowUp: ["y", "x", -1], ArrowDown: ["y", "x", 1] }[key];
  let best = null;
  drawing.nodes().forEach((node) => {
    const ahead = sign * (node.position()[along] - from[along]);
    const aside = Math.abs(node.position()[across] - from[across]);
    const cost = ahead + 2 * aside;
    if (node.id() !== current && ahead > 1 && ahead > aside / 2 && (best === null || cost < best.cost)) best = { id: node.id(), cost };
  });
  return best?.id;
}

function zoom(factor) {
  drawing.zoom({ level: drawing.zoom() * factor, renderedPosition: { x: box.clientWidth / 2, y: box.clientHeight / 2 } });
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow")) choose(neighbour(event.key) ?? current);
  else if (event.key === "Enter" || event.key === " ") enter(current);
  else if (event.key === "Escape" && middle !== null) showAll();
  else if (event.key === "+") zoom(1.25);
  else if (event.key === "-") zoom(0.8);
  else return;
  event.preventDefault();
}

if (box && window.cytoscape) {
  document.querySelector(".picture").hidden = false;
  document.querySelector(".map").classList.add("drawn");
  drawing = cytoscape({ container: box, style: style(), minZoom: 0.2, maxZoom: 2.5, autoungrabify: true, boxSelectionEnabled: false });
  showAll();
  // A narrow map has its list far below: the first tap shows the memories in the picture itself.
  drawing.on("tap", "node", ({ target }) => (target.id() !== "you" && (isNarrow || target.id() === current) ? enter(target.id()) : choose(target.id())));
  drawing.on("dbltap", "node", (event) => enter(event.target.id()));
  box.addEventListener("keydown", onKey);
  // The wheel scrolls the page, as everywhere; with Ctrl, or two fingers, it zooms.
  box.parentElement.addEventListener("wheel", (event) => { if (!event.ctrlKey) event.stopPropagation(); }, { capture: true });
  // While all of it is to be seen, one finger scrolls the page; what is drawn larger follows the finger.
  drawing.on("viewport", onMove);
  box.parentElement.addEventListener("touchmove", (event) => { if (event.touches.length === 1 && !box.classList.contains("larger")) event.stopPropagation(); }, { capture: true, passive: true });
  tool("in").addEventListener("click", () => zoom(1.25));
  tool("out").addEventListener("click", () => zoom(0.8));
  tool("back").addEventListener("click", () => { showAll(); box.focus(); });
  for (const node of all) node.row.addEventListener("toggle", () => node.row.open && node.id !== current && drawing.getElementById(node.id).nonempty() && choose(node.id));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawing.style(style()));
  window.memoryMap = { enter, choose, get current() { return current; }, get middle() { return middle; } };
}
