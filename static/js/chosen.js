// A narrow select cuts off what is chosen: below it stands the whole of it.
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
    whole.textContent = select.selectedOptions[0]?.text ?? "";
    whole.hidden = !isCut(whole.textContent);
  };
  select.addEventListener("change", show);
  addEventListener("resize", show);
  show();
}
