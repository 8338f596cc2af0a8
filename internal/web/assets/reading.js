// Shows texts as Markdown or, by r, as they were written.

import { keep, kept } from "./kept.js";
import { alone, off } from "./keys.js";

const place = "adhere:as-written";

function show(raw) {
  for (const el of document.querySelectorAll("[data-rendered]")) el.hidden = raw;
  for (const el of document.querySelectorAll("[data-raw]")) el.open = raw;
}

let raw = kept(place) === "yes";
if (raw) show(true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "r" || !alone(event) || off()) return;
  raw = !raw;
  keep(place, raw ? "yes" : "no");
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
