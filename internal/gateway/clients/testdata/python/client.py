"""OpenAI's client for Python does what programs do with it, against the gateway."""

import asyncio
import os

import openai

from cases import DRAFT, PROMPT, REPAIRED, run, same

TOOLS = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}]

client = openai.OpenAI(max_retries=0)


def ask(text, **more):
    return {"model": "m", "messages": [{"role": "user", "content": text}], **more}


def chat():
    same(client.chat.completions.create(**ask("hello")).choices[0].message.content, DRAFT)


def corrected():
    r = client.chat.completions.create(**ask(PROMPT))
    same(r.choices[0].message.content, REPAIRED)
    same((r.usage.total_tokens, r.adhere["met"], r.adhere["answer"]), (30, 2, 2))
    raw = client.chat.completions.with_raw_response.create(**ask(PROMPT))
    same(raw.headers["x-adhere-met"], "2")


def suffix():
    r = client.chat.completions.create(**ask(PROMPT, model="m+passthrough"))
    same((r.choices[0].message.content, hasattr(r, "adhere")), (DRAFT, False))


def read(chunks):
    """Returns text, reason of the end, tokens, report and the other things of Adhere's."""
    text, finish, total, report, extra = "", None, None, None, []
    for c in chunks:
        for choice in c.choices:
            text += choice.delta.content or ""
            finish = choice.finish_reason or finish
        if c.usage:
            total = c.usage.total_tokens
        ours = getattr(c, "adhere", None)
        if ours and "met" in ours:
            report = ours
        elif ours:
            extra.append(ours)
    return text, finish, total, report, extra


def stream():
    text, finish, total, report, _ = read(client.chat.completions.create(**ask("hello", stream=True)))
    same((text, finish, total, report), (DRAFT, "stop", None, None))


def streamed(**adhere):
    text, finish, total, report, extra = read(client.chat.completions.create(
        **ask(PROMPT, stream=True, stream_options={"include_usage": True}), extra_body={"adhere": {"progress": True, **adhere}}))
    same((text, finish, total, report["met"]), (REPAIRED, "stop", 30, 2))
    same([e["progress"]["attempt"] for e in extra], [1, 2])


def optimistic():
    text, finish, total, report, extra = read(client.chat.completions.create(
        **ask(PROMPT, stream=True, stream_options={"include_usage": True}), extra_body={"adhere": {"stream": "optimistic"}}))
    same((DRAFT.startswith(text), finish, total, report["met"]), (True, "stop", 30, 2))
    same([e["replace"]["content"] for e in extra], [REPAIRED])


def helper():
    with client.chat.completions.stream(**ask(PROMPT), stream_options={"include_usage": True}, extra_body={"adhere": {"progress": True}}) as s:
        for _ in s:
            pass
        r = s.get_final_completion()
    same((r.choices[0].message.content, r.usage.total_tokens), (REPAIRED, 30))

    async def concurrently():
        async with openai.AsyncOpenAI(max_retries=0) as c:
            chunks = await c.chat.completions.create(**ask(PROMPT, stream=True))
            return "".join([(x.choices[0].delta.content or "") async for x in chunks if x.choices])

    same(asyncio.run(concurrently()), REPAIRED)


def tool():
    r = client.chat.completions.create(**ask(PROMPT, model="tools", tools=TOOLS))
    call = r.choices[0].message.tool_calls[0]
    same((call.function.name, call.function.arguments, r.choices[0].finish_reason), ("weather", '{"city":"Oslo"}', "tool_calls"))


def tool_streamed():
    with client.chat.completions.stream(**ask(PROMPT, model="tools", tools=TOOLS)) as s:
        for _ in s:
            pass
        call = s.get_final_completion().choices[0].message.tool_calls[0]
    same((call.function.name, call.function.arguments), ("weather", '{"city":"Oslo"}'))


def tool_turn():
    call = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    messages = [{"role": "user", "content": PROMPT}, {"role": "assistant", "tool_calls": [call]}, {"role": "tool", "tool_call_id": "call_1", "content": "rain"}]
    r = client.chat.completions.create(model="tools", messages=messages, tools=TOOLS)
    same((r.choices[0].message.content, r.adhere["met"]), (REPAIRED, 2))


def responses():
    r = client.responses.create(model="m", input="Write about tea.", instructions="Do not use any commas. Answer in at most 8 words.", store=False)
    same((r.output_text, r.usage.total_tokens, r.adhere["met"]), (REPAIRED, 30, 2))


def responses_streamed():
    text, final, marks = "", None, []
    for e in client.responses.create(model="m", input=PROMPT, stream=True, extra_body={"adhere": {"progress": True}}):
        if e.type == "response.output_text.delta":
            text += e.delta
        elif e.type == "response.completed":
            final = e.response
        elif e.type == "adhere.progress":
            marks.append(e.progress["attempt"])
    same((text, final.output_text, final.usage.total_tokens, final.adhere["met"], marks), (REPAIRED, REPAIRED, 30, 2, [1, 2]))


def responses_helper():
    said = {"X-Stainless-Helper-Method": "stream"}
    for adhere, headers in (({}, {}), ({"progress": True}, said), ({"progress": True, "stream": "optimistic"}, said)):
        with client.responses.stream(model="m", input=PROMPT, extra_body={"adhere": adhere}, extra_headers=headers) as s:
            for _ in s:
                pass
            same(s.get_final_response().output_text, REPAIRED)


def models():
    ids = [m.id for m in client.models.list()]
    same((ids[0], "m+decrim" in ids, client.models.list().data[0].owned_by), ("m", True, "stub"))


def fails(kind, call, **want):
    try:
        call()
    except kind as e:
        for name, value in want.items():
            same(getattr(e, name), value)
        return e
    raise AssertionError(f"no {kind.__name__}")


def error_400():
    e = fails(openai.BadRequestError, lambda: client.chat.completions.create(**ask("x"), extra_body={"adhere": {"strategy": "no such"}}), param="adhere.strategy")
    same("no such" in e.message, True)


def error_401():
    fails(openai.AuthenticationError, lambda: client.with_options(api_key="adhere_wrong").chat.completions.create(**ask("x")), code="invalid_api_key")


def error_422():
    again = client.with_options(max_retries=3)  # the gateway says that it is in vain
    e = fails(openai.UnprocessableEntityError, lambda: again.chat.completions.create(**ask(PROMPT, model="stubborn"), extra_body={"adhere": {"on_exhausted": "error"}}), code="constraints_not_met")
    same((e.body["adhere"]["not_met"], e.response.headers["x-should-retry"]), (2, "false"))


def error_422_streamed():
    fails(openai.APIError, lambda: read(client.chat.completions.create(**ask(PROMPT, model="stubborn", stream=True), extra_body={"adhere": {"on_exhausted": "error", "progress": True}})), code="constraints_not_met")


def error_429():
    limited = client.with_options(api_key=os.environ["LIMITED_KEY"])
    limited.chat.completions.create(**ask("x"))
    e = fails(openai.RateLimitError, lambda: limited.chat.completions.create(**ask("x")), code="rate_limit_exceeded")
    same(0 < int(e.response.headers["retry-after"]) <= 60, True)


def error_500():
    fails(openai.InternalServerError, lambda: client.chat.completions.create(**ask(PROMPT, model="broken")), status_code=500)
    fails(openai.InternalServerError, lambda: client.chat.completions.create(**ask("x", model="broken", stream=True)), status_code=500)


def error_in_stream():
    for adhere in ({"strategy": "passthrough"}, {"progress": True}):
        fails(openai.APIError, lambda: read(client.chat.completions.create(**ask(PROMPT, model="cut", stream=True), extra_body={"adhere": adhere})))
        fails(openai.APIError, lambda: list(client.responses.create(model="cut", input=PROMPT, stream=True, extra_body={"adhere": adhere})))


run({
    "chat": chat, "chat corrected": corrected, "model suffix": suffix, "stream": stream,
    "stream corrected": streamed, "stream corrected, empty chunks": lambda: streamed(keep_alive="chunk"), "stream optimistic": optimistic, "stream helper": helper,
    "tool call": tool, "tool call streamed": tool_streamed, "tool turn": tool_turn,
    "responses": responses, "responses streamed": responses_streamed, "responses helper": responses_helper, "models": models,
    "error 400": error_400, "error 401": error_401, "error 422": error_422, "error 422 streamed": error_422_streamed,
    "error 429": error_429, "error 500": error_500, "error in a stream": error_in_stream,
})
