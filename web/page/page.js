// SPDX-License-Identifier: MIT
// The page: editor, messages at their lines, runs, results, links.
(function () {
  "use strict";
  const KEPT = "beltdyn-web-text"; // in the storage of the browser
  const FIRST_EXAMPLE = "belt";
  const NARROW = "(max-width: 60rem)"; // the results lie below the editor
  const PAUSE = 250; // after the last key, before the text is checked [ms]
  const KIND = { json: "application/json", csv: "text/csv", html: "text/html" };
  const element = (id) => document.getElementById(id);
  const make = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const tables = new Map(); // files beside the configuration, by name
  let program = null;
  let schema = null;
  let name = "beltdyn"; // of the configuration
  let addresses = []; // of the files of the last results
  let checked = 0;
  let problemCount = 0;
  let shownExample = "";
  let linkNotice = ""; // what was wrong with the address

  const editor = CodeMirror(element("editor"), {
    mode: { name: "javascript", json: true },
    lineNumbers: true, lineWrapping: true, matchBrackets: true, autoCloseBrackets: true, tabSize: 2,
    gutters: ["CodeMirror-linenumbers", "problems"],
    extraKeys: {
      // Tab goes to the next control, as everywhere else.
      Tab: false, "Shift-Tab": false,
      "Ctrl-Space": () => showOffers(true),
      "Ctrl-Enter": () => startRun(), "Cmd-Enter": () => startRun(),
      Esc: () => element("run").focus(),
    },
  });
  editor.getInputField().setAttribute("aria-label", "Configuration of the drive");

  const say = (text) => (element("state").textContent = text);

  // Keys and values that fit where the cursor is.
  function showOffers(isAsked) {
    if (!schema) return;
    const found = BeltDynCompletion.complete(editor.getValue(), schema, editor.indexFromPos(editor.getCursor()));
    if (found.offers.length === 0) return;
    const [from, to] = [editor.posFromIndex(found.begin), editor.posFromIndex(found.end)];
    const list = found.offers.map((offer) => ({
      text: found.isKey && !found.hasColon ? `${offer.text}: ${offer.value}` : offer.text,
      render: (item) => item.append(make("b", { textContent: offer.shown, className: offer.isRequired ? "required" : "" }), make("small", { textContent: offer.meaning })),
      hint: (cm, data, choice) => {
        cm.replaceRange(choice.text, data.from, data.to);
        if (/[{[]\}?\]?$/.test(choice.text) && !choice.text.includes('"type"')) cm.execCommand("goCharLeft");
      },
    }));
    editor.showHint({ completeSingle: isAsked, hint: () => ({ list, from, to }), closeCharacters: /[{}[\],:]/ });
  }

  function clearMarks() {
    editor.clearGutter("problems");
    editor.eachLine((line) => editor.removeLineClass(line, "background", "problem"));
  }

  function showProblems(answer) {
    clearMarks();
    const problems = answer.problems || [];
    const entries = problems.map((problem) => {
      const text = `${problem.pointer}${problem.value ? ` = ${problem.value}` : ""}${problem.pointer ? ": " : ""}${problem.message}`;
      if (problem.line === 0) return make("li", { textContent: text });
      const line = problem.line - 1;
      editor.addLineClass(line, "background", "problem");
      editor.setGutterMarker(line, "problems", make("span", { textContent: "●", title: text, className: "mark" }));
      const button = make("button", { type: "button", className: "line", textContent: `Line ${problem.line}` });
      button.addEventListener("click", () => {
        editor.setCursor({ line, ch: 0 });
        editor.scrollIntoView(null, 80);
        editor.focus();
      });
      return make("li", {}, button, ` ${text}`);
    });
    const notices = (answer.notices || []).map((notice) => make("li", { className: "notice", textContent: notice }));
    element("problems").replaceChildren(...(entries.length + notices.length > 0 ? [make("ul", {}, ...entries, ...notices)] : []));
    return problems.length;
  }

  // Says whether the text can be run.
  async function check() {
    if (!program) return false;
    const own = (checked += 1);
    const text = editor.getValue();
    const answer = await program.check(text, [...tables]);
    if (own !== checked) return false;
    problemCount = showProblems(answer);
    if (answer.name) name = answer.name;
    if (!program.isRunning) {
      element("run").disabled = problemCount > 0;
      const found = problemCount > 0 ? `${problemCount} ${problemCount === 1 ? "error" : "errors"}` : `valid: ${answer.runs.map((run) => run.name).join(", ")}`;
      say(linkNotice + found);
    }
    return problemCount === 0;
  }

  // Keeps the reader's own text, also where an address without it is opened in between. A link to another text would
  // replace it when the page is loaded again.
  function keepText() {
    try {
      localStorage.setItem(KEPT, editor.getValue());
    } catch (error) {
      // The text lasts as long as the page is open.
    }
    linkNotice = "";
    // Browsers allow few changes of the address, and this one follows a letter.
    if (location.hash) setAddress("");
    showChoice("");
  }

  function setAddress(hash) {
    const address = new URL(location.href);
    address.hash = hash;
    history.replaceState(null, "", address);
    return address.href;
  }

  function showChoice(example) {
    shownExample = example;
    element("example").value = example;
  }

  let timer = 0;
  editor.on("changes", (_, changes) => {
    if (changes.some((change) => change.origin !== "setValue")) keepText();
    document.body.classList.add("changed");
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
  editor.on("inputRead", (cm, change) => {
    if (change.text[0] === '"') showOffers(false);
  });

  async function startRun() {
    if (!program || program.isRunning) return;
    clearTimeout(timer);
    if (!(await check())) return;
    const text = editor.getValue();
    const begin = performance.now();
    setRunning(true);
    say("starting …");
    try {
      const outcomes = [];
      const showOutcome = (outcome) => {
        outcomes.push(outcome);
        element("outcome").replaceChildren(runList({ runs: outcomes }));
      };
      element("outcome").replaceChildren();
      document.body.classList.remove("changed");
      const found = await program.run(text, [...tables], showProgress, showOutcome);
      if (found.answer.problems) showProblems(found.answer);
      else showResults(found, text, (performance.now() - begin) / 1000);
    } catch (error) {
      say(error.message);
    }
    setRunning(false);
  }

  function setRunning(isRunning) {
    element("run").disabled = isRunning || problemCount > 0;
    element("stop").disabled = !isRunning;
    element("progress").hidden = !isRunning;
    element("progress").removeAttribute("value");
    document.body.classList.toggle("running", isRunning);
  }

  function showProgress({ run, part, time }) {
    element("progress").value = part;
    say(`${run}: ${Math.floor(100 * part)} %${time > 0 ? `, t = ${time.toPrecision(3)} s` : ", preparing"}`);
  }

  function showResults({ answer, files }, text, seconds) {
    addresses.forEach((address) => URL.revokeObjectURL(address));
    addresses = [];
    const at = new Map();
    const offer = (path, parts) => {
      const address = URL.createObjectURL(new Blob(parts, { type: KIND[path.split(".").pop()] || "" }));
      addresses.push(address);
      at.set(path, address);
      return address;
    };
    for (const file of files) if (file.path !== "report.html") offer(file.path, [file.bytes]);
    const page = files.find((file) => file.path === "report.html");
    const report = element("report");
    report.hidden = !page;
    // The links of the page to files beside it.
    const html = page && new TextDecoder().decode(page.bytes).replace(/href="([^"#:]+)" download/g, (link, path) =>
      at.has(path) ? `href="${at.get(path)}" download="${path.replaceAll("/", "-")}"` : link)
      // This page chooses between light and dark for both.
      .replace("</head>", "<style>#theme { display: none; }</style></head>");
    if (page) report.src = offer("report.html", [html]);
    offer(`${answer.name}.json`, [text]);
    element("outcome").replaceChildren(runList(answer), fileList(at, answer));
    if (matchMedia(NARROW).matches) element("outcome").scrollIntoView({ block: "start" });
    const isStopped = answer.runs.some((run) => run.status === "interrupted");
    say(isStopped ? `stopped after ${seconds.toFixed(1)} s; the results go as far as the runs did` : `finished in ${seconds.toFixed(1)} s`);
  }

  function runList(answer) {
    return make("ul", { className: "runs" }, ...answer.runs.map((run) =>
      make("li", { className: run.clean ? "pass" : "warn" }, make("b", { textContent: run.name }), `: ${run.message || run.verdict}`)));
  }

  function fileList(at, answer) {
    const isShape = (path) => path.endsWith(".vtp") || path.endsWith(".pvd");
    const links = [...at].filter(([path]) => !isShape(path)).map(([path, address]) =>
      make("li", {}, make("a", { href: address, download: path.includes("/") ? `${answer.name}-${path.replaceAll("/", "-")}` : path, textContent: path })));
    const shapes = [...at.keys()].filter(isShape).length;
    const more = shapes > 0 ? [make("p", { className: "note", textContent: `${shapes} files for ParaView are written by the installed program only.` })] : [];
    return make("details", { className: "files" }, make("summary", { textContent: `Files (${links.length})` }), make("ul", {}, ...links), ...more);
  }

  // The address of this page with the text in it.
  async function pack(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
  async function unpack(packed) {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  }

  async function share() {
    const address = setAddress(`config=${await pack(editor.getValue())}`);
    const without = /\.csv"/.test(editor.getValue()) ? "; it does not contain the CSV files" : "";
    try {
      await navigator.clipboard.writeText(address);
      say(`the link is in the clipboard and in the address of this page${without}`);
    } catch (error) {
      say(`the link is in the address of this page${without}`);
    }
  }

  async function showExample(file) {
    const known = (await examples).find((one) => one.name === file);
    if (!known) throw new Error(`there is no example "${file}"`);
    for (const table of known.tables) tables.set(table, await (await fetch(`examples/${table}`)).text());
    editor.setValue(await (await fetch(`examples/${file}.json`)).text());
    showChoice(file);
    await check();
  }

  const examples = fetch("examples.json").then((response) => response.json());

  // What the address asks for, else what was here last, else the first example.
  async function showFirst() {
    const asked = new URLSearchParams(location.hash.slice(1));
    linkNotice = "";
    showChoice("");
    if (asked.has("config")) {
      try {
        return editor.setValue(await unpack(asked.get("config")));
      } catch (error) {
        linkNotice = "the link is damaged, ask for it again; ";
      }
    } else if (asked.has("example")) {
      try {
        return await showExample(asked.get("example"));
      } catch (error) {
        linkNotice = `${error.message}; `;
      }
    }
    let kept = null;
    try {
      kept = localStorage.getItem(KEPT);
    } catch (error) {
      // A browser may keep nothing.
    }
    return kept ? editor.setValue(kept) : showExample(FIRST_EXAMPLE);
  }

  async function openFiles(list) {
    for (const file of list) {
      const text = await file.text();
      if (file.name.endsWith(".csv")) tables.set(file.name, text);
      else editor.setValue(text);
    }
    keepText();
    await check();
  }

  function save() {
    const link = make("a", { href: URL.createObjectURL(new Blob([editor.getValue()], { type: KIND.json })), download: `${name}.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  function setUpTheme() {
    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
    const show = () => (element("theme").textContent = isDark() ? "Light" : "Dark");
    element("theme").addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("beltdyn-theme", root.dataset.theme);
      } catch (error) {
        // The choice lasts as long as the page is open.
      }
      const inner = element("report").contentDocument;
      if (inner) {
        inner.documentElement.dataset.theme = root.dataset.theme;
        inner.dispatchEvent(new Event("themechange"));
      }
      show();
    });
    dark.addEventListener("change", show);
    show();
  }

  function setUpControls() {
    element("run").addEventListener("click", startRun);
    element("stop").addEventListener("click", () => {
      say("stopping …");
      program.stop();
    });
    element("share").addEventListener("click", share);
    element("save").addEventListener("click", save);
    element("open").addEventListener("click", () => element("file").click());
    element("file").addEventListener("change", (event) => openFiles(event.target.files));
    element("example").addEventListener("change", (event) => {
      if (!event.target.value) return;
      linkNotice = "";
      setAddress(`example=${event.target.value}`);
      showExample(event.target.value);
    });
    addEventListener("hashchange", showFirst);
  }

  async function begin() {
    setUpTheme();
    setUpControls();
    if (location.protocol === "file:") {
      say("Browsers run no program of a file. Show the folder by a server: python3 -m http.server");
      return;
    }
    try {
      const [loaded] = await Promise.all([BeltDynProgram.load(), showFirst()]);
      program = loaded;
      for (const example of await examples) element("example").append(make("option", { value: example.name, textContent: example.title }));
      showChoice(shownExample);
      await check();
      schema = await program.schema();
      document.body.dataset.ready = "yes";
    } catch (error) {
      say(`The program cannot be loaded: ${error.message}. It needs a browser of 2023 or later.`);
    }
  }

  begin();
})();
