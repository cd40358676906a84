// SPDX-License-Identifier: MIT
// Chooses light or dark before the first paint: what was chosen here last, else what the system says.
(function () {
  try {
    const chosen = localStorage.getItem("beltdyn-theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch (error) {
    // A browser may keep nothing for pages from files.
  }
  document.documentElement.classList.add("scripted");
})();
