// SPDX-License-Identifier: MIT
// Plays modes: the drive in its steady motion and displaced by a mode, Re(shape exp(iφ)).
(function () {
  "use strict";
  const SECONDS_OF_PERIOD = 2;
  const MARKS = 48; // on the belt, to see it move along its path
  const SPOKES = 5;
  const LEAST_ASPECT = 0.3; // height over width, so that a straight belt has room
  const ROOM = 14; // around the drive [px]

  const search = (sigma, at) => {
    let low = 0;
    let high = sigma.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (sigma[middle] <= at) low = middle;
      else high = middle;
    }
    return low;
  };

  function read(element, decode) {
    const raw = JSON.parse(element.querySelector("script").textContent);
    for (const name of ["sigma", "x", "y", "tx", "ty"]) raw[name] = decode(raw[name]);
    for (const mode of raw.modes) for (const name of ["across", "along"]) mode[name] = mode[name].map(decode);
    return raw;
  }

  class ModePlayer {
    constructor(element, decode) {
      this.element = element;
      this.data = read(element, decode);
      this.canvas = element.querySelector("canvas");
      this.button = element.querySelector(".play");
      this.mode = element.querySelector(".mode");
      this.size = element.querySelector(".size");
      this.phase = 0;
      this.playing = false;
      this.findBounds();
      this.button.addEventListener("click", () => this.toggle());
      this.mode.addEventListener("change", () => this.show());
      this.size.addEventListener("input", () => this.show());
      element.addEventListener("keydown", (event) => this.onKey(event));
      document.addEventListener("themechange", () => this.show());
      this.show();
      new ResizeObserver(() => this.show()).observe(element);
    }

    // The box around the drive with room for the largest displacement.
    findBounds() {
      const { x, y, pulleys } = this.data;
      const xs = [...x];
      const ys = [...y];
      for (const p of pulleys) {
        xs.push(p.x - p.radius, p.x + p.radius);
        ys.push(p.y - p.radius, p.y + p.radius);
      }
      const range = (values) => [Math.min(...values), Math.max(...values)];
      const [left, right] = range(xs);
      const [bottom, top] = range(ys);
      this.extent = Math.max(right - left, top - bottom);
      const margin = 0.1 * this.extent;
      const missing = Math.max(0, LEAST_ASPECT * (right - left) - (top - bottom));
      this.box = { left: left - margin, right: right + margin, bottom: bottom - margin - missing / 2, top: top + margin + missing / 2 };
    }

    onKey(event) {
      if (event.key !== " " || event.target !== this.element) return;
      event.preventDefault();
      this.toggle();
    }

    toggle() {
      this.playing = !this.playing;
      this.button.textContent = this.playing ? "Pause" : "Play";
      let before = performance.now();
      const tick = (now) => {
        if (!this.playing) return;
        this.phase = (this.phase + (2 * Math.PI * Math.max(0, now - before)) / 1000 / SECONDS_OF_PERIOD) % (2 * Math.PI);
        before = now;
        this.show();
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    }

    // Position on the path and the direction to its left.
    pathAt(sigma) {
      const { length, open, sigma: places, x, y, tx, ty } = this.data;
      const n = places.length;
      let at = sigma;
      if (open) at = Math.max(places[0], Math.min(places[n - 1], sigma));
      else at = places[0] + ((((sigma - places[0]) % length) + length) % length);
      const i = at >= places[n - 1] ? n - 1 : search(places, at);
      const isLast = i === n - 1;
      const j = isLast ? (open ? i : 0) : i + 1;
      const step = isLast ? (open ? 1 : places[0] + length - places[i]) : places[j] - places[i];
      const part = step > 0 ? (at - places[i]) / step : 0;
      const mix = (values) => values[i] + part * (values[j] - values[i]);
      const size = Math.hypot(mix(tx), mix(ty)) || 1;
      return [mix(x), mix(y), -mix(ty) / size, mix(tx) / size];
    }

    show() {
      const wide = this.box.right - this.box.left;
      const high = this.box.top - this.box.bottom;
      const width = this.canvas.clientWidth || 300;
      const height = Math.round(Math.max(170, Math.min(460, ((width - 2 * ROOM) * high) / wide + 2 * ROOM)));
      const ratio = window.devicePixelRatio || 1;
      const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (this.canvas.width !== columns || this.canvas.height !== rows) {
        this.canvas.width = columns;
        this.canvas.height = rows;
        this.canvas.style.height = `${height}px`;
      }
      const scale = Math.min((width - 2 * ROOM) / wide, (height - 2 * ROOM) / high);
      const left = (width - scale * wide) / 2;
      const bottom = (height + scale * high) / 2;
      this.scale = scale;
      this.toScreen = (x, y) => [left + scale * (x - this.box.left), bottom - scale * (y - this.box.bottom)];
      const pen = this.canvas.getContext("2d");
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, height);
      pen.lineJoin = "round";
      const style = getComputedStyle(document.documentElement);
      this.colour = (name) => style.getPropertyValue("--" + name).trim();
      this.factor = (Number(this.size.value) / 100) * this.extent;
      this.element.dataset.phase = this.phase.toFixed(3);
      this.draw(pen, 0, this.colour("free"), this.colour("free"), 2);
      this.draw(pen, this.factor, this.colour("accent"), this.colour("muted"), 4);
    }

    // The real part of a number [real, imaginary] at the phase, times the factor.
    now(real, imaginary, factor) {
      return factor * (real * Math.cos(this.phase) - imaginary * Math.sin(this.phase));
    }

    // The displacement by the mount of a pulley.
    mountOf(mode, k, factor) {
      if (k < 0) return [0, 0];
      const u = this.now(...mode.mount[k], factor);
      return [u * this.data.pulleys[k].byX, u * this.data.pulleys[k].byY];
    }

    // Mounts carry points with them; relative to that they move along the path and across it.
    pointAt(mode, i, factor) {
      const { sigma, carriers, tx, ty } = this.data;
      const [before, behind, part] = carriers[i] || [-1, -1, 0];
      const [a, b] = [this.mountOf(mode, before, factor), this.mountOf(mode, behind, factor)];
      const [dx, dy] = [(1 - part) * a[0] + part * b[0], (1 - part) * a[1] + part * b[1]];
      const [along, across] = [mode.along, mode.across];
      const slide = this.now(along[0][i], along[1][i], factor) - dx * tx[i] - dy * ty[i];
      const out = this.now(across[0][i], across[1][i], factor) + dx * ty[i] - dy * tx[i];
      const [x, y, lx, ly] = this.pathAt(sigma[i] + slide);
      return [...this.toScreen(x + dx + out * lx, y + dy + out * ly), lx, ly];
    }

    draw(pen, factor, belt, pulleys, thickness) {
      const mode = this.data.modes[Number(this.mode.value)];
      pen.strokeStyle = pulleys;
      this.data.pulleys.forEach((pulley, k) => this.drawPulley(pen, pulley, mode, k, factor));
      const { sigma, open } = this.data;
      const points = [...sigma].map((s, i) => this.pointAt(mode, i, factor));
      pen.strokeStyle = belt;
      pen.lineWidth = thickness;
      pen.beginPath();
      points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
      if (!open) pen.closePath();
      pen.stroke();
      if (factor > 0) this.drawMarks(pen, points);
    }

    drawMarks(pen, points) {
      const { sigma, length } = this.data;
      pen.strokeStyle = this.colour("ink");
      pen.lineWidth = 1.5;
      pen.beginPath();
      for (let k = 0; k < MARKS; k += 1) {
        const [x, y, lx, ly] = points[search(sigma, sigma[0] + (k * length) / MARKS)];
        pen.moveTo(x - 5 * lx, y + 5 * ly);
        pen.lineTo(x + 5 * lx, y - 5 * ly);
      }
      pen.stroke();
    }

    drawPulley(pen, pulley, mode, k, factor) {
      const [dx, dy] = this.mountOf(mode, k, factor);
      const [x, y] = this.toScreen(pulley.x + dx, pulley.y + dy);
      const radius = this.scale * pulley.radius;
      const turn = this.now(...mode.angle[k], factor);
      pen.lineWidth = 1.2;
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.stroke();
      for (let i = 0; i < SPOKES; i += 1) {
        const direction = turn + (2 * Math.PI * i) / SPOKES;
        pen.lineWidth = i === 0 ? 2.5 : 1;
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(x + 0.9 * radius * Math.cos(direction), y - 0.9 * radius * Math.sin(direction));
        pen.stroke();
      }
    }
  }

  for (const element of document.querySelectorAll(".mode-player")) new ModePlayer(element, window.beltdynDecode);
})();
