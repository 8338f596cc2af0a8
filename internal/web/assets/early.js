// Keeps the keys that are pressed on a page that is painted while the modules
// that act on keys are still on their way, and presses them again, in their
// order, once all of them have run. It is no module itself: it runs before the
// page is painted.

{
  const kept = [];
  const writes = "textarea, select, input:not([type=radio]):not([type=checkbox])";

  // What a control does with a key by itself is done already.
  const keep = (event) => {
    if (event.repeat || event.target.matches(writes)) return;
    if (event.key.length > 1 && event.target.matches("a, button, summary, input")) return;
    event.stopImmediatePropagation();
    kept.push(event);
  };

  const press = (event) => {
    const at = document.activeElement ?? document.body;
    if (at.matches("textarea") && event.key.length === 1 && !event.ctrlKey && !event.metaKey) { // an earlier key led here
      at.setRangeText(event.key, at.selectionStart, at.selectionEnd, "end");
      at.dispatchEvent(new InputEvent("input", { bubbles: true }));
    } else {
      at.dispatchEvent(new KeyboardEvent("keydown", event));
    }
  };

  addEventListener("keydown", keep, { capture: true });
  addEventListener("DOMContentLoaded", () => { // modules have run by then
    removeEventListener("keydown", keep, { capture: true });
    kept.forEach(press);
  }, { once: true });
}
