"""What a browser does with clicks and keys on a board."""

CLICKED = """(event) => {
  const square = event.target.closest("[data-square].ow-legal");
  if (square) emit(square.dataset.square);
}"""
PRESSED = """(event) => {
  const square = event.target.closest("[data-square].ow-legal");
  if (!square || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  emit(square.dataset.square);
}"""
KEYS = """
(() => {
  let last = null;
  document.addEventListener("focusin", (event) => {
    const square = event.target.closest && event.target.closest("[data-square]");
    last = square ? square.dataset.square : event.target === document.body ? last : null;
  });
  document.addEventListener("keydown", (event) => {
    const chosen = [...document.querySelectorAll(".ow-chosen")].pop();
    if (event.key !== "Escape" || !chosen) return;
    chosen.focus();
    chosen.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  });
  new MutationObserver(() => {
    if (last === null || document.activeElement !== document.body) return;
    const again = document.querySelector(`[data-square="${CSS.escape(last)}"].ow-legal`)
      || document.querySelector("[data-square].ow-legal");
    if (again) again.focus();
  }).observe(document.documentElement, {childList: true, subtree: true});
})();
"""
"""Keeps the keyboard's place on a board that is drawn anew; Escape takes a chosen square back."""
