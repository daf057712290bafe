// A narrow select cuts off what is chosen: below it stands what is in brackets behind its name.
const ARROW = 20; // pixels of the select's own arrow
for (const whole of document.querySelectorAll("[data-shows]")) {
  const select = document.getElementById(whole.dataset.shows);
  const pen = document.createElement("canvas").getContext("2d");
  const isCut = (text) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    pen.font = font;
    return pen.measureText(text).width > select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ARROW;
  };
  const show = () => {
    const text = select.selectedOptions[0]?.text ?? "";
    const inside = text.slice(text.indexOf(" (") + 2, -1);
    whole.textContent = inside.charAt(0).toLocaleUpperCase() + inside.slice(1);
    whole.hidden = !isCut(text);
  };
  select.addEventListener("change", show);
  addEventListener("resize", show);
  show();
}
