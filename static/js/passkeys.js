// Asks the browser for a passkey, and posts what it answers with the form. Without passkeys these forms stay hidden.
const options = async (form) => {
  const own = document.getElementById("passkey-options");
  if (own) return JSON.parse(own.textContent);
  const response = await fetch(form.action, { headers: { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" } });
  return response.json();
};

const ask = async (form) => {
  const { creation_options: creation, request_options: request } = await options(form);
  if (!creation) return window.webauthnJSON.get(request);
  Object.assign(creation.publicKey.authenticatorSelection, { residentKey: "required", requireResidentKey: true, userVerification: "required" });
  return window.webauthnJSON.create(creation);
};

// A passkey belongs to a name, never to a bare address of a machine.
const hasName = !/^[\d.]+$|^\[/.test(location.hostname);
for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential || !hasName) break;
  form.hidden = false;
  const failed = form.querySelector("[role=alert]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    failed.hidden = true;
    try {
      form.elements.credential.value = JSON.stringify(await ask(form));
      form.submit();
    } catch {
      failed.hidden = false;
    }
  });
}
