// The moons of the page in TensorFlow.js, in the same browser with the same points: node beside.mjs PAGE FOLDER
// Same network, loss and optimizer; both are warmed up, then take turns. The script says how many steps each takes in a second.
import { chromium } from "playwright-core";
import assert from "node:assert";
import { readFileSync } from "node:fs";

const [page, folder] = process.argv.slice(2);
const file = (name) => `${folder}/node_modules/@tensorflow/${name}`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  await tab.goto(`file://${page}`);
  await tab.waitForFunction(() => window.learners?.moons.steps > 0);
  await tab.addScriptTag({ path: file("tfjs/dist/tf.min.js") });
  await tab.addScriptTag({ path: file("tfjs-backend-wasm/dist/tf-backend-wasm.min.js") });
  // The backend of WebAssembly fetches its binary; pages from files fetch no files, so it is given in the address.
  const binaries = ["tfjs-backend-wasm.wasm", "tfjs-backend-wasm-simd.wasm", "tfjs-backend-wasm-threaded-simd.wasm"].map((name) => [name, `data:application/wasm;base64,${readFileSync(file(`tfjs-backend-wasm/dist/${name}`)).toString("base64")}`]);
  const rounds = await tab.evaluate(async (binaries) => {
    // The page itself stops learning.
    window.requestAnimationFrame = () => 0;
    const { exports } = learners;
    const points = Array.from(new Float32Array(exports.memory.buffer, exports.moons_points(), 3 * exports.moons_count()));
    tf.wasm.setWasmPaths(Object.fromEntries(binaries));
    const ours = (steps) => exports.moons_train(steps, 0.003);

    const make = async (backend) => {
      await tf.setBackend(backend);
      await tf.ready();
      if (tf.getBackend() !== backend) throw new Error(`${tf.getBackend()} instead of ${backend}`);
      const rows = points.length / 3;
      const x = tf.tensor2d(points.filter((_, at) => at % 3 < 2), [rows, 2]);
      const moon = tf.tensor1d(points.filter((_, at) => at % 3 === 2));
      const layer = (inputs, outputs) => [tf.variable(tf.randomUniform([inputs, outputs], -1, 1).div(Math.sqrt(inputs))), tf.variable(tf.zeros([outputs]))];
      const layers = [layer(2, 16), layer(16, 16), layer(16, 1)];
      const adam = tf.train.adam(0.003);
      const loss = () => {
        let y = x;
        layers.forEach(([weight, bias], at) => { y = y.matMul(weight).add(bias); if (at < 2) y = y.tanh(); });
        const squares = layers.flat().map((part) => part.square().sum()).reduce((a, b) => a.add(b));
        return tf.softplus(y.squeeze([1]).mul(moon).neg()).mean().add(squares.mul(0.0002));
      };
      const step = () => { const value = adam.minimize(loss, true); const number = value.dataSync()[0]; value.dispose(); return number; };
      return { step, layers };
    };

    // Our loss from its formula in theirs would need our parameters; that both learn the same is seen by where they end.
    const timed = async (name, run, count) => {
      const start = performance.now();
      const loss = await run(count);
      return { name, loss, speed: (1000 * count) / (performance.now() - start) };
    };
    const results = [];
    exports.moons_new(1);
    ours(500);
    const theirs = {};
    for (const backend of ["cpu", "wasm"]) {
      try {
        theirs[backend] = await make(backend);
        for (let at = 0; at < 20; at++) theirs[backend].step();
      } catch (error) {
        results.push({ name: `TensorFlow.js, ${backend}`, missing: String(error) });
        delete theirs[backend];
      }
    }
    for (let round = 0; round < 5; round++) {
      results.push(await timed("burtorch, WebAssembly", async (count) => ours(count), 2000));
      for (const [backend, { step }] of Object.entries(theirs)) {
        await tf.setBackend(backend);
        results.push(await timed(`TensorFlow.js, ${backend}`, async (count) => { let loss; for (let at = 0; at < count; at++) loss = step(); return loss; }, 200));
      }
    }
    return results;
  }, binaries);
  for (const { name, missing } of rounds.filter(({ missing }) => missing)) console.log(`skipped: ${name}; ${missing.split("\n")[0]}`);
  const measured = rounds.filter(({ missing }) => !missing);
  const names = [...new Set(measured.map(({ name }) => name))];
  assert(names.length > 1, "no backend of TensorFlow.js runs");
  console.log("| the moons, 200 points in a step | steps per second, best of 5 | loss at the end |\n|---|---|---|");
  for (const name of names) {
    const own = measured.filter((round) => round.name === name);
    const [speed, loss] = [Math.max(...own.map(({ speed }) => speed)), own.at(-1).loss];
    console.log(`| ${name} | ${Math.round(speed).toLocaleString("en")} | ${loss.toFixed(3)} |`);
    assert(loss < 0.2, `${name} does not learn: ${loss}`);
  }
  assert.deepStrictEqual(errors, []);
} finally {
  await browser.close();
}
