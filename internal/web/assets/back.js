// Who goes back to a long page whose results have to be counted anew first is
// then at the place that was left: the browser alone would keep that of the
// short page that waits.

const at = `adhere:scroll:${location.pathname}${location.search}`;
const back = "adhere:back";

try {
  if (document.querySelector("[data-waiting]")) {
    if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") {
      sessionStorage.setItem(back, at);
      history.scrollRestoration = "manual";
    }
  } else {
    if (sessionStorage.getItem(back) === at) scrollTo({ top: Number(sessionStorage.getItem(at)), behavior: "instant" });
    sessionStorage.removeItem(back);
    addEventListener("pagehide", () => {
      sessionStorage.setItem(at, scrollY);
      history.scrollRestoration = "auto";
    });
  }
} catch {
  // the place is a comfort only
}
