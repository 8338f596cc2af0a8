// OpenAI's client for Node does what programs do with it, against the gateway.
"use strict";
const assert = require("node:assert/strict");
const OpenAI = require("openai");
const { PROMPT, DRAFT, REPAIRED, run } = require("./cases.cjs");

const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } } }];

const client = new OpenAI({ maxRetries: 0 });
const ask = (text, more) => ({ model: "m", messages: [{ role: "user", content: text }], ...more });
const chat = (c, body) => c.chat.completions.create(body);
const usage = { stream: true, stream_options: { include_usage: true } };

// read returns text, reason of the end, tokens, report and the other things of Adhere's.
async function read(chunks) {
  const s = { text: "", extra: [] };
  for await (const c of chunks) {
    for (const choice of c.choices) {
      s.text += choice.delta.content ?? "";
      s.finish = choice.finish_reason ?? s.finish;
    }
    s.total = c.usage?.total_tokens ?? s.total;
    if (c.adhere?.met !== undefined) s.report = c.adhere;
    else if (c.adhere) s.extra.push(c.adhere);
  }
  return s;
}

async function fails(kind, call, want = {}) {
  try {
    await call();
  } catch (e) {
    assert.ok(e instanceof kind, `${e.constructor.name} ${e.message}`);
    for (const [name, value] of Object.entries(want)) assert.equal(e[name], value);
    return e;
  }
  throw new Error(`no ${kind.name}`);
}

async function streamed(adhere) {
  const s = await read(await chat(client, ask(PROMPT, { ...usage, adhere: { progress: true, ...adhere } })));
  assert.deepEqual([s.text, s.finish, s.total, s.report.met], [REPAIRED, "stop", 30, 2]);
  assert.deepEqual(s.extra.map((e) => e.progress.attempt), [1, 2]);
}

const cases = {
  "chat": async () => assert.equal((await chat(client, ask("hello"))).choices[0].message.content, DRAFT),
  "chat corrected": async () => {
    const { data: r, response } = await chat(client, ask(PROMPT)).withResponse();
    assert.equal(r.choices[0].message.content, REPAIRED);
    assert.deepEqual([r.usage.total_tokens, r.adhere.met, r.adhere.answer, response.headers.get("x-adhere-met")], [30, 2, 2, "2"]);
  },
  "model suffix": async () => {
    const r = await chat(client, ask(PROMPT, { model: "m+passthrough" }));
    assert.deepEqual([r.choices[0].message.content, r.adhere], [DRAFT, undefined]);
  },
  "stream": async () => {
    const s = await read(await chat(client, ask("hello", { stream: true })));
    assert.deepEqual([s.text, s.finish, s.total, s.report], [DRAFT, "stop", undefined, undefined]);
  },
  "stream corrected": () => streamed({}),
  "stream corrected, empty chunks": () => streamed({ keep_alive: "chunk" }),
  "stream optimistic": async () => {
    const s = await read(await chat(client, ask(PROMPT, { ...usage, adhere: { stream: "optimistic" } })));
    assert.ok(DRAFT.startsWith(s.text));
    assert.deepEqual([s.finish, s.total, s.report.met], ["stop", 30, 2]);
    assert.deepEqual(s.extra.map((e) => e.replace.content), [REPAIRED]);
  },
  "stream helper": async () => {
    const r = await client.chat.completions.stream(ask(PROMPT, { ...usage, adhere: { progress: true } })).finalChatCompletion();
    assert.deepEqual([r.choices[0].message.content, r.usage.total_tokens], [REPAIRED, 30]);
  },
  "tool call": async () => {
    const choice = (await chat(client, ask(PROMPT, { model: "tools", tools }))).choices[0];
    const call = choice.message.tool_calls[0].function;
    assert.deepEqual([call.name, call.arguments, choice.finish_reason], ["weather", '{"city":"Oslo"}', "tool_calls"]);
  },
  "tool call streamed": async () => {
    const r = await client.chat.completions.stream(ask(PROMPT, { model: "tools", tools })).finalChatCompletion();
    const call = r.choices[0].message.tool_calls[0].function;
    assert.deepEqual([call.name, call.arguments], ["weather", '{"city":"Oslo"}']);
  },
  "tool turn": async () => {
    const call = { id: "call_1", type: "function", function: { name: "weather", arguments: "{}" } };
    const messages = [{ role: "user", content: PROMPT }, { role: "assistant", tool_calls: [call] }, { role: "tool", tool_call_id: "call_1", content: "rain" }];
    const r = await chat(client, { model: "tools", messages, tools });
    assert.deepEqual([r.choices[0].message.content, r.adhere.met], [REPAIRED, 2]);
  },
  "responses": async () => {
    const r = await client.responses.create({ model: "m", input: "Write about tea.", instructions: "Do not use any commas. Answer in at most 8 words.", store: false });
    assert.deepEqual([r.output_text, r.usage.total_tokens, r.adhere.met], [REPAIRED, 30, 2]);
  },
  "responses streamed": async () => {
    let text = "", final;
    const marks = [];
    for await (const e of await client.responses.create({ model: "m", input: PROMPT, stream: true, adhere: { progress: true } })) {
      if (e.type === "response.output_text.delta") text += e.delta;
      else if (e.type === "response.completed") final = e.response;
      else if (e.type === "adhere.progress") marks.push(e.progress.attempt);
    }
    assert.deepEqual([text, final.usage.total_tokens, final.adhere.met, marks], [REPAIRED, 30, 2, [1, 2]]);
  },
  "responses helper": async () => {
    for (const adhere of [{}, { progress: true }, { progress: true, stream: "optimistic" }]) {
      assert.equal((await client.responses.stream({ model: "m", input: PROMPT, adhere }).finalResponse()).output_text, REPAIRED);
    }
  },
  "models": async () => {
    const ids = [];
    for await (const m of client.models.list()) ids.push(m.id);
    assert.ok(ids[0] === "m" && ids.includes("m+decrim"), ids.join(" "));
  },
  "error 400": () => fails(OpenAI.BadRequestError, () => chat(client, ask("x", { adhere: { strategy: "no such" } })), { param: "adhere.strategy" }),
  "error 401": () => fails(OpenAI.AuthenticationError, () => chat(client.withOptions({ apiKey: "adhere_wrong" }), ask("x")), { code: "invalid_api_key" }),
  "error 422": async () => {
    const again = client.withOptions({ maxRetries: 3 }); // the gateway says that it is in vain
    const e = await fails(OpenAI.UnprocessableEntityError, () => chat(again, ask(PROMPT, { model: "stubborn", adhere: { on_exhausted: "error" } })), { code: "constraints_not_met" });
    assert.deepEqual([e.error.adhere.not_met, e.headers.get("x-should-retry")], [2, "false"]);
  },
  "error 422 streamed": () =>
    fails(OpenAI.APIError, async () => read(await chat(client, ask(PROMPT, { model: "stubborn", stream: true, adhere: { on_exhausted: "error", progress: true } }))), { code: "constraints_not_met" }),
  "error 429": async () => {
    const limited = client.withOptions({ apiKey: process.env.LIMITED_KEY });
    await chat(limited, ask("x"));
    const e = await fails(OpenAI.RateLimitError, () => chat(limited, ask("x")), { code: "rate_limit_exceeded" });
    const wait = Number(e.headers.get("retry-after"));
    assert.ok(wait > 0 && wait <= 60, `${wait}`);
  },
  "error 500": async () => {
    await fails(OpenAI.InternalServerError, () => chat(client, ask(PROMPT, { model: "broken" })), { status: 500 });
    await fails(OpenAI.InternalServerError, () => chat(client, ask("x", { model: "broken", stream: true })), { status: 500 });
  },
  "error in a stream": async () => {
    for (const adhere of [{ strategy: "passthrough" }, { progress: true }]) {
      await fails(OpenAI.APIError, async () => read(await chat(client, ask(PROMPT, { model: "cut", stream: true, adhere }))));
      await fails(OpenAI.APIError, async () => { for await (const _ of await client.responses.create({ model: "cut", input: PROMPT, stream: true, adhere })); });
    }
    await fails(OpenAI.APIError, () => client.responses.stream({ model: "cut", input: PROMPT, adhere: { strategy: "passthrough" } }).finalResponse());
  },
};

run(cases);
