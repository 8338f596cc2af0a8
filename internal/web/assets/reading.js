// Shows texts as Markdown or, by r, as they were written.

const place = "adhere:as-written";

function show(raw) {
  for (const el of document.querySelectorAll("[data-rendered]")) el.hidden = raw;
  for (const el of document.querySelectorAll("[data-raw]")) el.open = raw;
}

function kept() {
  try {
    return localStorage.getItem(place) === "yes";
  } catch {
    return false;
  }
}

if (kept()) show(true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "r" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.matches("textarea, select, input:not([type=radio]):not([type=checkbox])") || document.querySelector("dialog[open]")) return;
  let raw = !kept();
  try {
    if (localStorage.getItem("adhere:keys") === "off") return;
    localStorage.setItem(place, raw ? "yes" : "no");
  } catch {
    raw = !document.querySelector("[data-rendered]")?.hidden;
  }
  event.preventDefault();
  show(raw);
});

// What was asked stays in sight; what stands below it has to know how high it is.
const given = document.querySelector(".given");
if (given) {
  const height = new CSSStyleSheet();
  document.adoptedStyleSheets.push(height);
  new ResizeObserver(() => height.replaceSync(`:root { --given: ${given.offsetHeight}px; }`)).observe(given);
}
