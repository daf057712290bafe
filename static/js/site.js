// Closes the account menu by Escape or by a click elsewhere, and says when an answer failed. Everything works without this file.
const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(except)) menu.open = false;
  }
};
document.addEventListener("click", (event) => closeMenus(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(null);
});

// What only looks for news fails silently: it looks again by itself.
const tell = (event) => {
  if (event.detail.requestConfig.verb !== "get") document.getElementById("failed").hidden = event.type === "htmx:beforeRequest";
};
for (const name of ["htmx:beforeRequest", "htmx:responseError", "htmx:sendError"]) document.addEventListener(name, tell);
