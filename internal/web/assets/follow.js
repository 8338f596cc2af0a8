// Keeps the transcript of a session that goes on up to date: what the model
// writes as it comes, and the page's own part anew after every move. Without
// it the page shows what was true when it was loaded.

const transcript = () => document.querySelector("#transcript");

// renew takes the transcript from the page as it is now; what was opened stays
// open.
async function renew() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#transcript");
  if (!fresh) return;
  for (const old of transcript().querySelectorAll("details[open][id]")) {
    const same = fresh.querySelector(`#${CSS.escape(old.id)}`);
    if (same) same.open = true;
  }
  transcript().replaceWith(fresh);
}

function follow(address) {
  const source = new EventSource(address);
  let last = Promise.resolve();
  const hear = async (news) => {
    if (String(news.version) !== transcript().dataset.version) await renew();
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
