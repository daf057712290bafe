// Closes the chip that is open by Escape or by a click elsewhere. Chips work without this file.
const chips = () => document.querySelectorAll("details.chip[open]");
document.addEventListener("click", (event) => chips().forEach((chip) => { chip.open = chip.contains(event.target); }));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  chips().forEach((chip) => {
    if (chip.contains(document.activeElement)) chip.querySelector("summary").focus();
    chip.open = false;
  });
});
