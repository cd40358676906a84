// SPDX-License-Identifier: MIT
// node web/run_in_node.js BELTDYN_JS CONFIG FOLDER: carries out a configuration as the page does, and writes what the page
// has in memory into the folder. For tests; prints the answer as JSON.
"use strict";
const fs = require("fs");
const path = require("path");

function copyOut(files, from, to) {
  fs.mkdirSync(to, { recursive: true });
  for (const name of files.readdir(from)) {
    if (name === "." || name === "..") continue;
    const [source, target] = [`${from}/${name}`, path.join(to, name)];
    if (files.isDir(files.stat(source).mode)) copyOut(files, source, target);
    else fs.writeFileSync(target, files.readFile(source));
  }
}

async function main([program, config, folder]) {
  const create = require(path.resolve(program));
  // Node has a fetch() that this release of Emscripten takes for one that reads files.
  const wasmBinary = fs.readFileSync(program.replace(/\.js$/, ".wasm"));
  const beltdyn = await create({ wasmBinary, onProgress: () => {}, onOutcome: () => {}, isStopped: () => false, print: () => {}, printErr: console.error });
  const call = (name, ...texts) => beltdyn.ccall(name, "string", texts.map(() => "string"), texts);
  // Tables that the configuration names by their places beside it.
  const beside = path.dirname(path.resolve(config));
  for (const name of fs.readdirSync(beside)) {
    if (name.endsWith(".csv")) beltdyn.FS.writeFile(name, fs.readFileSync(path.join(beside, name)));
  }
  const begin = process.cpuUsage();
  const answer = JSON.parse(call("beltdyn_run", fs.readFileSync(config, "utf8"), "/results"));
  const { user, system } = process.cpuUsage(begin);
  answer.cpu = (user + system) / 1e6;
  process.stdout.write(`${JSON.stringify(answer, null, 1)}\n`);
  if (answer.folder) copyOut(beltdyn.FS, answer.folder, path.join(folder, answer.name));
  return answer.problems ? 2 : 0;
}

main(process.argv.slice(2)).then((code) => process.exit(code));
