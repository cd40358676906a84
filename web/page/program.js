// SPDX-License-Identifier: MIT
// The program, as the page calls it: one thread that checks texts, and one for each run, which begins with fresh memory.
(function () {
  "use strict";
  const PATIENCE = 4000; // with a run that was asked to stop, before its thread is ended [ms]

  class Thread {
    constructor(module) {
      this.module = module;
      this.worker = new Worker("worker.js");
      this.waiting = new Map();
      this.last = 0;
      this.worker.addEventListener("message", ({ data }) => this.receive(data));
      this.worker.addEventListener("error", (event) => this.end(event.message || "the program could not be loaded"));
    }

    receive({ id, answer, files, progress, outcome, failure }) {
      const call = this.waiting.get(id);
      if (!call) return undefined;
      if (progress) return call.onProgress(progress);
      if (outcome) return call.onOutcome(outcome);
      this.waiting.delete(id);
      return failure === undefined ? call.resolve({ answer, files }) : call.reject(new Error(failure));
    }

    ask(call, texts, { tables, stop, onProgress = () => {}, onOutcome = () => {} } = {}) {
      const id = (this.last += 1);
      return new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject, onProgress, onOutcome });
        this.worker.postMessage({ module: this.module, id, call, texts, tables, stop });
      });
    }

    end(why) {
      this.worker.terminate();
      for (const call of this.waiting.values()) call.reject(new Error(why));
      this.waiting.clear();
    }
  }

  class Program {
    static async load() {
      const response = await fetch("beltdyn.wasm");
      if (!response.ok) throw new Error(`beltdyn.wasm: ${response.status} ${response.statusText}`);
      // Servers that do not know the type of the file give it as bytes.
      const isKnown = (response.headers.get("Content-Type") || "").startsWith("application/wasm");
      const module = isKnown
        ? await WebAssembly.compileStreaming(response)
        : await WebAssembly.compile(await response.arrayBuffer());
      return new Program(module);
    }

    constructor(module) {
      this.module = module;
      this.checker = new Thread(module);
      this.runner = null;
    }

    async schema() {
      return (await this.checker.ask("beltdyn_schema", [])).answer;
    }
    async info() {
      return (await this.checker.ask("beltdyn_info", [])).answer;
    }
    // What the text says, or its problems.
    async check(text, tables) {
      return (await this.checker.ask("beltdyn_check", [text], { tables })).answer;
    }

    get isRunning() {
      return this.runner !== null;
    }

    // {answer, files} of all runs; after stop(), of what there was until then.
    async run(text, tables, onProgress, onOutcome) {
      const stop = URL.createObjectURL(new Blob(["go on"]));
      const thread = new Thread(this.module);
      this.runner = { thread, stop };
      try {
        return await thread.ask("beltdyn_run", [text, "/results"], { tables, stop, onProgress, onOutcome });
      } finally {
        URL.revokeObjectURL(stop);
        thread.end("ended");
        this.runner = null;
      }
    }

    stop() {
      if (!this.runner) return;
      const { thread, stop } = this.runner;
      URL.revokeObjectURL(stop);
      setTimeout(() => thread.end("The run did not stop by itself and was ended; its results are lost."), PATIENCE);
    }
  }

  window.BeltDynProgram = Program;
})();
