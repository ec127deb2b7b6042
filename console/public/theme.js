// Before the first paint, so that a dark page does not flash white. lib/theme-mode takes over from here.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem("theme");
  } catch (error) {
    // Storage may be forbidden.
  }
  var dark = stored ? stored === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
