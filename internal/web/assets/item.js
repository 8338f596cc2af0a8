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
const plain = (text) => text.replace(/\s+/g, " ").replace(/[\u201c\u201d\u00ab\u00bb"]/g, "").trim().toLowerCase();

// indexed is an element's text as it is compared, with the node and place of
// each character, however the text is cut into nodes.
function indexed(root) {
  const at = [];
  let all = "";
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
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
  return { all, at };
}

// find returns where a text stands in an indexed one, at most so often; as
// words only, if that is asked for.
function find({ all, at }, text, most, words) {
  const wanted = plain(text);
  const ranges = [];
  if (wanted.length < 2) return ranges;
  const letter = /[\p{L}\p{N}]/u;
  for (let from = all.indexOf(wanted); from >= 0 && ranges.length < most; from = all.indexOf(wanted, from + wanted.length)) {
    const end = from + wanted.length;
    if (words && ((letter.test(wanted[0]) && letter.test(all[from - 1] ?? "")) || (letter.test(wanted.at(-1)) && letter.test(all[end] ?? "")))) continue;
    const range = new Range();
    range.setStart(...at[from]);
    const [node, i] = at[end - 1];
    range.setEnd(node, i + 1);
    ranges.push(range);
  }
  return ranges;
}

// wantedBy returns what an element says of an answer: what a judge quoted, or
// what a rule names between quotation marks.
function wantedBy(el) {
  if ("evidence" in el.dataset) return [el.textContent];
  return [...new Set([...el.textContent.matchAll(/"([^"]{2,200})"|\u201c([^\u201d]{2,200})\u201d/g)].map((m) => m[1] ?? m[2]))];
}

const sides = {}; // the texts of each answer, rendered and as they were written
for (const side of document.querySelectorAll("[data-evidence-in]")) {
  const texts = side.querySelectorAll(":scope > [data-rendered], :scope > pre, :scope > [data-raw] > pre");
  sides[side.dataset.evidenceIn] = [...texts].map(indexed);
}

function mark() {
  if (!globalThis.CSS?.highlights) return;
  const every = [];
  for (const el of document.querySelectorAll("[data-evidence], [data-found]")) {
    const quoted = "evidence" in el.dataset;
    const texts = sides[el.closest("[data-side]")?.dataset.side ?? ""] ?? [];
    const ranges = texts.flatMap((text) => wantedBy(el).flatMap((wanted) => find(text, wanted, quoted ? 1 : 100, !quoted)));
    if (ranges.length === 0) continue;
    every.push(...ranges);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = "show";
    button.addEventListener("click", () => {
      CSS.highlights.set("evidence-here", new Highlight(...ranges));
      const seen = ranges.map((r) => r.startContainer.parentElement).find((e) => e.checkVisibility());
      seen?.scrollIntoView({ block: "center" });
    });
    el.after(" ", button);
  }
  CSS.highlights.set("evidence", new Highlight(...every));
}
mark();
