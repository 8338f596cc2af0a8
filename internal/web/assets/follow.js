// Keeps a part of a page up to date: the transcript of a session that goes on,
// what the model writes as it comes, and the list of requests that is followed.
// Without it the page shows what was true when it was loaded.

const transcript = () => document.querySelector("#transcript");

// renew takes a part from the page as it is now. What was opened or ticked
// stays so, the focus too, and what is looked at stays in its place.
async function renew(part) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(part);
  const old = document.querySelector(part);
  if (!fresh) return;
  for (const open of old.querySelectorAll("details[open][id]")) {
    const same = fresh.querySelector(`#${CSS.escape(open.id)}`);
    if (same) same.open = true;
  }
  for (const tick of old.querySelectorAll("input:checked")) {
    fresh.querySelector(`input[value="${CSS.escape(tick.value)}"]`)?.setAttribute("checked", "");
  }
  const seen = [...old.querySelectorAll("li[id]")].find((li) => li.getBoundingClientRect().top >= 0);
  const top = seen?.getBoundingClientRect().top;
  const at = [...old.querySelectorAll("a, button, input, summary")].indexOf(document.activeElement);
  const key = old.contains(document.activeElement) && (document.activeElement.value || document.activeElement.href);
  old.replaceWith(fresh);
  const all = [...fresh.querySelectorAll("a, button, input, summary")];
  if (at >= 0) (all.find((el) => key && (el.value || el.href) === key) ?? all[at])?.focus({ preventScroll: true });
  const now = seen && scrollY > 0 && document.getElementById(seen.id);
  if (now) scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
}

function follow(address) {
  const source = new EventSource(address);
  let last = Promise.resolve();
  const hear = async (news) => {
    if (String(news.version) !== transcript().dataset.version) await renew("#transcript");
    document.querySelector("#work").hidden = !news.working;
    document.querySelector("#stream").textContent = news.text;
    if (news.over) source.close();
  };
  source.addEventListener("news", (event) => {
    const news = JSON.parse(event.data);
    last = last.then(() => hear(news)).catch(() => {});
  });
  addEventListener("pagehide", () => source.close());
}

if (transcript()?.dataset.follow) follow(transcript().dataset.follow);
if (document.querySelector("#traffic[data-renew]")) {
  const again = () => setTimeout(async () => {
    if (document.visibilityState === "visible") await renew("#traffic").catch(() => {});
    again();
  }, 3000);
  again();
}
