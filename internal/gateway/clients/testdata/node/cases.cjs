// What the scripts share: a prompt and its answers, and cases that run one after the other.
"use strict";
const PROMPT = "Do not use any commas. Answer in at most 8 words. Write about tea.";
const DRAFT = "Tea, as we know, warms the hands, the heart and the whole big house";
const REPAIRED = "Tea warms the hands and the house";

// run prints "ok NAME" for each case that went well, "failed NAME: why" else.
const run = async (cases) => {
  for (const [name, one] of Object.entries(cases)) {
    try {
      await one();
      console.log("ok", name);
    } catch (e) { // the other cases go on
      console.log(`failed ${name}: ${e.constructor.name} ${e.message}`.replaceAll("\n", " "));
    }
  }
};

module.exports = { PROMPT, DRAFT, REPAIRED, run };
