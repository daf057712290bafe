{% load static %}// Shows a page of its own without a connection, and notifications. Of what is remembered it keeps nothing.
const KEPT = "offline-1";
const OFFLINE = "{% url 'pages:offline' %}";
const SERVER_KEY = "{{ server_key }}";
const FILES = ["{% static 'css/site.css' %}", "{% static 'icon.svg' %}"];

self.addEventListener("install", (event) => {
  // Without cookies, so that what is kept can name nobody.
  const kept = [OFFLINE, ...FILES].map((url) => new Request(url, { credentials: "omit", cache: "reload" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(kept)).then(() => self.skipWaiting()));
});

const prepare = async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};
self.addEventListener("activate", (event) => event.waitUntil(prepare()));

const answer = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return caches.match(OFFLINE);
  }
};
const ofOfflinePage = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request.url);
    if (kept) return kept;
    throw error;
  }
};
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(answer(event));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(ofOfflinePage(request));
});

self.addEventListener("push", (event) => {
  const { title, body, url } = event.data.json();
  const look = { body, data: url, tag: "requests", renotify: true, icon: "{% static 'icons/icon-192.png' %}", badge: "{% static 'icons/badge-96.png' %}" };
  event.waitUntil(self.registration.showNotification(title, look));
});

// The browser or its push service replaced the subscription: without this, notifications would end silently.
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const renew = async ({ oldSubscription, newSubscription }) => {
  const options = { userVisibleOnly: true, applicationServerKey: SERVER_KEY };
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  const told = { url: endpoint, ...keys, earlier: oldSubscription?.endpoint ?? "", server_key: text(subscription.options.applicationServerKey) };
  await fetch("{% url 'pages:renew_device' %}", { method: "POST", body: new URLSearchParams(told) });
};
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

const open = async (url) => {
  const address = new URL(url, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const one = windows.find((window) => "navigate" in window);
  if (one) await (await one.navigate(address.href))?.focus();
  else await self.clients.openWindow(address.href);
};
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
