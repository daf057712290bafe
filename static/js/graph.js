// Draws what a memory is linked with. The list below the drawing says the same without scripts.
const box = document.getElementById("graph");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const expanded = new Set();
let drawing;

const style = () => [
  { selector: "node", style: { label: "data(name)", "font-size": 14, "text-wrap": "wrap", "text-max-width": box.clientWidth < NARROW ? 120 : 170, "line-height": 1.25, "font-family": colour("--font"), "text-valign": "bottom", "text-margin-y": 4, color: colour("--text"), "text-background-color": colour("--ground"), "text-background-opacity": 0.9, "text-background-padding": 2, "background-color": colour("--edge"), width: 16, height: 16 } },
  { selector: "node.above", style: { "text-valign": "top", "text-margin-y": -4 } },
  { selector: "node.start", style: { "background-color": colour("--accent"), width: 24, height: 24, "font-weight": 600, "text-max-width": 90 } },
  { selector: "node.expanded", style: { "border-width": 3, "border-color": colour("--accent") } },
  { selector: "edge", style: { label: "data(label)", "font-size": 12, color: colour("--muted"), "text-background-color": colour("--ground"), "text-background-opacity": 1, width: 1.5, "line-color": colour("--edge"), "curve-style": "unbundled-bezier", "control-point-distances": "data(bend)", "control-point-weights": 0.5, "edge-distances": "node-position" } },
  { selector: "edge[?directed]", style: { "target-arrow-shape": "triangle", "target-arrow-color": colour("--edge") } },
];

const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
// Labels are wide: weaker repulsion lays them over each other, even of four nodes.
const forces = { nodeRepulsion: () => 400000, nodeOverlap: 20, idealEdgeLength: () => 90 };
const spread = () => drawing.layout({ name: "cose", animate: !still, padding: 20, ...forces, stop: () => tidy() }).run();

// Sets names and lines apart; `fixed` stays where it is.
function tidy(fixed) {
  const start = drawing.getElementById(box.dataset.start);
  window.clearLines.nameOutwards(drawing, start);
  window.clearLines.nameAside(drawing, start);
  window.separate(drawing, fixed);
  window.clearLines.bend(drawing);
}

// A few neighbours stand on an ellipse as wide as the box, where their labels have room; more find their places by force.
const MOST_AROUND = 8;

function around(start) {
  const others = drawing.nodes().difference(start);
  const names = box.clientWidth < NARROW ? 64 : 90;
  const angles = others.map((_, i) => (2 * Math.PI * (i + 0.5)) / others.length + (others.length % 2 ? Math.PI / 2 : 0));
  // The outermost reach the edge of the box, less their names.
  const width = (drawing.width() / 2 - names) / Math.max(0.5, ...angles.map((angle) => Math.abs(Math.cos(angle))));
  const height = (drawing.height() / 2 - 75) / Math.max(0.5, ...angles.map((angle) => Math.abs(Math.sin(angle))));
  // One alone stands above it: both share the box.
  start.position({ x: 0, y: others.length === 1 ? height : 0 });
  others.forEach((node, i) => node.position({ x: width * Math.cos(angles[i]), y: height * Math.sin(angles[i]) }));
  drawing.zoom(1);
  drawing.pan({ x: drawing.width() / 2, y: drawing.height() / 2 });
}

// Beside many others on a phone only the beginning of a name has room; the list has it in full. The page begins with the
// start's own text.
const NARROW = 480;
const FEW = 5;

function nameNodes() {
  const isCut = box.clientWidth < NARROW && drawing.nodes().length > FEW;
  drawing.nodes().forEach((node) => { node.data("name", node.id() === box.dataset.start ? box.dataset.name : node.data(isCut ? "short" : "label")); });
}

function arrange() {
  drawing.resize(); // the box of two is lower
  nameNodes();
  const start = drawing.getElementById(box.dataset.start);
  if (expanded.size === 1 && drawing.nodes().length <= MOST_AROUND + 1) {
    around(start);
    tidy(box.dataset.start);
  } else spread();
}

function show(isShown) {
  box.hidden = !isShown;
  document.querySelector(".graph-help").hidden = !isShown;
}

async function expand(id) {
  if (expanded.has(id)) return;
  expanded.add(id);
  const answer = await fetch(box.dataset.address.replace(box.dataset.start, id), { headers: { Accept: "application/json" } });
  if (!answer.ok) {
    show(drawing.nodes().nonempty());
    return;
  }
  const graph = await answer.json();
  const known = (key) => drawing.getElementById(key).nonempty();
  const nodes = graph.nodes.filter((node) => !known(node.id)).map((node) => ({ group: "nodes", data: node }));
  drawing.add(nodes);
  drawing.add(graph.edges.filter((edge) => !known(edge.id)).map((edge) => ({ group: "edges", data: { id: edge.id, source: edge.from, target: edge.to, label: edge.is_directed ? edge.label : "", bend: 0, directed: edge.is_directed } })));
  drawing.getElementById(id).addClass(id === box.dataset.start ? "start expanded" : "expanded");
  box.dataset.nodes = drawing.nodes().length;
  arrange();
}

if (box && window.cytoscape) {
  show(true);
  drawing = cytoscape({ container: box, style: style(), userZoomingEnabled: false, minZoom: 0.3, maxZoom: 1.2 });
  drawing.on("tap", "node", (event) => {
    const id = event.target.id();
    if (expanded.has(id) && id !== box.dataset.start) location.href = location.pathname.replace(box.dataset.start, id);
    else expand(id);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawing.style(style()));
  window.memoryGraph = { expand };
  expand(box.dataset.start);
}
