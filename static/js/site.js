// Closes the account menu by Escape or by a click elsewhere, says when an answer failed, tells the server the time zone, and
// makes the pages an app. Everything works without this file.
const { worker } = document.currentScript.dataset;
const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(except)) menu.open = false;
  }
};
document.addEventListener("click", (event) => closeMenus(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  document.activeElement?.closest("details.menu[open]")?.querySelector("summary").focus();
  closeMenus(null);
});

// What is wrong in a form may stand below the screen.
document.querySelector('[aria-invalid="true"]')?.focus();

// What only looks for news fails silently: it looks again by itself.
const tell = (event) => {
  if (event.detail.requestConfig.verb !== "get") document.getElementById("failed").hidden = event.type === "htmx:beforeRequest";
};
for (const name of ["htmx:beforeRequest", "htmx:responseError", "htmx:sendError"]) document.addEventListener(name, tell);

// The server writes times; only the browser knows where it is.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const secure = location.protocol === "https:" ? "; Secure" : "";
if (zone) document.cookie = `time_zone=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;

navigator.serviceWorker?.register(worker).catch(() => {});

// Where the browser offers to install the app, the menu and the settings have a button for it.
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  for (const button of document.querySelectorAll("button[data-install]")) {
    button.hidden = false;
    button.addEventListener("click", () => event.prompt(), { once: true });
  }
});
