(() => {
  const chips = () => [...document.querySelectorAll(".ow-chip")];
  const steps = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
  let inside = false;
  let written = "";
  let late = 0;

  const enter = (chip) => {
    for (const each of chips()) each.tabIndex = each === chip ? 0 : -1;
    chip.focus();
  };

  document.addEventListener("focusin", (event) => {
    const chip = event.target.closest && event.target.closest(".ow-chip");
    if (chip) for (const each of chips()) each.tabIndex = each === chip ? 0 : -1;
    inside = Boolean(chip) || (inside && event.target === document.body);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = chips();
    if (event.key === "ArrowDown" && event.target.closest(".ow-finder") && all.length) {
      event.preventDefault();
      enter(all[0]);
      return;
    }
    const place = all.indexOf(event.target);
    if (place < 0) return;
    const ends = {Home: 0, End: all.length - 1};
    if (event.key in steps || event.key in ends) {
      event.preventDefault();
      enter(all[event.key in ends ? ends[event.key] : (place + steps[event.key] + all.length) % all.length]);
    } else if (event.key.length === 1 && event.key !== " ") {
      written = (event.timeStamp < late ? written : "") + event.key.toLowerCase();
      late = event.timeStamp + 900;
      const found = all.find((each) => each.textContent.toLowerCase().startsWith(written));
      if (found) enter(found);
    }
  });

  new MutationObserver(() => {
    if (!inside || document.activeElement !== document.body) return;
    const first = document.querySelector(".ow-chip");
    if (first) enter(first);
  }).observe(document.documentElement, {childList: true, subtree: true});
})();
