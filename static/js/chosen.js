// A narrow select cuts off what is chosen: below it stands the whole of it.
for (const whole of document.querySelectorAll("[data-shows]")) {
  const select = document.getElementById(whole.dataset.shows);
  const show = () => {
    whole.textContent = select.selectedOptions[0]?.text ?? "";
    whole.hidden = false;
  };
  select.addEventListener("change", show);
  show();
}
