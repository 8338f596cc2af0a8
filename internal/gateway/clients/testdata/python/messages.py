"""Anthropic's client for Python does what programs do with it, against the gateway."""

import asyncio
import os

import anthropic

from cases import DRAFT, PROMPT, REPAIRED, run, same

TOOLS = [{"name": "weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}]
PROGRESS = {"adhere": {"progress": True}}

client = anthropic.Anthropic(max_retries=0)


def ask(text, **more):
    return {"model": "m", "max_tokens": 200, "messages": [{"role": "user", "content": text}], **more}


def message():
    m = client.messages.create(**ask("hello"))
    same((m.content[0].text, m.stop_reason, hasattr(m, "adhere")), (DRAFT, "end_turn", False))


def corrected():
    m = client.messages.create(**ask(PROMPT))
    same((m.content[0].text, m.usage.input_tokens, m.usage.output_tokens, m.adhere["met"], m.adhere["answer"]), (REPAIRED, 20, 10, 2, 2))
    same(client.messages.with_raw_response.create(**ask(PROMPT)).headers["x-adhere-met"], "2")


def system():
    m = client.messages.create(**ask("Write about tea.", system=[{"type": "text", "text": "Do not use any commas. Answer in at most 8 words."}]))
    same((m.content[0].text, m.adhere["met"]), (REPAIRED, 2))


def read(events):
    """Returns text, reason of the end, tokens and report."""
    text, stop, out, report = "", None, None, None
    for e in events:
        if e.type == "content_block_delta":
            text += e.delta.text
        elif e.type == "message_delta":
            stop, out, report = e.delta.stop_reason, e.usage.output_tokens, getattr(e, "adhere", None)
    return text, stop, out, report


def stream():
    same(read(client.messages.create(**ask("hello", stream=True))), (DRAFT, "end_turn", 5, None))


def streamed():
    for more in (PROGRESS, {"adhere": {"keep_alive": "chunk"}}):
        text, stop, out, report = read(client.messages.create(**ask(PROMPT, stream=True), extra_body=more))
        same((text, stop, out, report["met"]), (REPAIRED, "end_turn", 10, 2))


def helper():
    with client.messages.stream(**ask(PROMPT), extra_body=PROGRESS) as s:
        same("".join(s.text_stream), REPAIRED)
        same(s.get_final_message().content[0].text, REPAIRED)

    async def concurrently():
        async with anthropic.AsyncAnthropic(max_retries=0) as c, c.messages.stream(**ask(PROMPT)) as s:
            return "".join([piece async for piece in s.text_stream])

    same(asyncio.run(concurrently()), REPAIRED)


def called(m):
    same([(b.type, b.name, b.input) for b in m.content] + [m.stop_reason], [("tool_use", "weather", {"city": "Oslo"}), "tool_use"])


def tool_streamed():
    with client.messages.stream(**ask(PROMPT, model="tools", tools=TOOLS)) as s:
        called(s.get_final_message())


def tool_turn():
    turns = [
        {"role": "user", "content": PROMPT},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "rain"}]},
    ]
    m = client.messages.create(**ask("", model="tools", tools=TOOLS, messages=turns))
    same((m.content[0].text, m.adhere["met"]), (REPAIRED, 2))


def fails(kind, call):
    try:
        call()
    except kind as e:
        return e
    raise AssertionError(f"no {kind.__name__}")


def error_400():
    e = fails(anthropic.BadRequestError, lambda: client.messages.create(**ask("x"), extra_body={"adhere": {"strategy": "no such"}}))
    same((e.body["type"], e.body["error"]["type"], "no such" in e.message), ("error", "invalid_request_error", True))


def error_401():
    e = fails(anthropic.AuthenticationError, lambda: client.with_options(api_key="adhere_wrong").messages.create(**ask("x")))
    same(e.body["error"]["type"], "authentication_error")


REFUSED = {"adhere": {"on_exhausted": "error"}}


def error_422():
    again = client.with_options(max_retries=3)  # the gateway says that it is in vain
    e = fails(anthropic.UnprocessableEntityError, lambda: again.messages.create(**ask(PROMPT, model="stubborn"), extra_body=REFUSED))
    same((e.body["error"]["adhere"]["not_met"], e.response.headers["x-should-retry"]), (2, "false"))


def error_422_streamed():
    fails(anthropic.APIStatusError, lambda: read(client.messages.create(**ask(PROMPT, model="stubborn", stream=True), extra_body=REFUSED)))


def error_429():
    limited = client.with_options(api_key=os.environ["LIMITED_KEY"])
    limited.messages.create(**ask("x"))
    e = fails(anthropic.RateLimitError, lambda: limited.messages.create(**ask("x")))
    same(0 < int(e.response.headers["retry-after"]) <= 60, True)


def error_500():
    fails(anthropic.InternalServerError, lambda: client.messages.create(**ask(PROMPT, model="broken")))
    fails(anthropic.InternalServerError, lambda: client.messages.create(**ask("x", model="broken", stream=True)))


def error_in_stream():
    for adhere in ({"strategy": "passthrough"}, {"progress": True}):
        fails(anthropic.APIStatusError, lambda: read(client.messages.create(**ask(PROMPT, model="cut", stream=True), extra_body={"adhere": adhere})))


run({
    "message": message, "message corrected": corrected, "system": system,
    "stream": stream, "stream corrected": streamed, "stream helper": helper,
    "tool use": lambda: called(client.messages.create(**ask(PROMPT, model="tools", tools=TOOLS))), "tool use streamed": tool_streamed, "tool turn": tool_turn,
    "error 400": error_400, "error 401": error_401, "error 422": error_422, "error 422 streamed": error_422_streamed,
    "error 429": error_429, "error 500": error_500, "error in a stream": error_in_stream,
})
