// Makes a task fast to fill in and hard to lose: saves as it is filled in,
// keeps a copy in this browser until the server has it, asks to sign in again
// without leaving the form, and does everything by keys. Without it the form
// works as forms do.

import { fill as put, keep, kept, keptValue } from "./kept.js";
import { alone, off } from "./keys.js";

const form = document.getElementById("task");
const frozen = form.dataset.phase === "handed in";
const dialogs = { again: document.getElementById("again"), both: document.getElementById("both") };
const place = `adhere:${form.dataset.who}:${form.dataset.store}`;
const state = form.querySelector("[data-state]");
const skipped = new Set(["who", "client", "version", "action"]);

let version = Number(form.dataset.version); // of what the server has
let acknowledged = read(); // the fields as the server has them
let sending = null; // the message that waits for its answer: {client, version, fields, action}
let busy = false; // it is on its way
let wanted = null; // the action that shall follow when all is saved
let timer = 0;
let patience = 1000; // before the next try, in milliseconds
let undo = [];

// name makes a name for a message. randomUUID is missing on plain http.
function name() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
}

function read() {
  const fields = {};
  for (const el of form.elements) {
    if (!el.name || skipped.has(el.name)) continue;
    if (el.type === "radio") {
      fields[el.name] ??= "";
      if (el.checked) fields[el.name] = el.value;
    } else if (el.tagName === "TEXTAREA") {
      fields[el.name] = el.value;
    }
  }
  return fields;
}

function fill(fields) {
  put(form, Object.entries(fields));
  count();
}

function changes() {
  const now = read();
  const out = {};
  for (const key of Object.keys(now)) {
    if (now[key] !== (acknowledged[key] ?? "")) out[key] = now[key];
  }
  return out;
}

const remember = (message) => keep(place, message && JSON.stringify(message));

function say(text, bad) {
  state.textContent = text;
  state.classList.toggle("bad", Boolean(bad));
}

function count() {
  const bar = form.querySelector("[data-filled]");
  let filled = 0;
  for (const q of form.querySelectorAll(".q")) {
    const radios = q.querySelectorAll("input[type=radio]");
    if (radios.length === 0 || q.querySelector("input:checked")) filled++;
    const why = q.querySelector(":scope > textarea");
    if (radios.length > 0 && why && why.value.trim()) filled++;
  }
  bar.value = filled;
}

// later saves in a moment, and keeps a copy here at once.
function later() {
  count();
  const fields = changes();
  remember({ version: sending?.version ?? version, client: sending?.client, sent: sending?.fields, fields });
  clearTimeout(timer);
  timer = setTimeout(flush, 500);
}

// flush sends what has changed, one message at a time. A message that got no
// answer is sent again as it was, so that the server takes it once.
async function flush() {
  clearTimeout(timer);
  if (frozen || busy || dialogs.again.open) return; // signing in sends it; after Escape, the next input does
  if (!sending) {
    const fields = changes();
    const action = wanted ?? "save";
    if (action === "save" && Object.keys(fields).length === 0) {
      remember(null);
      return;
    }
    sending = { client: name(), version, fields, action };
  }
  const message = sending;
  remember({ version: message.version, client: message.client, sent: message.fields, fields: changes() });
  say("Saving …");
  busy = true;
  const { status, answer } = await post(message);
  busy = false;
  if (status === 0 || status >= 500 || status === 429) return again();
  if (status === 401) return signIn();
  sending = null;
  patience = 1000;
  if (status === 409 && answer.fields) return differ(message, answer);
  if (status !== 200) {
    wanted = null;
    say(`Not saved: ${answer.message}. Your changes are kept in this browser.`, true);
    return;
  }
  taken(message, answer);
}

// post sends a message; the status is 0 where no answer came.
async function post(message) {
  const body = new URLSearchParams({ ...message.fields, who: form.dataset.who, client: message.client, version: message.version, action: message.action });
  try {
    const response = await fetch(location.pathname, { // form.action is a button
      method: "POST",
      headers: { Accept: "application/json" },
      body,
      keepalive: body.toString().length < 30000,
      redirect: "error",
    });
    return { status: response.status, answer: await response.json() };
  } catch {
    return { status: 0, answer: {} };
  }
}

function again() {
  say("Not saved: no connection. Your changes are kept in this browser and will be sent again.", true);
  clearTimeout(timer);
  timer = setTimeout(flush, patience);
  patience = Math.min(patience * 2, 30000);
}

function taken(message, answer) {
  version = answer.version;
  Object.assign(acknowledged, message.fields);
  const left = changes();
  remember(Object.keys(left).length > 0 ? { version, fields: left } : null);
  if (message.action !== "save") {
    wanted = null;
    if (answer.next) {
      remember(null);
      if (form.dataset.phase === "answer") leave(location.pathname);
      location.assign(answer.next); // the same task too: a reload would stay at the end of the scores, and keys answer the first question
      return;
    }
    if (answer.gaps) {
      missing(answer.gaps);
      return;
    }
  }
  say(`Saved ${new Date().toLocaleTimeString()}`);
  if (wanted || Object.keys(left).length > 0) flush();
}

// leave notes which task was handed in, so that the next page can lead back.
const leave = (path) => keep("adhere:handed-in", path, "sessionStorage");
const left = () => kept("adhere:handed-in", "sessionStorage");

// missing lists what keeps the task from being handed in.
function missing(gaps) {
  document.querySelector("[data-gaps]")?.remove();
  const box = document.createElement("div");
  box.className = "alert";
  box.setAttribute("role", "alert");
  box.dataset.gaps = "";
  const head = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = "Something is still missing.";
  head.append(strong, " What you filled in is kept.");
  const list = document.createElement("ul");
  for (const gap of gaps) {
    const item = document.createElement("li");
    if (gap.field) {
      const link = document.createElement("a");
      link.href = `#${gap.field}`;
      link.textContent = gap.text;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        go(gap.field);
      });
      item.append(link);
    } else {
      item.textContent = gap.text;
    }
    list.append(item);
  }
  box.append(head, list);
  form.before(box);
  say(`${gaps.length} missing`, true);
  if (gaps[0]?.field) go(gaps[0].field);
}

function go(id) {
  const el = document.getElementById(id);
  if (!el) return;
  el.closest("details")?.setAttribute("open", "");
  el.focus({ preventScroll: true });
  el.scrollIntoView({ block: "center", behavior: "instant" });
}

// signIn asks for the password over the open form, then sends what waits.
function signIn() {
  say("Not saved: your session has ended. Your changes are kept in this browser.", true);
  if (dialogs.again.open) return;
  dialogs.again.showModal();
  dialogs.again.querySelector("[name=password]").focus(); // the name before it cannot be changed
}

dialogs.again.querySelector("[data-again]").addEventListener("submit", async (event) => {
  event.preventDefault();
  const refused = dialogs.again.querySelector("[data-refused]");
  refused.textContent = "";
  try {
    const response = await fetch("/login", { method: "POST", body: new URLSearchParams(new FormData(event.target)), redirect: "manual" });
    if (response.type !== "opaqueredirect") {
      refused.textContent = response.status === 429 ? "Too many attempts: wait a few minutes." : "Name and password do not match, or the account has been disabled: the lead of the campaign can help.";
      event.target.password.select();
      return;
    }
  } catch {
    refused.textContent = "There is no connection. Try again.";
    return;
  }
  event.target.password.value = "";
  dialogs.again.close();
  flush();
});

// differ shows what was sent beside what is stored.
function differ(message, answer) {
  const box = dialogs.both.querySelector("[data-both]");
  box.replaceChildren();
  const mine = { ...message.fields, ...changes() };
  let parts = 0;
  for (const [key, value] of Object.entries(mine)) {
    const theirs = answer.fields[key] ?? "";
    if (theirs === value) continue;
    parts++;
    const title = document.createElement("h3");
    const named = answer.named?.[key];
    title.textContent = named?.title ?? key;
    box.append(title);
    for (const [who, text] of [["yours", value], ["saved", theirs]]) {
      const label = document.createElement("p");
      label.className = "help";
      label.textContent = who;
      const pre = document.createElement("pre");
      pre.textContent = named?.words?.[text] || text || "(nothing)";
      box.append(label, pre);
    }
  }
  const stored = { ...read(), ...Object.fromEntries(Object.keys(acknowledged).map((k) => [k, answer.fields[k] ?? acknowledged[k]])) };
  const settle = (keep) => {
    dialogs.both.close();
    version = answer.version;
    acknowledged = { ...stored };
    fill(stored);
    if (keep) {
      fill(mine);
      flush();
    } else {
      remember(null);
      location.reload();
    }
  };
  if (parts === 0) return settle(!answer.done && Boolean(wanted));
  say("Not saved: this task was changed elsewhere.", true);
  dialogs.both.querySelector("[data-mine]").onclick = () => settle(true);
  dialogs.both.querySelector("[data-theirs]").onclick = () => settle(false);
  dialogs.both.showModal();
}

// Keys. They never act in text fields, with modifiers, or when turned off.
const auto = document.querySelector("[data-auto]");
auto.checked = kept("adhere:auto") !== "off";
auto.addEventListener("change", () => keep("adhere:auto", auto.checked ? "on" : "off"));
const questions = [...form.querySelectorAll(".q")];
let current = -1; // where the focus is; until it is somewhere, the first open question is next
const first = () => Math.max(questions.findIndex((q) => !q.querySelector("input:checked")), 0);

// isOpen says whether something that is needed is missing of a question.
const isOpen = (q) => (q.querySelector("input[type=radio]") && !q.querySelector("input:checked")) || [...q.querySelectorAll(":scope > textarea")].some((t) => !t.value.trim());

// A label moves on to the next question by itself. A key for "next" right
// behind it has then been done already, and the reason belongs to the question
// that was labelled.
let from = -1; // which a label has just moved on from
let back = -1; // where a reason that was asked for from there leads back to

function focusOn(i) {
  if (i < 0 || i >= questions.length) return;
  current = i;
  const q = questions[i];
  (q.matches("fieldset") ? q : q.querySelector("textarea")).focus({ preventScroll: true });
  q.scrollIntoView({ block: "center", behavior: "instant" });
}

form.addEventListener("focusin", (event) => {
  const q = event.target.closest(".q");
  if (q) current = questions.indexOf(q);
  for (const other of questions) other.classList.toggle("current", other === q);
});

function choose(q, key) {
  const options = [...q.querySelectorAll("input[type=radio]")];
  let at = options.findIndex((o) => o.parentElement.querySelector("kbd")?.textContent === key);
  if (at < 0 && /^[1-9]$/.test(key)) at = Number(key) - 1;
  if (!options[at] || options[at].disabled) return false;
  undo.push({ fields: read(), at: questions.indexOf(q) });
  options[at].checked = true;
  options[at].dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

function act(action) {
  if (frozen) {
    form.querySelector("[data-next]")?.click();
    return;
  }
  wanted = action;
  flush();
}

// labelled is the question that keys speak of: the one with the focus, or the
// one that a label has just moved on from.
const labelled = (was) => (was >= 0 ? was : current < 0 ? first() : current);

const moves = {
  j: (was) => {
    if (was < 0) focusOn(current < 0 ? first() : Math.min(current + 1, questions.length - 1));
  },
  k: () => focusOn(Math.max(current - 1, 0)),
  g: () => document.querySelector("[data-key=g]").click(),
  c: (was) => {
    const text = questions[labelled(was)]?.querySelector("textarea");
    back = was >= 0 ? current : -1;
    text?.closest("details")?.setAttribute("open", "");
    text?.focus();
  },
  z: () => {
    const last = undo.pop();
    if (!last) {
      const before = left();
      if (frozen) form.querySelector("[value=reopen]")?.click();
      else if (before && before !== location.pathname) location.assign(before);
      return;
    }
    fill(last.fields);
    later();
    focusOn(last.at);
  },
};
moves.ArrowDown = moves.j;
moves.ArrowUp = moves.k;

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const text = event.target.matches("textarea, select, input:not([type=radio]):not([type=checkbox])");
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    act(form.dataset.last);
    return;
  }
  if (event.key === "Escape" && text) {
    const q = event.target.closest(".q");
    if (back >= 0) focusOn(back); // the label is given already
    else if (q?.matches("fieldset")) q.focus();
    else event.target.blur();
    back = -1;
    return;
  }
  if (!alone(event) || off()) return;
  if (event.repeat || wanted) return; // the task is on its way already
  if (event.key === "Enter" && !event.target.matches("a, button, summary, [type=checkbox]")) {
    event.preventDefault();
    act(form.dataset.last);
    return;
  }
  if (event.key.startsWith("Arrow") && (!form.contains(event.target) || event.target.matches("pre"))) return;
  const was = from;
  from = -1;
  const at = current < 0 ? first() : current;
  const wasOpen = questions.some(isOpen);
  if (questions[at] && !frozen && choose(questions[at], event.key)) {
    event.preventDefault();
    const ready = wasOpen && !questions.some(isOpen);
    if (ready && auto.checked && form.dataset.phase === "answer") {
      act(form.dataset.last);
      return;
    }
    const next = at + 1 < questions.length ? at + 1 : questions.findIndex(isOpen);
    if (next >= 0) from = at;
    focusOn(next >= 0 ? next : at);
    return;
  }
  if (moves[event.key]) {
    event.preventDefault();
    moves[event.key](was);
  }
});

form.addEventListener("input", later);
form.addEventListener("focusout", () => {
  if (Object.keys(changes()).length > 0) flush();
});
form.addEventListener("submit", (event) => {
  if (frozen) return;
  event.preventDefault();
  const action = event.submitter?.value;
  if (action && action !== "save") act(action);
  else flush();
});
addEventListener("online", flush);
addEventListener("pagehide", flush);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") flush();
});
form.querySelector("[data-save]")?.setAttribute("hidden", "");

// What an earlier visit could not send is filled in and sent now: the message
// that got no answer as it was, then the rest.
if (!frozen) {
  const before = keptValue(place);
  if (before?.fields && Object.keys(before.fields).length > 0) {
    fill(before.fields);
    // With the version it was made on, so that what came between is noticed.
    sending = { client: before.client ?? name(), version: before.version, fields: before.client ? before.sent : before.fields, action: "save" };
    say("Restored from this browser; saving now.");
    flush();
  }
} else {
  remember(null);
}
if (!frozen && left() && left() !== location.pathname && undo.length === 0 && !state.textContent) say("The previous task is handed in; z goes back to it.");
