// SPDX-License-Identifier: MIT
// Reads a line {"formula", "isDisplay"} and answers with a line {"html"} or {"error"}.
const katex = require("/usr/share/nodejs/katex");
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => {
  const {formula, isDisplay} = JSON.parse(line);
  let answer;
  try {
    answer = {html: katex.renderToString(formula, {displayMode: isDisplay, throwOnError: true})};
  } catch (error) {
    answer = {error: error.message};
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
