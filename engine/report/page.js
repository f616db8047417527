// Filters and sorts the groups of a page, and moves between pairs by keys. Without it a page shows
// the same in its first order.
"use strict";
(() => {
  const finder = document.querySelector(".finder");
  const list = document.querySelector(".groups");
  if (finder && list) {
    const groups = Array.from(list.children);
    const words = groups.map((group) => group.textContent.toLowerCase());
    const field = (name) => finder.querySelector(`[name=${name}]`);
    const number = (name) => (element) => -Number(element.dataset[name] || 0);
    const text = (name) => (element) => element.dataset[name] || "";
    const orders = {
      least: number("far"), largest: number("size"), longest: number("words"),
      newest: text("date"), place: text("place"),
    };
    const sort = (name) => {
      const key = name === "random" ? () => Math.random() : orders[name];
      const keyed = groups.map((group, at) => ({ group, at, key: key(group) }));
      const before = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
      keyed.sort((a, b) => {
        // Those without a date or place come last.
        if ((a.key === "") !== (b.key === "")) return a.key === "" ? 1 : -1;
        return (name === "newest" ? before(b.key, a.key) : before(a.key, b.key)) || a.at - b.at;
      });
      list.append(...keyed.map((entry) => entry.group));
    };
    const filter = () => {
      const wanted = field("words").value.toLowerCase().split(/\s+/).filter(Boolean);
      const least = Number(field("from").value || 0);
      const most = field("to").value === "" ? 100 : Number(field("to").value);
      let shown = 0;
      groups.forEach((group, at) => {
        const alike = 100 - Number(group.dataset.far) / 10000;
        const fits = alike >= least && alike <= most && wanted.every((word) => words[at].includes(word));
        group.hidden = !fits;
        shown += fits ? 1 : 0;
      });
      finder.querySelector("output").textContent = `${shown} of ${groups.length} shown`;
    };
    finder.addEventListener("input", (event) => {
      if (event.target.name === "sort") sort(event.target.value);
      filter();
    });
    finder.hidden = false;
    filter();
  }
  // The pair, or the closed group, that keys are about; marked on the page. Nothing is decided of
  // one that is not in the window.
  const EDGE = 60;
  let current = null;
  const isShown = (stop) => {
    const { top, bottom } = stop.getBoundingClientRect();
    return bottom > EDGE && top < innerHeight - EDGE;
  };
  const firstShown = (stops) =>
    stops.find((stop) => stop.getBoundingClientRect().bottom > EDGE) || stops[stops.length - 1];
  const mark = (stop) => {
    if (current) current.removeAttribute("aria-current");
    current = stop;
    current.setAttribute("aria-current", "true");
  };
  const goTo = (stop) => {
    if (!stop) return;
    mark(stop);
    if (stop.matches("details.pair")) stop.open = true;
    const target = stop.matches("details") ? stop.querySelector("summary") : stop;
    if (target === stop) stop.tabIndex = -1;
    target.focus({ preventScroll: true });
    stop.scrollIntoView({ block: "start" });
  };
  // Pairs, and the groups that are closed.
  const allStops = () => Array.from(document.querySelectorAll(".groups > *, .pair")).filter(
    (stop) => !stop.closest("[hidden]") && !(stop.parentElement.closest("details:not([open])")) &&
      !(stop.matches("details.group[open]") && stop.querySelector(".pair")));
  const stopOf = (element) => element && element.closest && element.closest(".pair, .groups > *");
  for (const kind of ["focusin", "click"])
    document.addEventListener(kind, (event) => {
      const stop = stopOf(event.target);
      if (stop) mark(stop);
    });
  const isForPage = (event) => !event.ctrlKey && !event.metaKey && !event.altKey &&
    !event.target.closest("input, select, textarea");
  document.addEventListener("keydown", (event) => {
    if (!isForPage(event)) return;
    if (event.key === "n" || event.key === "p") {
      const stops = allStops();
      const at = stops.indexOf(current);
      goTo(at < 0 ? firstShown(stops)
        : stops[Math.min(Math.max(at + (event.key === "n" ? 1 : -1), 0), stops.length - 1)]);
    } else if (event.key === "o") {
      const inside = document.activeElement && document.activeElement.closest("details");
      if (inside) inside.open = !inside.open;
    } else {
      return;
    }
    event.preventDefault();
  });
  // Decisions are forms; by script they are sent where they stand, and keys press their buttons.
  const decidedPairs = () => allStops().filter((stop) => stop.querySelector(".decide"));
  let byKey = null;
  document.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (!button || !button.dataset.key) return;
    event.preventDefault();
    const told = button.form.querySelector("output");
    try {
      const answer = await fetch(button.formAction, { method: "POST", redirect: "manual" });
      if (answer.type !== "opaqueredirect") throw new Error(answer.status);
      for (const other of button.form.querySelectorAll("button"))
        other.setAttribute("aria-pressed", String(other === button && button.dataset.key !== "u"));
      told.textContent = button.dataset.says;
      if (byKey === button && button.dataset.key !== "u") {
        const pairs = decidedPairs();
        const next = pairs[pairs.indexOf(button.closest(".pair")) + 1];
        if (next) goTo(next);
      }
    } catch (error) {
      told.textContent = "Not written: the service does not answer or refuses it";
    }
    if (byKey === button) byKey = null;
  });
  document.addEventListener("keydown", (event) => {
    if (!isForPage(event) || !/^[kwdu]$/.test(event.key)) return;
    const pairs = decidedPairs();
    if (pairs.length === 0) return;
    event.preventDefault();
    // What is written is said before the next one is decided.
    if (byKey || event.repeat) return;
    if (!pairs.includes(current)) return goTo(firstShown(pairs));
    if (!isShown(current) || !current.open) return goTo(current);
    byKey = current.querySelector(`.decide [data-key=${event.key}]`);
    byKey.click();
  });
  for (const keys of document.querySelectorAll(".keys")) keys.hidden = false;
  // A link to a pair opens what it is in; browsers do so for folded text alone.
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let at = target; at; at = at.parentElement) if (at.matches("details")) at.open = true;
    if (target && target.matches(".pair")) mark(target);
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
})();
