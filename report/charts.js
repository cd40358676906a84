// SPDX-License-Identifier: MIT
// Quantities over time: a line for each run and each pulley or span, bands where errors are known. The pointer reads
// values off, a drag enlarges a part of the time in all charts, the time of the player is marked.
(function () {
  "use strict";
  const HEIGHT = 230; // px
  const FRAME = { left: 66, right: 14, top: 8, bottom: 42 }; // px
  const TICS = 5;
  const LETTER = 7; // width of a digit [px]
  const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4]];
  const COLOURS = ["--curve0", "--curve1", "--curve2", "--curve3", "--curve4", "--curve5", "--curve6", "--curve7"];
  const LEAST_PART = 1e-4; // of the time that a drag enlarges
  const DIGITS = 6;

  // Multiples of 1, 2 or 5 times a power of ten.
  function tics(low, high, most) {
    const power = 10 ** Math.floor(Math.log10((high - low) / most));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => (high - low) / candidate <= most);
    const digits = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
    const list = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k += 1) {
      const value = k * step;
      const isOdd = Math.abs(value) >= 1e6 || (digits > 6 && value !== 0);
      list.push({ value, text: isOdd ? value.toExponential(2) : value.toFixed(digits) });
    }
    return list;
  }

  // The value of a line at a time, and its error; none outside of the run.
  function at(line, time) {
    const { time: times, value, error } = line;
    if (time < times[0] || time > times[times.length - 1]) return null;
    let low = 0;
    let high = times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle;
    }
    const part = times[high] > times[low] ? (time - times[low]) / (times[high] - times[low]) : 0;
    const mix = (values) => values[low] + part * (values[high] - values[low]);
    return { value: mix(value), error: error ? mix(error) : null };
  }

  const shown = (number) => String(Number(number.toPrecision(DIGITS)));
  const withError = (read) => (read.error === null ? shown(read.value) : `${shown(read.value)} ± ${read.error.toPrecision(2)}`);

  class Chart {
    constructor(element, group) {
      this.element = element;
      this.group = group;
      const decode = window.beltdynDecode;
      this.lines = JSON.parse(element.querySelector("script").textContent).map((line) => ({
        ...line, time: decode(line.time), value: decode(line.value), error: line.error && decode(line.error) }));
      this.canvas = element.querySelector("canvas");
      this.readout = element.querySelector(".readout");
      this.part = element.querySelector(".part");
      this.parts = [...element.querySelectorAll(".legend li")].map((item) => item.textContent);
      if (this.part) this.part.addEventListener("change", () => this.draw());
      this.listen();
    }

    get shownLines() {
      return this.lines.filter((line) => !this.part || this.part.value === "" || line.part === Number(this.part.value));
    }

    listen() {
      const timeOf = (event) => {
        const x = event.clientX - this.canvas.getBoundingClientRect().left;
        const part = Math.max(0, Math.min(1, (x - FRAME.left) / (this.right - FRAME.left)));
        return this.group.from + part * (this.group.to - this.group.from);
      };
      this.canvas.addEventListener("pointermove", (event) => {
        if (this.dragged !== undefined) this.draggedTo = timeOf(event);
        this.group.read(timeOf(event));
      });
      this.canvas.addEventListener("pointerleave", () => this.group.read(null));
      this.canvas.addEventListener("pointerdown", (event) => {
        if (event.pointerType === "touch") return;
        this.canvas.setPointerCapture(event.pointerId);
        this.dragged = this.draggedTo = timeOf(event);
      });
      this.canvas.addEventListener("pointerup", () => {
        const [from, to] = [Math.min(this.dragged, this.draggedTo), Math.max(this.dragged, this.draggedTo)];
        this.dragged = this.draggedTo = undefined;
        if (to - from > LEAST_PART * this.group.end) this.group.enlarge(from, to);
        else this.draw();
      });
      this.canvas.addEventListener("dblclick", () => this.group.enlarge(0, this.group.end));
    }

    valueRange() {
      let low = Infinity;
      let high = -Infinity;
      for (const line of this.shownLines) {
        const include = (value, error) => {
          low = Math.min(low, value - error);
          high = Math.max(high, value + error);
        };
        for (const time of [this.group.from, this.group.to]) {
          const read = at(line, time);
          if (read) include(read.value, read.error ?? 0);
        }
        line.time.forEach((time, i) => {
          if (time >= this.group.from && time <= this.group.to) include(line.value[i], line.error ? line.error[i] : 0);
        });
      }
      if (low > high) return [0, 1];
      // What is constant is not drawn as if its rounding were its motion.
      const margin = Math.max(0.05 * (high - low), 1e-3 * Math.max(Math.abs(low), Math.abs(high))) || 1;
      return [low - margin, high + margin];
    }

    prepare() {
      const width = this.canvas.clientWidth || 300;
      const ratio = devicePixelRatio || 1;
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(HEIGHT * ratio);
      this.canvas.style.height = `${HEIGHT}px`;
      this.right = width - FRAME.right;
      const pen = this.canvas.getContext("2d");
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, HEIGHT);
      pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
      pen.lineJoin = "round";
      return pen;
    }

    draw() {
      const pen = this.prepare();
      const { from, to } = this.group;
      const [low, high] = this.valueRange();
      const bottom = HEIGHT - FRAME.bottom;
      this.toX = (time) => FRAME.left + ((time - from) / (to - from)) * (this.right - FRAME.left);
      this.toY = (value) => bottom - ((value - low) / (high - low)) * (bottom - FRAME.top);
      this.drawAxes(pen, low, high, bottom);
      pen.save();
      pen.beginPath();
      pen.rect(FRAME.left, FRAME.top, this.right - FRAME.left, bottom - FRAME.top);
      pen.clip();
      for (const line of this.shownLines) this.drawBand(pen, line);
      for (const line of this.shownLines) this.drawLine(pen, line);
      pen.restore();
      this.drawTimes(pen, bottom);
      this.showLegend();
      this.showReadout();
    }

    drawAxes(pen, low, high, bottom) {
      const { from, to } = this.group;
      pen.lineWidth = 1;
      pen.strokeStyle = this.group.colour("--line");
      pen.fillStyle = this.group.colour("--muted");
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      const stroke = (x0, y0, x1, y1) => {
        pen.beginPath();
        pen.moveTo(x0, y0);
        pen.lineTo(x1, y1);
        pen.stroke();
      };
      for (const tic of tics(low, high, TICS)) {
        const y = this.toY(tic.value);
        stroke(FRAME.left, y, this.right, y);
        pen.fillText(tic.text, FRAME.left - 6, y);
      }
      pen.textAlign = "center";
      pen.textBaseline = "top";
      // As many as have room for their digits.
      const most = Math.max(2, Math.min(8, Math.floor((this.right - FRAME.left) / (9 * LETTER))));
      for (const tic of tics(from, to, most)) {
        const x = this.toX(tic.value);
        stroke(x, FRAME.top, x, bottom);
        pen.fillText(tic.text, Math.min(x, this.right - (tic.text.length * LETTER) / 2 + FRAME.right), bottom + 5);
      }
      pen.fillText("time [s]", (FRAME.left + this.right) / 2, bottom + 23);
    }

    drawBand(pen, line) {
      if (!line.error) return;
      pen.globalAlpha = 0.22;
      pen.fillStyle = this.colourOf(line.part);
      pen.beginPath();
      line.time.forEach((time, i) => pen.lineTo(this.toX(time), this.toY(line.value[i] + line.error[i])));
      for (let i = line.time.length - 1; i >= 0; i -= 1) pen.lineTo(this.toX(line.time[i]), this.toY(line.value[i] - line.error[i]));
      pen.fill();
      pen.globalAlpha = 1;
    }

    drawLine(pen, line) {
      const isExact = this.group.exact[line.run];
      pen.strokeStyle = isExact ? this.group.colour("--ink") : this.colourOf(line.part);
      pen.lineWidth = isExact ? 1 : 1.8;
      pen.setLineDash(this.group.dashes[line.run]);
      pen.beginPath();
      line.time.forEach((time, i) => pen.lineTo(this.toX(time), this.toY(line.value[i])));
      pen.stroke();
      pen.setLineDash([]);
    }

    drawTimes(pen, bottom) {
      const mark = (time, name, width) => {
        if (time === null || time < this.group.from || time > this.group.to) return;
        pen.strokeStyle = this.group.colour(name);
        pen.lineWidth = width;
        pen.beginPath();
        pen.moveTo(this.toX(time), FRAME.top);
        pen.lineTo(this.toX(time), bottom);
        pen.stroke();
      };
      mark(this.group.played, "--accent", 2);
      mark(this.group.pointed, "--muted", 1);
      if (this.dragged === undefined) return;
      pen.globalAlpha = 0.15;
      pen.fillStyle = this.group.colour("--accent");
      pen.fillRect(this.toX(this.dragged), FRAME.top, this.toX(this.draggedTo) - this.toX(this.dragged), bottom - FRAME.top);
      pen.globalAlpha = 1;
    }

    colourOf(part) { return this.group.colour(COLOURS[part % COLOURS.length]); }

    showLegend() {
      const isShown = new Set(this.shownLines.map((line) => line.part));
      this.element.querySelectorAll(".legend li").forEach((item, k) => {
        if (!item.querySelector("i")) item.prepend(document.createElement("i"));
        item.querySelector("i").style.background = `var(${COLOURS[k % COLOURS.length]})`;
        item.hidden = this.parts.length < 2 || !isShown.has(k);
      });
    }

    showReadout() {
      const time = this.group.pointed;
      if (time === null) {
        this.readout.textContent = "";
        return;
      }
      const texts = this.parts.map((part, k) => {
        const reads = this.shownLines.filter((line) => line.part === k).map((line) => [line, at(line, time)]).filter((pair) => pair[1]);
        if (reads.length === 0) return "";
        const values = reads.map(([line, read]) => (this.group.names.length > 1 ? `${this.group.names[line.run]} ` : "") + withError(read));
        return (this.parts.length > 1 ? `${part}: ` : "") + values.join(", ");
      });
      this.readout.textContent = `${shown(time)} s   ${texts.filter(Boolean).join("; ")}`;
    }
  }

  class Charts {
    constructor(element) {
      this.element = element;
      const runs = [...element.querySelectorAll(".runs li")];
      this.names = runs.map((item) => item.textContent);
      // Without others to compare with, exact runs have the colours of their parts.
      const exact = runs.map((item) => item.classList.contains("exact"));
      this.exact = exact.map((isExact) => isExact && !exact.every(Boolean));
      // Exact runs are thin lines, which differ from each other by their dashes, and so do the other runs.
      const before = { true: 0, false: 0 };
      this.dashes = this.exact.map((isExact) => DASHES[before[isExact]++ % DASHES.length]);
      this.pointed = null;
      this.played = null;
      this.colours = new Map();
      this.charts = [...element.querySelectorAll(".chart")].map((item) => new Chart(item, this));
      this.end = Math.max(...this.charts.flatMap((chart) => chart.lines.map((line) => line.time[line.time.length - 1])));
      this.from = 0;
      this.to = this.end;
      this.whole = element.querySelector(".whole");
      this.whole.addEventListener("click", () => this.enlarge(0, this.end));
      this.addSamples(runs);
      document.addEventListener("themechange", () => {
        this.colours.clear();
        this.draw();
      });
      document.addEventListener("playertime", (event) => {
        this.played = event.detail;
        this.draw();
      });
      new ResizeObserver(() => this.draw()).observe(element);
      this.draw();
    }

    colour(name) {
      if (!this.colours.has(name)) this.colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
      return this.colours.get(name);
    }

    // The line of a run beside its name.
    addSamples(runs) {
      runs.forEach((item, k) => {
        item.hidden = runs.length < 2;
        const sample = document.createElement("i");
        const stripes = [];
        let place = 0;
        this.dashes[k].forEach((length, i) => {
          stripes.push(`${i % 2 ? "transparent" : "currentColor"} ${place}px ${place + length}px`);
          place += length;
        });
        sample.style.height = this.exact[k] ? "1px" : "2px";
        sample.style.background = stripes.length ? `repeating-linear-gradient(90deg, ${stripes.join(", ")})` : "currentColor";
        item.prepend(sample);
      });
    }

    read(time) {
      this.pointed = time;
      this.draw();
    }

    enlarge(from, to) {
      this.from = from;
      this.to = to;
      this.whole.disabled = from === 0 && to === this.end;
      this.element.dataset.from = from;
      this.element.dataset.to = to;
      this.draw();
    }

    draw() {
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        for (const chart of this.charts) chart.draw();
      });
    }
  }

  for (const element of document.querySelectorAll(".charts")) new Charts(element);
})();
