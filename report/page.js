// SPDX-License-Identifier: MIT
// What the page can do beyond being read: light and dark, the place in the contents, sorting and filtering of tables.
(function () {
  "use strict";
  const root = document.documentElement;

  function setUpTheme() {
    const button = document.getElementById("theme");
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
    const show = () => {
      button.textContent = isDark() ? "Light" : "Dark";
      button.setAttribute("aria-label", isDark() ? "Show the page in light colours" : "Show the page in dark colours");
      document.dispatchEvent(new Event("themechange"));
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("beltdyn-theme", root.dataset.theme);
      } catch (error) {
        // The choice lasts as long as the page is open.
      }
      show();
    });
    dark.addEventListener("change", show);
    show();
  }

  function setUpContents() {
    const menu = document.getElementById("menu");
    const narrow = matchMedia("(max-width: 60rem)");
    const fit = () => (menu.open = !narrow.matches);
    narrow.addEventListener("change", fit);
    fit();
    menu.addEventListener("click", (event) => {
      if (narrow.matches && event.target.closest("a")) menu.open = false;
    });
    const links = new Map();
    for (const link of menu.querySelectorAll("a")) links.set(link.hash.slice(1), link);
    const visible = new Set();
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) entry.isIntersecting ? visible.add(entry.target.id) : visible.delete(entry.target.id);
      let current = null;
      for (const [id, link] of links) {
        link.removeAttribute("aria-current");
        if (visible.has(id) && !current) current = link;
      }
      if (current) current.setAttribute("aria-current", "true");
    }, { rootMargin: "-10% 0px -60% 0px" });
    for (const id of links.keys()) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
  }

  // A link into something folded opens it.
  function openTarget() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let node = target; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    if (target.firstElementChild && target.firstElementChild.tagName === "DETAILS") target.firstElementChild.open = true;
    target.scrollIntoView();
  }

  // In print everything is open, and afterwards as it was.
  function setUpPrint() {
    let opened = [];
    const open = () => {
      if (opened.length > 0) return;
      opened = [...document.querySelectorAll("main details:not([open])")];
      for (const details of opened) details.open = true;
    };
    const close = () => {
      for (const details of opened) details.open = false;
      opened = [];
    };
    addEventListener("beforeprint", open);
    addEventListener("afterprint", close);
    matchMedia("print").addEventListener("change", (event) => (event.matches ? open() : close()));
  }

  // On a phone a figure fits the window, and is enlarged on demand.
  function setUpFigure(figure) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "enlarge";
    const show = () => {
      const isLarge = figure.classList.contains("large");
      button.textContent = isLarge ? "Fit" : "Enlarge";
      button.setAttribute("aria-pressed", String(isLarge));
    };
    button.addEventListener("click", () => {
      figure.classList.toggle("large");
      show();
    });
    show();
    figure.querySelector("figcaption").append(button);
  }

  const keyOf = (cell) => (cell.dataset.sort === undefined ? cell.textContent.trim() : Number(cell.dataset.sort));

  function compare(a, b) {
    const number = typeof a === "number";
    if (number !== (typeof b === "number")) return number ? -1 : 1;
    return number ? a - b : a.localeCompare(b, "en", { numeric: true });
  }

  // Equal rows keep their order; what is no number stays last in a column of numbers.
  function sortTable(table, index, head) {
    const ascending = head.getAttribute("aria-sort") !== "ascending";
    const body = table.tBodies[0];
    const isNumber = head.classList.contains("number");
    const rows = [...body.rows].map((row) => ({ row, key: keyOf(row.cells[index]) }));
    rows.sort((a, b) => {
      if (isNumber && typeof a.key !== typeof b.key) return compare(a.key, b.key);
      return ascending ? compare(a.key, b.key) : compare(b.key, a.key);
    });
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    body.append(...rows.map((item) => item.row));
  }

  function setUpSorting(table) {
    [...table.tHead.rows[0].cells].forEach((head, index) => {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      button.addEventListener("click", () => sortTable(table, index, head));
      head.replaceChildren(button);
    });
  }

  function setUpFilter(form) {
    const table = document.getElementById(form.dataset.table);
    const rows = [...table.tBodies[0].rows].map((row) => ({ row, text: row.textContent.toLowerCase() }));
    const shown = form.querySelector("output");
    const apply = () => {
      let count = 0;
      const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
      const choices = [...form.querySelectorAll("select")].filter((select) => select.value);
      for (const { row, text } of rows) {
        const fits = choices.every((select) => (row.dataset[select.name] || "").split(" ").includes(select.value));
        const has = words.every((word) => text.includes(word));
        row.hidden = !(fits && has);
        if (!row.hidden) count += 1;
      }
      shown.textContent = count === rows.length ? `${count} rows` : `${count} of ${rows.length} rows`;
    };
    form.addEventListener("input", apply);
    form.addEventListener("change", apply);
    form.addEventListener("reset", () => setTimeout(apply));
    form.addEventListener("submit", (event) => event.preventDefault());
    apply();
  }

  setUpTheme();
  setUpContents();
  setUpPrint();
  for (const table of document.querySelectorAll("table.sortable")) setUpSorting(table);
  for (const form of document.querySelectorAll("form.filters")) setUpFilter(form);
  for (const figure of document.querySelectorAll("figure[id^=figure-]")) setUpFigure(figure);
  addEventListener("hashchange", openTarget);
  openTarget();
})();
