// Calls the exports of src/lib.rs. Arrays are views of its memory, made anew for each use: memory that grows leaves old views empty.
"use strict";

const $ = (id) => document.getElementById(id);
const bytes = Uint8Array.from(atob(WASM), (letter) => letter.charCodeAt(0));

/** Points in a curve of losses; where there are more, every second one is dropped. */
const MOST = 500;
/** Pixels in a row of the picture of scores, which is drawn larger. */
const PIXELS = 68;

/** Takes steps for so many milliseconds of each frame, and keeps the losses. */
class Learner {
  constructor(train, newOne, curve, share) {
    Object.assign(this, { train, newOne, curve, share, chunk: 1 });
    this.begin(1);
  }

  begin(seed) {
    this.newOne(seed);
    Object.assign(this, { steps: 0, time: 0, loss: NaN, losses: [], every: 1, waiting: [] });
  }

  learn(rate) {
    const start = performance.now();
    let now = start;
    while (now - start < this.share) {
      const before = now;
      this.loss = this.train(this.chunk, rate);
      this.steps += this.chunk;
      now = performance.now();
      this.keep();
      // Calls are to be neither too short for the clock nor too long for the frame.
      if (now - before < this.share / 8) this.chunk *= 2;
      else if (now - before > this.share / 2 && this.chunk > 1) this.chunk /= 2;
    }
    this.time += now - start;
  }

  keep() {
    this.waiting.push(this.loss);
    if (this.waiting.length < this.every) return;
    this.losses.push([this.steps, this.waiting.reduce((a, b) => a + b) / this.waiting.length]);
    this.waiting = [];
    if (this.losses.length < MOST) return;
    this.losses = this.losses.filter((_, index) => index % 2 === 1);
    this.every *= 2;
  }

  get speed() {
    return (1000 * this.steps) / this.time;
  }

  draw() {
    const { canvas } = this.curve;
    const finite = this.losses.filter(([, loss]) => Number.isFinite(loss));
    this.curve.clearRect(0, 0, canvas.width, canvas.height);
    if (finite.length < 2) return;
    const values = finite.map(([, loss]) => Math.log10(Math.max(loss, 1e-9)));
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const [left, bottom, top] = [52, canvas.height - 22, 12];
    const x = (step) => left + ((canvas.width - left - 8) * step) / finite.at(-1)[0];
    const y = (value) => bottom - ((bottom - top) * (value - low)) / (high - low || 1);
    this.curve.fillStyle = "#666";
    this.curve.font = "12px system-ui";
    this.curve.textAlign = "right";
    for (const value of [low, high]) this.curve.fillText((10 ** value).toPrecision(2), left - 6, y(value) + 4);
    this.curve.fillText(`${finite.at(-1)[0].toLocaleString("en")} steps`, canvas.width - 8, canvas.height - 6);
    this.curve.textAlign = "left";
    this.curve.fillText("loss", left, canvas.height - 6);
    this.curve.strokeStyle = "#1f77b4";
    this.curve.lineWidth = 1.5;
    this.curve.beginPath();
    finite.forEach(([step], index) => this.curve.lineTo(x(step), y(values[index])));
    this.curve.stroke();
  }
}

/** A slider of powers of ten. */
function power(id) {
  const show = () => ($(id).nextElementSibling.value = (10 ** $(id).value).toPrecision(2));
  $(id).addEventListener("input", show);
  show();
  return () => 10 ** $(id).value;
}

/** Blue for the one moon, orange for the other, white at the border. */
function colour(score) {
  const part = Math.tanh(score / 2);
  const [r, g, b] = part < 0 ? [31, 119, 180] : [255, 127, 14];
  const mix = (c) => 255 - Math.abs(part) * 0.6 * (255 - c);
  return [mix(r), mix(g), mix(b), 255];
}

function drawMoons(exports, width) {
  const context = $("moons").getContext("2d");
  const size = context.canvas.width;
  const scores = new Float32Array(exports.memory.buffer, exports.moons_scores(PIXELS, width), PIXELS * PIXELS);
  const small = new OffscreenCanvas(PIXELS, PIXELS);
  const image = new ImageData(PIXELS, PIXELS);
  scores.forEach((score, pixel) => image.data.set(colour(score), 4 * pixel));
  small.getContext("2d").putImageData(image, 0, 0);
  context.drawImage(small, 0, 0, size, size);
  const points = new Float32Array(exports.memory.buffer, exports.moons_points(), 3 * exports.moons_count());
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, moon] = points.subarray(at, at + 3);
    context.fillStyle = moon < 0 ? "#1f77b4" : "#ff7f0e";
    context.strokeStyle = "white";
    context.beginPath();
    context.arc((0.5 + (x - 0.5) / width) * size, (0.5 - (y - 0.25) / width) * size, 3.5, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

function makeName(exports) {
  const length = exports.names_make();
  const letters = new Uint8Array(exports.memory.buffer, exports.names_text(), length);
  return String.fromCharCode(...letters) || "–";
}

const figures = (learner, more) =>
  `step ${learner.steps.toLocaleString("en")}, loss ${learner.loss.toFixed(4)}, ${more}` +
  `${Math.round(learner.speed).toLocaleString("en")} steps per second of learning`;

WebAssembly.instantiate(bytes).then(({ instance: { exports } }) => {
  // The moons would be apart before one has looked.
  const moons = new Learner(exports.moons_train, exports.moons_new, $("moons-loss").getContext("2d"), 0.5);
  const names = new Learner(exports.names_train, exports.names_new, $("names-loss").getContext("2d"), 8);
  const [moonsRate, namesRate] = [power("moons-rate"), power("names-rate")];
  const showWidth = () => ($("moons-width").nextElementSibling.value = $("moons-width").value);
  $("moons-width").addEventListener("input", showWidth);
  showWidth();
  let seed = 1;
  $("moons-new").addEventListener("click", () => moons.begin(++seed));
  $("names-new").addEventListener("click", () => names.begin(++seed));

  let [made, next] = [[], 0];
  const frame = (now) => {
    moons.learn(moonsRate());
    names.learn(namesRate());
    drawMoons(exports, Number($("moons-width").value));
    for (const learner of [moons, names]) learner.draw();
    const right = `${Math.round(100 * exports.moons_right())} % right, `;
    $("moons-figures").textContent = figures(moons, right);
    $("names-figures").textContent = figures(names, "");
    if (now >= next) {
      next = now + 500;
      made = [makeName(exports), ...made].slice(0, 24);
      $("made").replaceChildren(...made.map((name) => Object.assign(document.createElement("li"), { textContent: name })));
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  // For the test.
  window.learners = { moons, names, exports, made: () => made };
});
