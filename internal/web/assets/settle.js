// Keeps what is filled in in this browser until the server has it.

import { fill, keep, kept, keptValue } from "./kept.js";
import { off } from "./keys.js";

const form = document.getElementById("settle");
const place = `adhere:${form.elements.who.value}:settle:${form.dataset.store}`;
const version = form.elements.version.value;
const hidden = new Set(["who", "version", "show", "queue"]);

const remember = (filled) => keep(place, filled && JSON.stringify(filled));

function read() {
  return [...new FormData(form)].filter(([name]) => !hidden.has(name));
}

form.addEventListener("input", (event) => {
  if (event.target.matches("[data-own]")) {
    event.target.closest(".version").querySelector("input[type=radio]").checked = true;
  }
  remember({ version, fields: read() });
});
// Keys of the queue: numbers choose, which settles and goes on unless that is
// turned off where people label; Enter settles what is chosen or written, j and
// k go to the next and the one before, z back to what was settled last.
const settled = () => kept("adhere:settled", "sessionStorage");
if ("queue" in form.dataset) {
  if (settled()) form.querySelector("[data-state]").textContent = "Decided; z goes back to it.";
  let sent = false; // what is pressed until the next difference is there is for none
  form.addEventListener("submit", () => {
    sent = true;
    keep("adhere:settled", form.dataset.settled, "sessionStorage");
  });
  const choices = [...form.querySelectorAll("input[type=radio]")];
  document.addEventListener("keydown", (event) => {
    if (sent || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.target.matches("textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.key === "Enter" && !event.target.matches("a, button, summary")) {
      event.preventDefault();
      if (form.querySelector("input:checked")) form.requestSubmit();
      else form.querySelector("[data-state]").textContent = "Choose an answer first.";
      return;
    }
    if (off()) return;
    const chosen = choices[Number(event.key) - 1];
    if (/^[1-9]$/.test(event.key) && chosen) {
      event.preventDefault();
      chosen.checked = true;
      chosen.dispatchEvent(new Event("input", { bubbles: true }));
      if (chosen.value !== "own" && kept("adhere:auto") !== "off") form.requestSubmit();
    } else if (event.key === "z" && settled()) {
      location.assign(settled());
    } else if (event.key === "c") {
      event.preventDefault();
      form.querySelector("textarea")?.focus();
    } else if (event.key === "j" && form.dataset.next) {
      location.assign(form.dataset.next);
    } else if (event.key === "k" && form.dataset.previous) {
      location.assign(form.dataset.previous);
    }
  });
}
form.addEventListener("submit", () => remember({ version, fields: read(), sent: true }));

const before = keptValue(place);
if (before && (before.version === version || !before.sent)) {
  fill(form, before.fields);
  form.querySelector("[data-state]").textContent = "Restored from this browser; not decided yet.";
} else {
  remember(null);
}
