// SPDX-License-Identifier: MIT
// Members of a sweep as points over two of its columns; a press on one shows its configuration.
(function () {
  "use strict";
  const COLOURS = [[68, 75, 160], [52, 130, 170], [60, 170, 130], [190, 190, 60], [245, 150, 40], [215, 60, 40]];
  const SHAPE = 0.55; // height over width
  const LEAST_HEIGHT = 280; // px
  const REACH = 14; // px between a press and the point that it means
  const FRAME = { left: 74, right: 16, top: 14, bottom: 50 }; // px
  const TICS = 6;
  const DIGITS = 9; // of numbers in the text

  function colourOf(part) {
    const position = Math.max(0, Math.min(1, part)) * (COLOURS.length - 1);
    const i = Math.min(COLOURS.length - 2, Math.floor(position));
    const mixed = COLOURS[i].map((value, k) => Math.round(value + (position - i) * (COLOURS[i + 1][k] - value)));
    return `rgb(${mixed.join(" ")})`;
  }

  function range(values) {
    let low = Infinity;
    let high = -Infinity;
    for (const value of values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (low > high) return [0, 1];
    const margin = 0.04 * (high - low) || 0.04 * Math.abs(low) || 1;
    return [low - margin, high + margin];
  }

  // Multiples of 1, 2 or 5 times a power of ten.
  function tics([low, high]) {
    const power = 10 ** Math.floor(Math.log10((high - low) / TICS));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => (high - low) / candidate <= TICS);
    const list = [];
    for (let k = Math.ceil(low / step); k * step <= high; k += 1) list.push(k * step);
    const digits = Math.max(0, Math.min(12, -Math.floor(Math.log10(step))));
    const text = (value) => (Math.abs(value) >= 1e5 || (digits > 5 && value !== 0) ? value.toExponential(2) : value.toFixed(digits));
    return list.map((value) => ({ value, text: text(value) }));
  }

  // Puts a number where a JSON pointer leads.
  function assign(document, pointer, number) {
    const keys = pointer.slice(1).split("/").map((key) => key.replace(/~1/g, "/").replace(/~0/g, "~"));
    let place = document;
    for (const key of keys.slice(0, -1)) {
      if (place[key] === undefined) place[key] = {};
      place = place[key];
    }
    place[keys[keys.length - 1]] = number;
  }

  class Explorer {
    constructor(element) {
      this.element = element;
      this.data = JSON.parse(element.querySelector("script").textContent);
      this.canvas = element.querySelector("canvas");
      this.shown = element.querySelector(".member");
      this.across = element.querySelector(".across");
      this.up = element.querySelector(".up");
      this.colour = element.querySelector(".colour");
      this.picked = -1;
      this.fillChoices();
      for (const select of [this.across, this.up, this.colour]) select.addEventListener("change", () => this.draw());
      this.canvas.addEventListener("click", (event) => this.press(event));
      document.addEventListener("themechange", () => this.draw());
      addEventListener("hashchange", () => this.followLink());
      new ResizeObserver(() => this.draw()).observe(element);
      this.followLink();
    }

    fillChoices() {
      const { columns, pointers } = this.data;
      const add = (select, text, value) => select.append(new Option(text, value));
      add(this.colour, "none", -1);
      columns.forEach((column, j) => {
        for (const select of [this.across, this.up, this.colour]) add(select, column, j);
      });
      this.across.value = 0;
      this.up.value = pointers.length;
      this.colour.value = pointers.length > 1 ? 1 : -1;
    }

    style(name) { return getComputedStyle(this.element).getPropertyValue(name).trim(); }

    draw() {
      const width = this.canvas.clientWidth;
      const height = Math.max(LEAST_HEIGHT, Math.round(SHAPE * width));
      const scale = devicePixelRatio || 1;
      this.canvas.width = Math.round(scale * width);
      this.canvas.height = Math.round(scale * height);
      this.canvas.style.height = `${height}px`;
      const pen = this.canvas.getContext("2d");
      pen.scale(scale, scale);
      pen.clearRect(0, 0, width, height);
      const [x, y] = [this.across, this.up].map((select) => this.data.numbers[select.value]);
      const [xs, ys] = [range(x), range(y)];
      const right = width - FRAME.right - (this.colour.value >= 0 ? 70 : 0);
      const bottom = height - FRAME.bottom;
      this.toX = (value) => FRAME.left + ((value - xs[0]) / (xs[1] - xs[0])) * (right - FRAME.left);
      this.toY = (value) => bottom - ((value - ys[0]) / (ys[1] - ys[0])) * (bottom - FRAME.top);
      this.drawAxes(pen, { xs, ys, right, bottom });
      this.drawPoints(pen, x, y);
      if (this.colour.value >= 0) this.drawScale(pen, right + 18, bottom);
    }

    drawAxes(pen, { xs, ys, right, bottom }) {
      pen.font = "12px system-ui, sans-serif";
      pen.lineWidth = 1;
      pen.strokeStyle = this.style("--line");
      pen.fillStyle = this.style("--muted");
      pen.textAlign = "center";
      pen.textBaseline = "top";
      for (const tic of tics(xs)) {
        this.line(pen, this.toX(tic.value), FRAME.top, this.toX(tic.value), bottom);
        pen.fillText(tic.text, this.toX(tic.value), bottom + 6);
      }
      pen.fillText(this.data.columns[this.across.value], (FRAME.left + right) / 2, bottom + 28);
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      for (const tic of tics(ys)) {
        this.line(pen, FRAME.left, this.toY(tic.value), right, this.toY(tic.value));
        pen.fillText(tic.text, FRAME.left - 6, this.toY(tic.value));
      }
      pen.save();
      pen.translate(12, (FRAME.top + bottom) / 2);
      pen.rotate(-Math.PI / 2);
      pen.textAlign = "center";
      pen.fillText(this.data.columns[this.up.value], 0, 0);
      pen.restore();
    }

    line(pen, x0, y0, x1, y1) {
      pen.beginPath();
      pen.moveTo(x0, y0);
      pen.lineTo(x1, y1);
      pen.stroke();
    }

    drawPoints(pen, x, y) {
      const third = this.colour.value >= 0 ? this.data.numbers[this.colour.value] : null;
      const [low, high] = third ? range(third) : [0, 1];
      const radius = x.length > 2000 ? 2 : 3.5;
      const plain = this.style("--accent");
      x.forEach((value, i) => {
        if (value === null || y[i] === null) return;
        pen.fillStyle = third && third[i] !== null ? colourOf((third[i] - low) / (high - low)) : plain;
        pen.beginPath();
        pen.arc(this.toX(value), this.toY(y[i]), radius, 0, 2 * Math.PI);
        pen.fill();
      });
      if (this.picked < 0 || x[this.picked] === null || y[this.picked] === null) return;
      pen.strokeStyle = this.style("--ink");
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(this.toX(x[this.picked]), this.toY(y[this.picked]), radius + 4, 0, 2 * Math.PI);
      pen.stroke();
    }

    drawScale(pen, left, bottom) {
      const [low, high] = range(this.data.numbers[this.colour.value]);
      const toY = (value) => bottom - ((value - low) / (high - low)) * (bottom - FRAME.top);
      for (let k = 0; k < 60; k += 1) {
        pen.fillStyle = colourOf((k + 0.5) / 60);
        pen.fillRect(left, bottom - ((k + 1) / 60) * (bottom - FRAME.top), 10, (bottom - FRAME.top) / 60 + 0.5);
      }
      pen.fillStyle = this.style("--muted");
      pen.textAlign = "left";
      for (const tic of tics([low, high])) pen.fillText(tic.text, left + 14, toY(tic.value));
    }

    press(event) {
      const box = this.canvas.getBoundingClientRect();
      const [px, py] = [event.clientX - box.left, event.clientY - box.top];
      const [x, y] = [this.across, this.up].map((select) => this.data.numbers[select.value]);
      let nearest = -1;
      let least = REACH;
      x.forEach((value, i) => {
        if (value === null || y[i] === null) return;
        const distance = Math.hypot(this.toX(value) - px, this.toY(y[i]) - py);
        if (distance < least) [nearest, least] = [i, distance];
      });
      if (nearest >= 0) this.show(nearest);
    }

    followLink() {
      const match = /^#member-(\d+)$/.exec(location.hash);
      const index = match ? this.data.members.indexOf(Number(match[1])) : -1;
      if (index < 0) return;
      this.show(index);
      this.element.scrollIntoView();
    }

    configurationOf(index) {
      const configuration = structuredClone(this.data.configuration);
      this.data.pointers.forEach((pointer, j) => assign(configuration, pointer, this.data.numbers[j][index]));
      return `${JSON.stringify(configuration, null, 2)}\n`;
    }

    show(index) {
      this.picked = index;
      const member = this.data.members[index];
      const list = document.createElement("dl");
      const add = (name, value) => {
        const term = document.createElement("dt");
        const definition = document.createElement("dd");
        term.textContent = name;
        definition.textContent = value;
        list.append(term, definition);
      };
      add("member", member);
      this.data.columns.forEach((column, j) => {
        const value = this.data.numbers[j][index];
        add(column, value === null ? "–" : Number(value.toPrecision(DIGITS)));
      });
      const why = this.data.messages[member];
      add("status", this.data.status[index] + (why ? `: ${why}` : ""));
      add("configuration", `beltdyn sweep ${this.data.file} --member ${member}`);
      const text = this.configurationOf(index);
      if (this.address) URL.revokeObjectURL(this.address);
      this.address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
      const link = document.createElement("a");
      link.href = this.address;
      link.download = `${this.data.name}-member-${member}.json`;
      link.textContent = "Save its configuration";
      const details = document.createElement("details");
      const summary = document.createElement("summary");
      summary.textContent = "Its configuration";
      const pre = document.createElement("pre");
      pre.className = "tall";
      pre.textContent = text;
      details.append(summary, pre);
      this.shown.replaceChildren(list, link, details);
      this.draw();
    }
  }

  for (const element of document.querySelectorAll(".explorer")) new Explorer(element);
})();
