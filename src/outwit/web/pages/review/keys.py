"""What a browser does by itself on the page of a review.

The element that holds everything carries the step that is shown, `data-shown`; whatever carries a step,
`data-step`, is marked as current if it is that one.
"""

PICKED = """(event) => {
  if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
  const row = event.target.closest("tbody tr");
  const step = event.target.closest("[data-step]") || (row && row.querySelector("[data-step]"));
  if (!step) return;
  event.preventDefault();
  emit(Number(step.dataset.step));
}"""
"""A click on a step, or Enter or Space on one that is drawn."""

KEYS = """
(() => {
  let shown = null, watched = null, told = 0;
  const seen = new WeakSet();
  const resized = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry.contentRect.width);
    if (!width || Math.abs(width - told) < 4) return;
    told = width;
    emitEvent("review_width", width);
  });
  const reveal = (each) => {
    const box = each.closest(".ow-scroll");
    if (!box) return;
    const inner = each.getBoundingClientRect(), outer = box.getBoundingClientRect();
    if (inner.top < outer.top + 40) box.scrollTop -= outer.top + 40 - inner.top;
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
    if (inner.left < outer.left) box.scrollLeft -= outer.left - inner.left + 60;
    if (inner.right > outer.right) box.scrollLeft += inner.right - outer.right + 60;
  };
  const mark = () => {
    const root = document.querySelector("[data-shown]");
    if (!root) return;
    const graph = root.querySelector(".ow-graph");
    if (graph && graph !== watched) resized.observe(watched = graph);
    const moved = shown !== root.dataset.shown;
    shown = root.dataset.shown;
    for (const each of root.querySelectorAll("[data-step]")) {
      const now = each.dataset.step === shown, drawn = each.classList.contains("ow-step");
      if (now) each.setAttribute("aria-current", "step"); else each.removeAttribute("aria-current");
      if (drawn) each.setAttribute("tabindex", now ? "0" : "-1");
      if (now && (moved || !seen.has(each))) {
        seen.add(each);
        const at = document.activeElement;
        if (drawn && at && at.classList.contains("ow-step")) each.focus({preventScroll: true});
        reveal(each);
      }
    }
  };
  const changes = {childList: true, subtree: true, attributes: true, attributeFilter: ["data-shown"]};
  new MutationObserver(mark).observe(document.documentElement, changes);
  document.addEventListener("keydown", (event) => {
    const way = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input,textarea,select,[contenteditable]")) return;
    if (!document.querySelector("[data-shown]")) return;
    event.preventDefault();
    emitEvent("review_way", way);
  });
})();
"""
"""Marks the step that is shown wherever it stands, tells how wide the graph may be, and listens to arrows."""
