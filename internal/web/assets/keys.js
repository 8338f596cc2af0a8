// Keys that all pages share: a key presses what a page marks with it, j and k
// go along a list and x ticks a row of it, g and a letter lead to another page,
// and ? lists them.

import { keep, kept } from "./kept.js";

// off says whether keys without Ctrl or the like are turned off in this browser.
export const off = () => kept("adhere:keys") === "off";

// alone says whether a key is pressed by itself, where nothing is being written
// and no dialog is open.
export function alone(event) {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing &&
    !event.target.matches("textarea, select, input:not([type=radio]):not([type=checkbox])") && !document.querySelector("dialog[open], :popover-open");
}

const dialog = document.getElementById("keys");
const task = document.getElementById("task-keys"); // a task has keys of its own
if (task) dialog.querySelector("[data-keys]").replaceChildren(task.content);

const rows = () => [...document.querySelectorAll("[data-rows] > *")].filter((row) => row.querySelector("a"));

function along(step) {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  all[Math.max(at + step, 0)]?.querySelector("a").focus();
}

const moves = {
  "?": () => open(),
  j: () => along(1),
  k: () => along(-1),
  x: () => rows().find((row) => row.contains(document.activeElement))?.querySelector("input[type=checkbox]")?.click(),
};
const same = { ArrowRight: "j", ArrowLeft: "k" }; // where there is no list

// press does what an element is there for.
function press(marked) {
  if (marked.matches("textarea")) marked.focus();
  else marked.click();
  if (marked.matches("[type=radio]")) marked.form.querySelector("[data-type]")?.focus();
}

let led = -Infinity; // when g was pressed
document.addEventListener("keydown", (event) => {
  if (!alone(event) || off() || (task && event.key !== "?")) return;
  const find = (attribute, key) => document.querySelector(`[${attribute}="${CSS.escape(key)}"]`);
  const way = event.timeStamp - led < 2000 && find("data-way", event.key);
  const key = rows().length === 0 && !event.target.matches("pre, [tabindex]") ? same[event.key] ?? event.key : event.key;
  led = event.key === "g" ? event.timeStamp : -Infinity;
  const marked = way || find("data-key", key);
  if (!marked && !moves[key]) return;
  event.preventDefault();
  if (marked) press(marked);
  else moves[key]();
});

const words = (el) => el.ariaLabel ?? [...(el.labels?.[0] ?? el).childNodes].filter((node) => node.nodeName !== "KBD").map((node) => node.textContent).join(" ");

// open lists what keys do on this page.
function open() {
  for (const line of dialog.querySelectorAll("[data-of]")) line.hidden = !document.querySelector(line.dataset.of);
  const own = [...document.querySelectorAll("main [data-key]")].map((el) => {
    const line = document.createElement("div");
    const dt = line.appendChild(document.createElement("dt"));
    dt.appendChild(document.createElement("kbd")).textContent = el.dataset.key;
    line.appendChild(document.createElement("dd")).textContent = words(el).trim();
    return line;
  });
  if (!task) dialog.querySelector("dl").replaceChildren(...own);
  dialog.showModal();
}

for (const help of document.querySelectorAll("[data-help]")) {
  help.hidden = false;
  help.addEventListener("click", open);
}
const letters = dialog.querySelector("[data-letters]");
letters.checked = !off();
letters.addEventListener("change", () => keep("adhere:keys", letters.checked ? "on" : "off"));

const all = document.querySelector("[data-all]"); // ticks all rows
if (all) {
  all.hidden = false;
  all.addEventListener("change", () => {
    for (const row of rows()) row.querySelector("input[type=checkbox]").checked = all.checked;
  });
}
