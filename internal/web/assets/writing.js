// Shows an answer as it is written, keeps what is typed, and sends moves again
// when the network was away. Without it the page works by forms and reloads.

import { keep, kept } from "./kept.js";

const desk = document.querySelector(".desk");

function say(text) {
  const box = document.querySelector("[data-kept]") || document.querySelector("#said");
  if (box) {
    box.textContent = text;
  }
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// reach asks until the server has answered, or once.
async function reach(url, options, once = false) {
  for (let pause = 500; ; pause = Math.min(2 * pause, 8000)) {
    try {
      const answer = await fetch(url, options);
      if (answer.status < 500 || once) {
        return answer;
      }
    } catch (trouble) {
      if (once) {
        throw trouble;
      }
    }
    say("The server can't be reached; trying again. What you typed is kept.");
    await wait(pause);
  }
}

// sent is what sends fields as a form does.
const sent = (fields, options) => ({ method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" }, ...options });

const post = (url, fields) => reach(url, sent(fields));

// again loads the page anew, once the server answers.
async function again() {
  await reach(location.href, { headers: { Accept: "text/html" } });
  location.reload();
}

// What the model writes.
function watch() {
  const stream = document.querySelector("#stream");
  const said = document.querySelector("#said");
  const stop = document.querySelector("#stop");
  const retry = document.querySelector("#retry");
  const withdraw = document.querySelector("#withdraw"); // none where the draft is written
  const words = {
    sources: "Passages for the question are being looked for.",
    draft: "The first answer is being written.",
    passages: "Passages for your instruction are being looked for.",
    summary: "What matters of the passages is being summed up.",
    revision: "The answer is being rewritten.",
  };
  let source = null;
  function connect() {
    source = new EventSource(desk.dataset.events);
    source.addEventListener("news", (event) => hear(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      said.textContent = "The server can't be reached; trying again.";
      if (source.readyState === EventSource.CLOSED) {
        setTimeout(connect, 1000);
      }
    });
  }
  function hear(news) {
    if (!news.working) {
      source.close();
    }
    if (!news.working && !news.stopped && !news.trouble) {
      again();
      return;
    }
    stream.textContent = stream.textContent.slice(0, news.from) + news.text;
    stop.hidden = !news.working;
    retry.hidden = news.working;
    if (withdraw) {
      withdraw.hidden = news.working;
    }
    const line = news.stopped ? "You stopped this." : news.trouble || words[news.phase] || "";
    if (said.textContent !== line) {
      said.textContent = line;
    }
  }
  connect();
  addEventListener("pagehide", () => source.close());
  const press = async (event) => {
    event.preventDefault();
    await post(event.target.action, [...new FormData(event.target)]);
    source.close();
    again();
  };
  stop.addEventListener("submit", press);
  retry.addEventListener("submit", press);
  withdraw?.addEventListener("submit", press);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !stop.hidden && !document.querySelector(":popover-open")) {
      stop.requestSubmit();
    }
  });
}

// mostAlive is how many bytes browsers send of a page that is left.
const mostAlive = 60000;

// What the person types is kept by the server, and in this browser until that
// has it. Busy says that the form itself is on its way.
function typing(form, field, busy) {
  const url = form.action.replace(/\/moves$/, "/typed");
  const place = `adhere:writing:${desk.dataset.session}:${field.name}`;
  let timer = 0;
  let running = null;
  let settled = Promise.resolve();
  let unsent = false;
  const fields = () => [...new FormData(form)].filter(([name]) => !["version", "client", "do"].includes(name));
  // here keeps it in this browser, and says why the server does not.
  function here(reason, again) {
    keep(place, field.value);
    say(`What you typed is kept in this browser; ${reason}.`);
    if (again) {
      timer = timer || setTimeout(sendNow, 3000);
    }
  }
  async function send() {
    timer = 0;
    running?.abort();
    const mine = (running = new AbortController());
    try {
      const answer = await reach(url, sent(fields(), { signal: mine.signal }), true);
      if (!answer.ok) {
        const reason = await why(answer);
        if (!mine.signal.aborted) {
          here(reason, answer.status === 401 || answer.status >= 500);
        }
        return;
      }
      unsent = unsent && timer !== 0; // something was typed meanwhile
      say("What you typed is kept.");
      keep(place, null);
    } catch (trouble) {
      if (trouble.name !== "AbortError") {
        here("the server can't be reached", true);
      }
    }
  }
  const sendNow = () => {
    settled = send();
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(sendNow, 400);
    unsent = true;
  });
  if (kept(place)) {
    field.value = kept(place);
    unsent = true;
    timer = setTimeout(sendNow, 400);
  }
  addEventListener("pagehide", () => {
    if (!unsent || busy()) {
      return;
    }
    const last = sent(fields(), { keepalive: true });
    const alive = String(last.body).length < mostAlive;
    if (!alive || kept(place)) { // what is kept wins over what the server has
      keep(place, field.value);
    }
    if (alive) {
      reach(url, last, true).catch(() => {});
    }
  });
  return {
    // hold ends what is being kept, so that it can't come after a move.
    hold: async () => {
      clearTimeout(timer);
      timer = 0;
      running?.abort();
      await settled;
    },
    forget: () => {
      unsent = false;
      keep(place, null);
    },
  };
}

function take(form) {
  const field = form.querySelector("[data-type]");
  let busy = false;
  const typed = field && typing(form, field, () => busy);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) {
      return;
    }
    busy = true;
    const body = [...new FormData(form)];
    const what = event.submitter || form.querySelector("button[name=do]");
    body.push(["do", what.value]);
    await typed?.hold();
    const answer = await post(form.action, body);
    if (answer.ok) {
      typed?.forget();
      again();
      return;
    }
    busy = false;
    refused(form, answer);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
}

// why the server did not take something.
async function why(answer) {
  const trouble = await answer.json().catch(() => ({ message: "the server refused this" }));
  return trouble.message + (trouble.hint ? ": " + trouble.hint : "");
}

// refused says that in a form.
async function refused(form, answer) {
  const reason = await why(answer);
  let box = form.querySelector(".alert");
  if (!box) {
    box = document.createElement("p");
    box.className = "alert";
    box.setAttribute("role", "alert");
    form.prepend(box);
  }
  box.textContent = reason;
  box.scrollIntoView({ block: "nearest" });
}

// What stands beside the answer: a paper, or the person's own search. It is
// taken from the page that the link or form leads to; what is being typed stays.
async function beside(url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#beside");
  if (!answer.ok || !fresh) {
    location.href = url;
    return;
  }
  document.querySelector("#beside").replaceWith(fresh);
  history.replaceState(null, "", url.replace(/#.*/, ""));
  const wanted = new URL(url, location.href).hash.slice(1);
  (fresh.querySelector(`[id="${CSS.escape(wanted)}"]`) || fresh).scrollIntoView({ block: "nearest" });
  document.querySelector("#beside-title").focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-beside]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    beside(link.href);
  }
});

// mark says that a passage matters, or that it does not.
async function mark(form) {
  const answer = await post(`${desk.dataset.href}/moves`, [...new FormData(form)]);
  if (!answer.ok) {
    refused(form, answer);
    return;
  }
  const news = await answer.json();
  for (const field of document.querySelectorAll("input[name=version]")) field.value = news.version;
  for (const field of document.querySelectorAll("input[name=client]")) field.value = `form-${desk.dataset.session}-${news.version}`;
  for (const one of document.querySelectorAll("form[data-mark]")) {
    const on = news.marked.includes(one.elements.passage.value);
    one.elements.on.value = on ? "0" : "1";
    one.querySelector("button").setAttribute("aria-pressed", String(on));
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-beside]")) {
    event.preventDefault();
    beside(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}#beside`);
  }
  if (event.target.matches("form[data-mark]")) {
    event.preventDefault();
    mark(event.target);
  }
});

if (desk.dataset.events) {
  watch();
}
for (const form of document.querySelectorAll("[data-form]")) {
  take(form);
}
