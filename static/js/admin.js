// Names for the fields that select2 puts in place of a <select>: the text of the label, which it does not carry over.
"use strict";
const name = (select) => {
  const label = document.querySelector(`label[for="${CSS.escape(select.id)}"]`);
  const text = label?.textContent.trim().replace(/\s*\*?:?$/, "");
  for (const part of select.nextElementSibling?.querySelectorAll("[role=combobox], [role=textbox], [role=searchbox]") ?? []) {
    part.removeAttribute("aria-labelledby");
    part.setAttribute("aria-label", text || select.name);
  }
};
window.addEventListener("load", () => document.querySelectorAll("select.select2-hidden-accessible").forEach(name));
