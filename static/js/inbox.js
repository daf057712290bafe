// Answering by single keys, and ticking all questions at once. Everything works without this file.
const KEPT = "inbox-keys-off";
const cards = () => [...document.querySelectorAll(".card.question, .card.settled")];
const current = () => document.activeElement.closest(".card") || null;
const typing = (element) => element.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");

function move(step) {
  const all = cards();
  if (!all.length) return;
  const place = all.indexOf(current());
  const next = all[Math.min(Math.max(place + step, 0), all.length - 1)];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function press(card, key) {
  const target = card && card.querySelector(`[data-key="${key}"]`);
  if (!target || !target.checkVisibility()) return false;
  target.click();
  if (key === "e") card.querySelector("textarea").focus();
  return true;
}

// The answer given last: in the card that has the focus, else the last one on the page.
function undo() {
  if (press(current(), "z")) return;
  const all = document.querySelectorAll('[data-key="z"]');
  if (all.length) all[all.length - 1].click();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || localStorage.getItem(KEPT)) return;
  const acts = { j: () => move(1), k: () => move(-1), a: () => press(current(), "a"), r: () => press(current(), "r"), e: () => press(current(), "e"), z: undo };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

const keys = document.querySelector(".keys");
if (keys) {
  const choice = document.getElementById("keys-on");
  keys.hidden = false;
  choice.checked = !localStorage.getItem(KEPT);
  choice.addEventListener("change", () => (choice.checked ? localStorage.removeItem(KEPT) : localStorage.setItem(KEPT, "1")));
}

const all = document.getElementById("tick-all");
if (all) {
  all.parentElement.hidden = false;
  const boxes = () => [...document.querySelectorAll("input[name=selected]")];
  const shown = document.getElementById("selected-count");
  const count = () => {
    const chosen = boxes().filter((box) => box.checked).length;
    shown.hidden = !chosen;
    shown.querySelector("b").textContent = chosen;
    all.checked = chosen > 0 && chosen === boxes().length;
  };
  all.addEventListener("change", () => { boxes().forEach((box) => { box.checked = all.checked; }); count(); });
  document.addEventListener("change", (event) => { if (event.target.matches("input[name=selected]")) count(); });
  document.addEventListener("htmx:afterSwap", count);
  // An undo loads the page again: what is selected goes along.
  const taken = (box) => Object.assign(document.createElement("input"), { type: "hidden", name: "selected", value: box.value });
  document.addEventListener("submit", ({ target }) => { if (target.matches(".undo")) target.append(...boxes().filter((box) => box.checked).map(taken)); });
  count();
}

// What is about open requests is hidden once all of them were answered on this page, and comes back with one undone.
// Until it settles, a new card has the classes of the one before it.
document.addEventListener("htmx:afterSettle", () => {
  document.querySelectorAll("[data-while]").forEach((part) => { part.hidden = !document.querySelector(part.dataset.while); });
});
