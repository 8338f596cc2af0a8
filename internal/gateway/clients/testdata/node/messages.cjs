// Anthropic's client for Node does what programs do with it, against the gateway.
"use strict";
const assert = require("node:assert/strict");
const Anthropic = require("@anthropic-ai/sdk");
const { PROMPT, DRAFT, REPAIRED, run } = require("./cases.cjs");

const tools = [{ name: "weather", input_schema: { type: "object", properties: { city: { type: "string" } } } }];

const client = new Anthropic({ maxRetries: 0 });
const ask = (text, more) => ({ model: "m", max_tokens: 200, messages: [{ role: "user", content: text }], ...more });
const create = (body, c = client) => c.messages.create(body);

// read returns text, reason of the end, tokens and report.
async function read(events) {
  let text = "", stop, out, report;
  for await (const e of events) {
    if (e.type === "content_block_delta") text += e.delta.text;
    else if (e.type === "message_delta") [stop, out, report] = [e.delta.stop_reason, e.usage.output_tokens, e.adhere];
  }
  return [text, stop, out, report];
}

async function fails(kind, call) {
  try {
    await call();
  } catch (e) {
    assert.ok(e instanceof kind, `${e.constructor.name} ${e.message}`);
    return e;
  }
  throw new Error(`no ${kind.name}`);
}

const called = (m) => assert.deepEqual([...m.content.map((b) => [b.type, b.name, b.input]), m.stop_reason], [["tool_use", "weather", { city: "Oslo" }], "tool_use"]);

const cases = {
  "message": async () => {
    const m = await create(ask("hello"));
    assert.deepEqual([m.content[0].text, m.stop_reason, m.adhere], [DRAFT, "end_turn", undefined]);
  },
  "message corrected": async () => {
    const { data: m, response } = await create(ask(PROMPT)).withResponse();
    assert.deepEqual([m.content[0].text, m.usage.input_tokens, m.usage.output_tokens, m.adhere.met, m.adhere.answer], [REPAIRED, 20, 10, 2, 2]);
    assert.equal(response.headers.get("x-adhere-met"), "2");
  },
  "system": async () => {
    const m = await create(ask("Write about tea.", { system: [{ type: "text", text: "Do not use any commas. Answer in at most 8 words." }] }));
    assert.deepEqual([m.content[0].text, m.adhere.met], [REPAIRED, 2]);
  },
  "stream": async () => assert.deepEqual(await read(await create(ask("hello", { stream: true }))), [DRAFT, "end_turn", 5, undefined]),
  "stream corrected": async () => {
    for (const adhere of [{ progress: true }, { keep_alive: "chunk" }]) {
      const [text, stop, out, report] = await read(await create(ask(PROMPT, { stream: true, adhere })));
      assert.deepEqual([text, stop, out, report.met], [REPAIRED, "end_turn", 10, 2]);
    }
  },
  "stream helper": async () => {
    let text = "";
    const stream = client.messages.stream(ask(PROMPT, { adhere: { progress: true } })).on("text", (piece) => (text += piece));
    assert.deepEqual([(await stream.finalMessage()).content[0].text, text], [REPAIRED, REPAIRED]);
  },
  "tool use": async () => called(await create(ask(PROMPT, { model: "tools", tools }))),
  "tool use streamed": async () => called(await client.messages.stream(ask(PROMPT, { model: "tools", tools })).finalMessage()),
  "tool turn": async () => {
    const messages = [
      { role: "user", content: PROMPT },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "weather", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "rain" }] },
    ];
    const m = await create(ask("", { model: "tools", tools, messages }));
    assert.deepEqual([m.content[0].text, m.adhere.met], [REPAIRED, 2]);
  },
  "error 400": async () => {
    const e = await fails(Anthropic.BadRequestError, () => create(ask("x", { adhere: { strategy: "no such" } })));
    assert.deepEqual([e.error.type, e.error.error.type], ["error", "invalid_request_error"]);
  },
  "error 401": async () => {
    const e = await fails(Anthropic.AuthenticationError, () => create(ask("x"), client.withOptions({ apiKey: "adhere_wrong" })));
    assert.equal(e.error.error.type, "authentication_error");
  },
  "error 422": async () => {
    const again = client.withOptions({ maxRetries: 3 }); // the gateway says that it is in vain
    const e = await fails(Anthropic.UnprocessableEntityError, () => create(ask(PROMPT, { model: "stubborn", adhere: { on_exhausted: "error" } }), again));
    assert.deepEqual([e.error.error.adhere.not_met, e.headers.get("x-should-retry")], [2, "false"]);
  },
  "error 422 streamed": () =>
    fails(Anthropic.APIError, async () => read(await create(ask(PROMPT, { model: "stubborn", stream: true, adhere: { on_exhausted: "error", progress: true } })))),
  "error 429": async () => {
    const limited = client.withOptions({ apiKey: process.env.LIMITED_KEY });
    await create(ask("x"), limited);
    const e = await fails(Anthropic.RateLimitError, () => create(ask("x"), limited));
    const wait = Number(e.headers.get("retry-after"));
    assert.ok(wait > 0 && wait <= 60, `${wait}`);
  },
  "error 500": async () => {
    await fails(Anthropic.InternalServerError, () => create(ask(PROMPT, { model: "broken" })));
    await fails(Anthropic.InternalServerError, () => create(ask("x", { model: "broken", stream: true })));
  },
  "error in a stream": async () => {
    for (const adhere of [{ strategy: "passthrough" }, { progress: true }]) {
      await fails(Anthropic.APIError, async () => read(await create(ask(PROMPT, { model: "cut", stream: true, adhere }))));
    }
  },
};

run(cases);
