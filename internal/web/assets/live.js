// Keeps the figures of a run that goes on up to date, and reloads the page
// when the run is over. Without it the page shows what was true when it was
// loaded.

// grouped writes a number as the server does.
function grouped(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

function watch(box) {
  const source = new EventSource(box.dataset.events);
  let said = 0;
  source.addEventListener("progress", (event) => {
    const news = JSON.parse(event.data);
    for (const el of box.querySelectorAll("[data-live]")) {
      const value = news[el.dataset.live];
      if (value !== undefined) {
        el.textContent = typeof value === "number" ? grouped(value) : value;
      }
    }
    const bar = box.querySelector("progress");
    if (bar) {
      bar.value = news.percent;
    }
    // Who listens to the page hears every tenth part of the way.
    const tenth = Math.floor(news.percent / 10);
    const status = box.querySelector("[data-live=said]");
    if (status && tenth > said) {
      said = tenth;
      status.textContent = `${news.percent} percent done`;
    }
    if (news.state !== "started") {
      source.close();
      location.reload();
    }
  });
  addEventListener("pagehide", () => source.close());
}

for (const box of document.querySelectorAll("[data-events]")) {
  watch(box);
}
