// Shows in the answer what a verdict quotes.

// plain makes texts comparable: one space for any, no marks of quotation.
const plain = (text) => text.replace(/\s+/g, " ").replace(/[\u201c\u201d\u00ab\u00bb"]/g, "").trim().toLowerCase();

// indexed is an element's text as it is compared, with the node and place of
// each character, however the text is cut into nodes.
function indexed(root) {
  const at = [];
  let all = "";
  let before = 0; // characters in earlier nodes
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
      at.push([node, i, before + i]);
    }
    if (!all.endsWith(" ")) {
      all += " ";
      at.push([node, Math.max(node.data.length - 1, 0), before + node.data.length]);
    }
    before += node.data.length;
  }
  return { all, at, raw: root.matches("pre") };
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
    ranges.push(between(at, from, end));
  }
  return ranges;
}

function between(at, from, end) {
  const range = new Range();
  range.setStart(at[from][0], at[from][1]);
  range.setEnd(at[end - 1][0], at[end - 1][1] + 1);
  return range;
}

// places are where a text stands in another, overlapping or not.
function places(all, wanted) {
  const out = [];
  for (let i = all.indexOf(wanted); i >= 0; i = all.indexOf(wanted, i + 1)) out.push(i);
  return out;
}

// pointed returns the ranges of parts that are given by their place in the
// answer as it was written. In the rendered answer it is the same occurrence of
// the same words, if both have equally many.
function pointed(texts, list) {
  const written = texts.find((text) => text.raw);
  if (!written) return [];
  return list.split(" ").flatMap((span) => {
    const [from, to] = span.split("-").map(Number);
    const first = written.at.findIndex((p) => p[2] >= from);
    const after = written.at.findIndex((p) => p[2] >= to);
    const end = after < 0 ? written.at.length : after;
    if (first < 0 || first >= end) return [];
    const wanted = written.all.slice(first, end).trim();
    const start = written.all.indexOf(wanted, first);
    const found = places(written.all, wanted);
    return texts.flatMap((text) => {
      const here = text === written ? found : places(text.all, wanted);
      const i = here.length === found.length ? here[found.indexOf(start)] : undefined;
      return wanted && i !== undefined ? [between(text.at, i, i + wanted.length)] : [];
    });
  });
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
  const every = { evidence: [], "evidence-not": [] };
  for (const el of document.querySelectorAll("[data-evidence], [data-found]")) {
    const quoted = "evidence" in el.dataset;
    const texts = sides[el.closest("[data-side]")?.dataset.side ?? ""] ?? [];
    const ranges = el.dataset.at ? pointed(texts, el.dataset.at) : texts.flatMap((text) => wantedBy(el).flatMap((wanted) => find(text, wanted, quoted ? 1 : 100, !quoted)));
    if (ranges.length === 0) continue;
    every[el.closest("li")?.querySelector(".v.not_met") ? "evidence-not" : "evidence"].push(...ranges);
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
  for (const [name, ranges] of Object.entries(every)) CSS.highlights.set(name, new Highlight(...ranges));
}
mark();
