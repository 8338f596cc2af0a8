// Leads through items by keys, and shows in the answer what a verdict quotes.

const keys = { j: "a[rel=next]", ArrowRight: "a[rel=next]", k: "a[rel=prev]", ArrowLeft: "a[rel=prev]", d: "a[data-key=d]", f: "a[data-key=f]" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.matches("textarea, select, input, pre")) return;
  let off = false;
  try {
    off = localStorage.getItem("adhere:keys") === "off";
  } catch {
    off = false;
  }
  const link = off ? null : keys[event.key] && document.querySelector(keys[event.key]);
  if (link) {
    event.preventDefault();
    link.click();
  }
});

// plain makes texts comparable: one space for any, no marks of quotation.
function plain(text) {
  return text.replace(/\s+/g, " ").replace(/[\u201c\u201d\u00ab\u00bb"]/g, "").trim();
}

// find returns the range of a quotation in an element, however the text is cut
// into nodes; null where it is not there.
function find(root, quoted) {
  const wanted = plain(quoted).toLowerCase();
  if (wanted.length < 2) return null;
  const at = []; // of each character: its node and place
  let all = "";
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.parentElement.closest("summary, [hidden]")) continue;
    for (let i = 0; i < node.data.length; i++) {
      let c = node.data[i].toLowerCase();
      if (/["\u201c\u201d\u00ab\u00bb]/.test(c) || c.length !== 1) continue;
      if (/\s/.test(c)) {
        if (all.endsWith(" ")) continue;
        c = " ";
      }
      all += c;
      at.push([node, i]);
    }
    if (!all.endsWith(" ")) {
      all += " ";
      at.push([node, Math.max(node.data.length - 1, 0)]);
    }
  }
  const from = all.indexOf(wanted);
  if (from < 0) return null;
  const range = new Range();
  range.setStart(...at[from]);
  const [node, i] = at[from + wanted.length - 1];
  range.setEnd(node, i + 1);
  return range;
}

const roots = document.querySelectorAll("[data-evidence-in] [data-rendered]:not([hidden]), [data-evidence-in] h2 ~ pre, [data-evidence-in] details[open][data-raw] pre");

function mark() {
  const ranges = [];
  for (const el of document.querySelectorAll("[data-evidence]")) {
    for (const root of roots) {
      const range = find(root, el.textContent);
      if (range) {
        ranges.push({ el, range });
        break;
      }
    }
  }
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.set("evidence", new Highlight(...ranges.map((r) => r.range)));
  for (const { el, range } of ranges) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = "show";
    button.addEventListener("click", () => {
      CSS.highlights.set("evidence-here", new Highlight(range));
      range.startContainer.parentElement.scrollIntoView({ block: "center" });
    });
    el.after(" ", button);
  }
}
mark();
