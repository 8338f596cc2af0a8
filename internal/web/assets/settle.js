// Keeps what is filled in in this browser until the server has it.

const form = document.getElementById("settle");
const place = `adhere:${form.elements.who.value}:settle:${form.dataset.store}`;
const version = form.elements.version.value;
const hidden = new Set(["who", "version"]);

function remember(kept) {
  try {
    if (kept) localStorage.setItem(place, JSON.stringify(kept));
    else localStorage.removeItem(place);
  } catch {
    // full or forbidden: the form still works
  }
}

function read() {
  return [...new FormData(form)].filter(([name]) => !hidden.has(name));
}

function fill(fields) {
  for (const [name, value] of fields) {
    for (const el of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (el.type === "radio") el.checked = el.value === value;
      else el.value = value;
    }
  }
}

form.addEventListener("input", (event) => {
  if (event.target.matches("[data-own]")) {
    event.target.closest(".version").querySelector("input[type=radio]").checked = true;
  }
  remember({ version, fields: read() });
});
form.addEventListener("submit", () => remember({ version, fields: read(), sent: true }));

let kept = null;
try {
  kept = JSON.parse(localStorage.getItem(place));
} catch {
  kept = null;
}
if (kept && (kept.version === version || !kept.sent)) {
  fill(kept.fields);
  form.querySelector("[data-state]").textContent = "This was kept in this browser and is not settled yet.";
} else {
  remember(null);
}
