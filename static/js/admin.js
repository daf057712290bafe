// Names for the fields that select2 puts in place of a <select>: the text of the label, which it does not carry over.
"use strict";
{
  const wordsOf = (select) => {
    const label = document.querySelector(`label[for="${CSS.escape(select.id)}"]`);
    return label?.textContent.trim().replace(/\s*[*:]*$/, "") || select.name;
  };
  const call = (part, words) => {
    part.removeAttribute("aria-labelledby");
    part.setAttribute("aria-label", words);
  };
  const nameAll = () => {
    for (const select of document.querySelectorAll("select.select2-hidden-accessible")) {
      const field = select.nextElementSibling;
      for (const part of field?.querySelectorAll("[role=combobox], [role=textbox]") ?? []) {
        if (!part.hasAttribute("aria-label")) call(part, wordsOf(select));
      }
      // Its list is drawn elsewhere in the page, for the one that is open.
      const search = field?.matches(".select2-container--open") && document.querySelector(".select2-search__field:not([aria-label])");
      if (search) call(search, wordsOf(select));
    }
  };
  new MutationObserver(nameAll).observe(document, { childList: true, subtree: true });
}

// Copy buttons: they name the field or the block whose text goes to the clipboard, and say when it did.
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("button[data-copy]")) button.hidden = false;
});
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  if (source.select) source.select(); else getSelection().selectAllChildren(source);
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
  } catch {
    document.execCommand("copy");
  }
  button.parentElement.querySelector("[role=status]").textContent = button.dataset.done;
});

// Charts: their texts are as readable as the page's, in the light and in the dark. The theme draws them on load.
if (window.Chart) {
  const html = document.documentElement;
  const colourTexts = () => {
    Chart.defaults.color = getComputedStyle(html).getPropertyValue(html.classList.contains("dark") ? "--color-base-300" : "--color-base-600");
  };
  new MutationObserver(colourTexts).observe(html, { attributeFilter: ["class"] });
  document.addEventListener("DOMContentLoaded", colourTexts);
}

// Numbers beside the lines of a YAML editor, which what is wrong with it names.
document.addEventListener("DOMContentLoaded", () => {
  for (const numbers of document.querySelectorAll(".numbered > pre")) {
    const area = numbers.nextElementSibling;
    const number = () => { numbers.textContent = area.value.split("\n").map((_line, index) => index + 1).join("\n"); };
    const follow = () => { numbers.scrollTop = area.scrollTop; };
    area.addEventListener("input", () => { number(); follow(); });
    area.addEventListener("scroll", follow);
    number();
  }
});

// The icons and colours of an agent to choose from, and it above them, are drawn with those that are chosen.
document.addEventListener("change", ({ target }) => {
  const chosen = target.matches(".pictures input") && target.closest("label").querySelector(".face");
  if (!chosen) return;
  const others = [...document.querySelectorAll(".pictures .face, .lead .face")].filter((face) => face.closest(".pictures") !== target.closest(".pictures"));
  const drawing = chosen.querySelector("use").getAttribute("href");
  for (const face of others) {
    if (target.name === "colour") face.className = chosen.className;
    else face.querySelector("use").setAttribute("href", drawing);
  }
});

// The theme writes the name of a chosen file into the next field of text. In our own forms that is a field of its own.
document.addEventListener("change", (event) => {
  if (event.target.matches("form.panel input[type=file]")) event.stopPropagation();
}, true);
