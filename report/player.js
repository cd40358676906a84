// SPDX-License-Identifier: MIT
// Plays runs of a belt drive: the loop with its pulleys, and beside it where the belt slips, by angle and time.
(function () {
  "use strict";
  const MARKS = 16; // on the belt, to see it move
  const SPOKES = 5;
  const ROOM = 14; // around the drive [px]
  const LANE = { title: 17, least: 52, gap: 12 }; // of a pulley in the diagram [px]
  const FRAME = { left: 44, right: 12, top: 2, bottom: 46 }; // of the diagram [px]
  const LETTER = 7; // width of a digit [px]
  const FORCE_COLOURS = [[68, 75, 160], [52, 130, 170], [60, 170, 130], [190, 190, 60], [245, 150, 40], [215, 60, 40]];
  const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
  const CURVES = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `curve${k}`); // colours of runs
  const USUAL_SECONDS = 12; // that a run is shown for at the speed chosen first

  function decode(numbers) {
    const text = atob(numbers.data);
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const wide = numbers.bits === 16;
    const count = wide ? bytes.length / 2 : bytes.length;
    const quantum = (numbers.high - numbers.low) / (wide ? 65535 : 255);
    const values = new Float32Array(count);
    for (let i = 0; i < count; i += 1) {
      values[i] = numbers.low + quantum * (wide ? bytes[2 * i] + 256 * bytes[2 * i + 1] : bytes[i]);
    }
    return values;
  }

  function decodeZones(packed) {
    const ends = decode(packed.ends);
    const frames = [];
    let at = 0;
    for (const count of packed.counts) {
      const zones = [];
      for (let k = 0; k < count; k += 1, at += 1) {
        zones.push({ begin: ends[2 * at], end: ends[2 * at + 1], forward: packed.directions[at] === "+" });
      }
      frames.push(zones);
    }
    return frames;
  }

  function read(script) {
    const raw = JSON.parse(script.textContent);
    const data = { ...raw, travel: decode(raw.travel), zones: decodeZones(raw.zones), shapeTime: decode(raw.shapeTime) };
    for (const name of ["x", "y", "force"]) data[name] = decode(raw[name]);
    data.forceRange = [raw.force.low, raw.force.high];
    for (const pulley of data.pulleys) {
      for (const name of ["angle", "axisX", "axisY"]) if (pulley[name]) pulley[name] = decode(pulley[name]);
    }
    return data;
  }

  window.beltdynDecode = decode; // modes.js reads the same numbers

  // The height of the picture of the loop [px].
  function loopHeight(element) {
    const place = element.querySelector(".loop").clientWidth || 300;
    return Math.round(Math.max(170, Math.min(430, (place - 2 * ROOM) * Number(element.dataset.aspect) + 2 * ROOM)));
  }

  const pulleysOf = (element) => JSON.parse(element.dataset.pulleys);

  // The height of the diagram, in which every pulley has a lane that can be read [px].
  function diagramHeight(element) {
    const lanes = pulleysOf(element).length * (LANE.title + LANE.least + LANE.gap);
    return Math.max(loopHeight(element), FRAME.top + lanes + FRAME.bottom);
  }

  // The two neighbours of a place in a list and the part of the way between them.
  function between(position, count) {
    const i = Math.max(0, Math.min(count - 2, Math.floor(position)));
    return count < 2 ? [0, 0, 0] : [i, i + 1, Math.max(0, Math.min(1, position - i))];
  }
  const mix = (values, [i, j, part]) => values[i] + part * (values[j] - values[i]);

  function forceColour(part) {
    const [i, j, rest] = between(part * (FORCE_COLOURS.length - 1), FORCE_COLOURS.length);
    return `rgb(${[0, 1, 2].map((k) => Math.round(FORCE_COLOURS[i][k] + rest * (FORCE_COLOURS[j][k] - FORCE_COLOURS[i][k])))})`;
  }

  class Player {
    constructor(element) {
      this.element = element;
      this.runs = [...element.querySelectorAll("script")].map(read);
      this.data = this.runs[0];
      this.labels = pulleysOf(element);
      this.run = element.querySelector(".run");
      this.others = element.querySelector(".others");
      this.loop = element.querySelector(".loop");
      this.diagram = element.querySelector(".diagram");
      this.scrub = element.querySelector(".scrub");
      this.button = element.querySelector(".play");
      this.speed = element.querySelector(".speed");
      this.colour = element.querySelector(".colour");
      this.clock = element.querySelector(".clock");
      this.position = 0; // in frames, with fractions
      this.playing = false;
      this.scrub.max = this.last;
      this.findBounds();
      this.fillSpeeds();
      this.listen();
      this.readTheme();
      this.show();
      new ResizeObserver(() => this.show()).observe(element);
    }

    get last() { return this.data.frames - 1; }
    get time() { return (this.position / this.last) * this.data.endTime; }

    findBounds() {
      const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
      const include = (px, py) => {
        box.left = Math.min(box.left, px);
        box.right = Math.max(box.right, px);
        box.bottom = Math.min(box.bottom, py);
        box.top = Math.max(box.top, py);
      };
      for (const { x, y, pulleys } of this.runs) {
        for (let i = 0; i < x.length; i += 1) include(x[i], y[i]);
        for (const p of pulleys) {
          const r = p.radius + p.eccentricity;
          const [xs, ys] = [p.axisX ?? [p.x], p.axisY ?? [p.y]];
          for (let i = 0; i < xs.length; i += 1) for (const by of [-r, r]) include(xs[i] + by, ys[i] + by);
          if (p.pivot) include(...p.pivot);
        }
      }
      this.box = box;
    }

    fillSpeeds() {
      const usual = this.data.endTime / USUAL_SECONDS;
      const chosen = SPEEDS.reduce((a, b) => (Math.abs(Math.log(b / usual)) < Math.abs(Math.log(a / usual)) ? b : a));
      for (const speed of SPEEDS) {
        if (speed < chosen / 25 || speed > chosen * 25) continue;
        this.speed.add(new Option(speed === 1 ? "real time" : `${speed} × real time`, speed, false, speed === chosen));
      }
    }

    listen() {
      this.button.addEventListener("click", () => this.toggle());
      this.scrub.addEventListener("input", () => this.moveTo(Number(this.scrub.value)));
      this.colour.addEventListener("change", () => this.show());
      if (this.run) {
        this.run.addEventListener("change", () => this.showRun(this.runs[Number(this.run.value)]));
        this.others.addEventListener("change", () => this.show());
      }
      this.element.addEventListener("keydown", (event) => this.onKey(event));
      const seek = (event) => {
        const { left, width } = this.plot;
        const x = event.clientX - this.diagram.getBoundingClientRect().left;
        this.moveTo(((x - left) / width) * this.last);
      };
      this.diagram.addEventListener("pointerdown", (event) => {
        this.diagram.setPointerCapture(event.pointerId);
        this.pause();
        seek(event);
      });
      this.diagram.addEventListener("pointermove", (event) => {
        if (this.diagram.hasPointerCapture(event.pointerId)) seek(event);
      });
      document.addEventListener("themechange", () => {
        this.readTheme();
        this.show();
      });
    }

    // Another run at the same time.
    showRun(data) {
      const { time } = this;
      this.data = data;
      this.scrub.max = this.last;
      this.moveTo((time / data.endTime) * this.last);
    }

    onKey(event) {
      if (event.target.tagName === "SELECT" || event.target.type === "checkbox" || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = event.shiftKey ? 10 : 1;
      const actions = {
        " ": () => this.toggle(),
        ArrowLeft: () => this.moveTo(Math.ceil(this.position) - step),
        ArrowRight: () => this.moveTo(Math.floor(this.position) + step),
        Home: () => this.moveTo(0),
        End: () => this.moveTo(this.last),
      };
      if (!actions[event.key]) return;
      event.preventDefault();
      actions[event.key]();
    }

    toggle() {
      if (this.playing) this.pause();
      else this.play();
    }

    play() {
      if (this.position >= this.last) this.position = 0;
      this.playing = true;
      this.button.textContent = "Pause";
      let before = performance.now();
      const tick = (now) => {
        if (!this.playing) return;
        const seconds = Math.max(0, now - before) / 1000;
        before = now;
        this.position += (seconds * Number(this.speed.value) * this.last) / this.data.endTime;
        if (this.position >= this.last) this.pause();
        this.moveTo(this.position);
        if (this.playing) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    }

    pause() {
      this.playing = false;
      this.button.textContent = "Play";
    }

    moveTo(position) {
      this.position = Math.max(0, Math.min(this.last, position));
      this.show();
    }

    readTheme() {
      const style = getComputedStyle(document.documentElement);
      this.theme = {};
      for (const name of ["ink", "muted", "line", "raised", "accent", "forward", "backward", "stick", "free", ...CURVES]) {
        this.theme[name] = style.getPropertyValue("--" + name).trim();
      }
      this.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    }

    show() {
      document.dispatchEvent(new CustomEvent("playertime", { detail: this.time }));
      const digits = Math.max(0, 3 - Math.floor(Math.log10(this.data.endTime)));
      const time = this.time.toFixed(Math.min(6, digits));
      this.element.dataset.position = this.position.toFixed(3);
      this.scrub.value = Math.round(this.position);
      this.scrub.setAttribute("aria-valuetext", `${time} seconds`);
      this.clock.textContent = `t = ${time} s`;
      this.drawLoop();
      this.drawDiagram();
      this.showLegend();
    }

    // A canvas of the size of its place, sharp on every screen.
    prepare(canvas, height) {
      const width = canvas.clientWidth || 300;
      const ratio = window.devicePixelRatio || 1;
      const columns = Math.round(width * ratio);
      const rows = Math.round(height * ratio);
      if (canvas.width !== columns || canvas.height !== rows) {
        canvas.width = columns;
        canvas.height = rows;
        canvas.style.height = `${height}px`;
      }
      const pen = canvas.getContext("2d");
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, height);
      pen.font = this.font;
      pen.lineJoin = "round";
      pen.lineCap = "butt";
      return [pen, width];
    }

    // Where the belt is at a place of its path, in the shape at hand.
    beltPoint(sigma) {
      const { points, length } = this.data;
      const at = ((((sigma / length) % 1) + 1) % 1) * points;
      const i = Math.floor(at) % points;
      const j = (i + 1) % points;
      const part = at - Math.floor(at);
      return [this.bx[i] + part * (this.bx[j] - this.bx[i]), this.by[i] + part * (this.by[j] - this.by[i])];
    }

    // The belt of a run on the screen now, and its force.
    placedBelt(data, toScreen) {
      const { points, shapeTime, x, y, force } = data;
      let k = 0;
      while (k < shapeTime.length - 2 && shapeTime[k + 1] <= this.time) k += 1;
      const next = Math.min(k + 1, shapeTime.length - 1);
      const span = shapeTime[next] - shapeTime[k];
      const part = span > 0 ? Math.max(0, Math.min(1, (this.time - shapeTime[k]) / span)) : 0;
      const [bx, by, bf] = [0, 1, 2].map(() => new Float32Array(points));
      for (let i = 0; i < points; i += 1) {
        const a = k * points + i;
        const b = next * points + i;
        const [sx, sy] = toScreen(x[a] + part * (x[b] - x[a]), y[a] + part * (y[b] - y[a]));
        bx[i] = sx;
        by[i] = sy;
        bf[i] = force[a] + part * (force[b] - force[a]);
      }
      return { bx, by, bf };
    }

    drawLoop() {
      const wide = this.box.right - this.box.left || 1;
      const high = this.box.top - this.box.bottom || 1;
      const height = loopHeight(this.element);
      const [pen, width] = this.prepare(this.loop, height);
      const scale = Math.min((width - 2 * ROOM) / wide, (height - 2 * ROOM) / high);
      const left = (width - scale * wide) / 2;
      const bottom = (height + scale * high) / 2;
      const toScreen = (x, y) => [left + scale * (x - this.box.left), bottom - scale * (y - this.box.bottom)];
      for (const pulley of this.data.pulleys) this.drawArm(pen, pulley, toScreen);
      this.data.pulleys.forEach((pulley, k) => this.drawPulley(pen, pulley, k, scale, toScreen));
      if (this.others && this.others.checked) this.drawOthers(pen, scale, toScreen);
      Object.assign(this, this.placedBelt(this.data, toScreen));
      if (this.colour.value === "force") this.drawByForce(pen);
      else this.drawBySlip(pen);
      this.drawMarks(pen);
    }

    // Under the belt, whose colours they do not hide: the outlines of the other runs at this time, and how far their pulleys have turned.
    drawOthers(pen, scale, toScreen) {
      this.runs.forEach((data, k) => {
        if (data === this.data || this.time > data.endTime * 1.0001) return;
        const colour = this.theme[`curve${k % 8}`];
        const { bx, by } = this.placedBelt(data, toScreen);
        pen.strokeStyle = colour;
        pen.lineWidth = 2;
        pen.beginPath();
        for (let i = 0; i <= data.points; i += 1) pen.lineTo(bx[i % data.points], by[i % data.points]);
        pen.stroke();
        const place = between((this.time / data.endTime) * (data.frames - 1), data.frames);
        for (const pulley of data.pulleys) {
          const angle = mix(pulley.angle, place);
          const [axisX, axisY] = pulley.axisX ? [mix(pulley.axisX, place), mix(pulley.axisY, place)] : [pulley.x, pulley.y];
          const turn = angle + pulley.eccentricityAngle;
          const [x, y] = toScreen(axisX + pulley.eccentricity * Math.cos(turn), axisY + pulley.eccentricity * Math.sin(turn));
          const radius = Math.max(2, scale * pulley.radius - 2);
          pen.lineWidth = 3;
          pen.beginPath();
          pen.moveTo(x + 0.62 * radius * Math.cos(angle), y - 0.62 * radius * Math.sin(angle));
          pen.lineTo(x + 0.92 * radius * Math.cos(angle), y - 0.92 * radius * Math.sin(angle));
          pen.stroke();
        }
      });
    }

    axisOf(pulley) {
      const place = between(this.position, this.data.frames);
      return pulley.axisX ? [mix(pulley.axisX, place), mix(pulley.axisY, place)] : [pulley.x, pulley.y];
    }

    drawArm(pen, pulley, toScreen) {
      if (!pulley.pivot) return;
      const pivot = toScreen(...pulley.pivot);
      pen.strokeStyle = this.theme.free;
      pen.fillStyle = this.theme.muted;
      pen.lineWidth = 7;
      pen.lineCap = "round";
      pen.beginPath();
      pen.moveTo(...pivot);
      pen.lineTo(...toScreen(...this.axisOf(pulley)));
      pen.stroke();
      pen.beginPath();
      pen.arc(...pivot, 4, 0, 2 * Math.PI);
      pen.fill();
    }

    drawPulley(pen, pulley, index, scale, toScreen) {
      const angle = mix(pulley.angle, between(this.position, this.data.frames));
      const turn = angle + pulley.eccentricityAngle;
      const [axisX, axisY] = this.axisOf(pulley);
      const [x, y] = toScreen(axisX + pulley.eccentricity * Math.cos(turn), axisY + pulley.eccentricity * Math.sin(turn));
      const radius = Math.max(2, scale * pulley.radius - 2);
      pen.strokeStyle = this.theme.muted;
      pen.fillStyle = this.theme.raised;
      pen.lineWidth = 1.2;
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fill();
      pen.stroke();
      for (let i = 0; i < SPOKES; i += 1) {
        const direction = angle + (2 * Math.PI * i) / SPOKES;
        pen.lineWidth = i === 0 ? 3 : 1;
        pen.beginPath();
        pen.moveTo(x + 0.3 * radius * Math.cos(direction), y - 0.3 * radius * Math.sin(direction));
        pen.lineTo(x + 0.92 * radius * Math.cos(direction), y - 0.92 * radius * Math.sin(direction));
        pen.stroke();
      }
      pen.fillStyle = this.theme.ink;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(String(index + 1), x, y);
    }

    stroke(pen, from, to) {
      const { points, length } = this.data;
      pen.beginPath();
      pen.moveTo(...this.beltPoint(from));
      for (let i = Math.floor((from / length) * points) + 1; i < (to / length) * points; i += 1) {
        pen.lineTo(this.bx[i % points], this.by[i % points]);
      }
      pen.lineTo(...this.beltPoint(to));
      pen.stroke();
    }

    drawBySlip(pen) {
      pen.lineWidth = 4;
      pen.strokeStyle = this.theme.free;
      this.stroke(pen, 0, this.data.length);
      pen.strokeStyle = this.theme.stick;
      for (const pulley of this.data.pulleys) this.stroke(pen, pulley.begin, pulley.end);
      pen.lineWidth = 7;
      for (const zone of this.data.zones[Math.round(this.position)]) {
        pen.strokeStyle = zone.forward ? this.theme.forward : this.theme.backward;
        this.stroke(pen, zone.begin, zone.end);
      }
    }

    drawByForce(pen) {
      const [low, high] = this.data.forceRange;
      const { points } = this.data;
      pen.lineWidth = 6;
      pen.lineCap = "round";
      for (let i = 0; i < points; i += 1) {
        const j = (i + 1) % points;
        pen.strokeStyle = forceColour(high > low ? (this.bf[i] - low) / (high - low) : 0.5);
        pen.beginPath();
        pen.moveTo(this.bx[i], this.by[i]);
        pen.lineTo(this.bx[j], this.by[j]);
        pen.stroke();
      }
    }

    drawMarks(pen) {
      const { length } = this.data;
      const travel = mix(this.data.travel, between(this.position, this.data.frames));
      pen.strokeStyle = this.theme.ink;
      pen.lineCap = "butt";
      for (let k = 0; k < MARKS; k += 1) {
        const sigma = travel + (k * length) / MARKS;
        const [x, y] = this.beltPoint(sigma);
        const [ax, ay] = this.beltPoint(sigma + length / 2000);
        const size = Math.hypot(ax - x, ay - y) || 1;
        const reach = k === 0 ? 8 : 5;
        const nx = (-(ay - y) / size) * reach;
        const ny = ((ax - x) / size) * reach;
        pen.lineWidth = k === 0 ? 3 : 1.5;
        pen.beginPath();
        pen.moveTo(x - nx, y - ny);
        pen.lineTo(x + nx, y + ny);
        pen.stroke();
      }
    }

    drawDiagram() {
      const height = diagramHeight(this.element);
      const [pen, width] = this.prepare(this.diagram, height);
      this.plot = { left: FRAME.left, top: FRAME.top, width: width - FRAME.left - FRAME.right, height: height - FRAME.top - FRAME.bottom };
      const { left, top, height: size } = this.plot;
      this.lanes = this.data.pulleys.map((pulley, k) => {
        const share = size / this.data.pulleys.length;
        const from = top + k * share + LANE.title;
        return { from, to: top + (k + 1) * share - LANE.gap, pulley, label: `pulley ${this.labels[k]}` };
      });
      for (const lane of this.lanes) this.drawLane(pen, lane);
      this.drawZones(pen);
      this.drawTimeAxis(pen);
      const x = left + (this.position / this.last) * this.plot.width;
      pen.strokeStyle = this.theme.accent;
      pen.lineWidth = 2;
      for (const lane of this.lanes) {
        pen.beginPath();
        pen.moveTo(x, lane.from - 2);
        pen.lineTo(x, lane.to + 2);
        pen.stroke();
      }
    }

    // Its name over its arc, from the entry of the belt below to its exit above.
    drawLane(pen, lane) {
      const { left, width } = this.plot;
      const { begin, end, wrap } = lane.pulley;
      pen.globalAlpha = 0.45;
      pen.fillStyle = this.theme.free;
      pen.fillRect(left, lane.from, width, lane.to - lane.from);
      pen.globalAlpha = 1;
      pen.fillStyle = this.theme.muted;
      pen.textAlign = "left";
      pen.textBaseline = "middle";
      pen.fillText(lane.label, left, lane.from - 9, width);
      pen.textAlign = "right";
      const degrees = Math.round(wrap);
      pen.fillText("0°", left - 6, lane.to - 5);
      if (end > begin) pen.fillText(`${degrees}°`, left - 6, lane.from + 6);
      const step = [45, 90, 180].find((size) => ((lane.to - lane.from) * size) / wrap > 24);
      pen.strokeStyle = this.theme.raised;
      pen.lineWidth = 1;
      for (let angle = step; step && angle < wrap; angle += step) {
        const y = lane.to - ((lane.to - lane.from) * angle) / wrap;
        pen.beginPath();
        pen.moveTo(left, y);
        pen.lineTo(left + width, y);
        pen.stroke();
        if (y - lane.from > 20 && lane.to - y > 20) pen.fillText(`${angle}°`, left - 6, y);
      }
    }

    drawZones(pen) {
      const { left, width } = this.plot;
      const column = width / this.last;
      const ratio = window.devicePixelRatio || 1;
      const pixel = (value) => Math.round(value * ratio) / ratio;
      this.data.zones.forEach((zones, frame) => {
        // Whole pixels, so that no seams show between the columns.
        const x = pixel(left + Math.max(0, frame - 0.5) * column);
        const end = pixel(left + Math.min(this.last, frame + 0.5) * column);
        for (const zone of zones) {
          const middle = 0.5 * (zone.begin + zone.end);
          const lane = this.lanes.find(({ pulley }) => middle >= pulley.begin && middle <= pulley.end);
          if (!lane) continue;
          const { begin, end: exit } = lane.pulley;
          const at = (sigma) => lane.to - ((lane.to - lane.from) * (sigma - begin)) / (exit - begin);
          const high = at(Math.min(zone.end, exit));
          const low = at(Math.max(zone.begin, begin));
          pen.fillStyle = zone.forward ? this.theme.forward : this.theme.backward;
          pen.fillRect(x, high, end - x, Math.max(1, low - high));
        }
      });
    }

    drawTimeAxis(pen) {
      const { left, top, width, height } = this.plot;
      const bottom = top + height - LANE.gap + 6;
      const raw = this.data.endTime / Math.max(1, Math.min(6, Math.floor(width / (9 * LETTER))));
      const power = 10 ** Math.floor(Math.log10(raw));
      const step = [1, 2, 5, 10].map((k) => k * power).find((value) => value >= raw * 0.999);
      pen.strokeStyle = this.theme.muted;
      pen.fillStyle = this.theme.muted;
      pen.lineWidth = 1;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.beginPath();
      pen.moveTo(left, bottom);
      pen.lineTo(left + width, bottom);
      for (let k = 0; k * step <= this.data.endTime * 1.0001; k += 1) {
        const x = left + (k * step * width) / this.data.endTime;
        const text = String(Number((k * step).toPrecision(6)));
        pen.moveTo(x, bottom);
        pen.lineTo(x, bottom + 4);
        pen.fillText(text, Math.min(x, left + width + FRAME.right - (text.length * LETTER) / 2), bottom + 13);
      }
      pen.stroke();
      pen.fillText("time [s]; angle from the entry of the belt", left + width / 2, bottom + 30, width);
    }

    showLegend() {
      const list = this.element.querySelector(".legend");
      const mode = this.colour.value;
      const state = `${mode} ${this.run ? this.run.value : ""} ${this.others ? this.others.checked : ""}`;
      if (list.dataset.state === state) return;
      list.dataset.state = state;
      const item = (paint, text) => {
        const entry = document.createElement("li");
        const swatch = document.createElement("i");
        swatch.style.background = paint;
        entry.append(swatch, text);
        return entry;
      };
      if (mode === "force") {
        const [low, high] = this.data.forceRange;
        const stops = FORCE_COLOURS.map((_, k) => forceColour(k / (FORCE_COLOURS.length - 1))).join(",");
        const text = `${this.element.dataset.forceName}: ${low.toPrecision(3)} to ${high.toPrecision(3)}`;
        const entry = item(`linear-gradient(90deg,${stops})`, text);
        entry.firstChild.style.width = "6rem";
        list.replaceChildren(entry);
      } else {
        list.replaceChildren(
          item("var(--forward)", "slips forward"), item("var(--backward)", "slips backward"),
          item("var(--stick)", "sticks or rolls on"), item("var(--free)", "free span"), item("var(--ink)", "marks that travel with the belt"));
      }
      if (!this.others || !this.others.checked) return;
      this.runs.forEach((data, k) => {
        if (data !== this.data) list.append(item(`var(--curve${k % 8})`, `outline of ${this.run.options[k].text}`));
      });
    }
  }

  // A player is set up when it comes near to the window, so that the page stands quickly.
  const waiting = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      waiting.unobserve(entry.target);
      new Player(entry.target);
    }
  }, { rootMargin: "600px" });
  for (const element of document.querySelectorAll(".player")) {
    // Its place is kept from the beginning, so that links lead to where they should.
    element.querySelector(".loop").style.height = `${loopHeight(element)}px`;
    element.querySelector(".diagram").style.height = `${diagramHeight(element)}px`;
    waiting.observe(element);
  }
})();
