// Turns notifications on for this browser: asks it for a subscription and posts it with the form. Turning off works without this file.
const form = document.getElementById("add-device");
const about = document.getElementById("device-state");
const note = (name) => {
  about.textContent = about.dataset[name];
  about.hidden = false;
};
const isSupported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const equal = (buffer, other) => Boolean(buffer) && new Uint8Array(buffer).join() === other.join();

const subscribe = async () => {
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytes(form.dataset.key);
  const earlier = await pushManager.getSubscription();
  if (earlier && equal(earlier.options.applicationServerKey, key)) return earlier;
  await earlier?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
};

const add = async () => {
  if ((await Notification.requestPermission()) !== "granted") return note("denied");
  const { endpoint, keys } = (await subscribe()).toJSON();
  form.elements.url.value = endpoint;
  form.elements.p256dh.value = keys.p256dh;
  form.elements.auth.value = keys.auth;
  form.submit();
};

if (form && !isSupported) note("unsupported");
if (form && isSupported) {
  about.hidden = true;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    add().catch(() => note("failed")).finally(() => { button.disabled = false; });
  });
}
