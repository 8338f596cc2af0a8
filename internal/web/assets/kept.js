// What pages keep in this browser. Where that is full or forbidden nothing is
// kept, and pages work all the same.

export function kept(name, where = "localStorage") {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return null;
  }
}

// keep keeps a text under a name, or forgets it where the text is null.
export function keep(name, text, where = "localStorage") {
  try {
    if (text === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  } catch {
    // it is a comfort only: the server has what was sent
  }
}

// keptValue is what was kept as JSON; null where there is nothing.
export function keptValue(name) {
  try {
    return JSON.parse(kept(name));
  } catch {
    return null;
  }
}

// fill puts values back into a form, by the names of its fields.
export function fill(form, entries) {
  for (const [name, value] of entries) {
    for (const el of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (el.type === "radio") el.checked = el.value === value;
      else el.value = value;
    }
  }
}
