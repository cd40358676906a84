// SPDX-License-Identifier: MIT
// The program in a thread of its own. Messages in: {module, id, call, texts, tables, stop}; out: {id, answer, files},
// {id, progress}, {id, outcome} and {id, failure}.
"use strict";
importScripts("beltdyn.js");

const RESULTS = "/results";
let program = null;

// An address that the page takes back when it wants this thread to stop: the only thing that a thread which computes can
// look at without memory that is shared, for which a server would have to send headers.
function isTakenBack(address) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return request.status !== 200;
  } catch (error) {
    return true;
  }
}

function load(module) {
  return createBeltDyn({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
    print: () => {},
    printErr: () => {},
  });
}

function filesIn(folder) {
  const found = [];
  for (const name of program.FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    if (program.FS.isDir(program.FS.stat(path).mode)) found.push(...filesIn(path));
    else found.push({ path, bytes: program.FS.readFile(path) });
  }
  return found;
}

async function answer({ module, id, call, texts, tables, stop }) {
  if (!program) program = await load(module);
  for (const [name, text] of tables || []) program.FS.writeFile(name, text);
  program.onProgress = (run, part, time) => postMessage({ id, progress: { run, part, time } });
  program.onOutcome = (text) => postMessage({ id, outcome: JSON.parse(text) });
  program.isStopped = () => stop !== undefined && isTakenBack(stop);
  const text = program.ccall(call, "string", texts.map(() => "string"), texts);
  const found = JSON.parse(text);
  if (call !== "beltdyn_run" || found.problems) return postMessage({ id, answer: found });
  const files = filesIn(`${RESULTS}/${found.name}`).map((file) => ({ ...file, path: file.path.slice(found.folder.length + 1) }));
  postMessage({ id, answer: found, files }, files.map((file) => file.bytes.buffer));
}

addEventListener("message", ({ data }) => {
  answer(data).catch((error) => postMessage({ id: data.id, failure: String((error && error.message) || error) }));
});
