// Loads the page in Chromium and watches it learn: node test.mjs PAGE PICTURE
import { chromium } from "playwright-core";
import assert from "node:assert";

const [page, picture] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const tab = await browser.newPage({ viewport: { width: 1000, height: 1060 } });
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await tab.goto(`file://${page}`);
  const state = () =>
    tab.evaluate(() => {
      const of = ({ steps, loss, losses, speed }) => ({ steps, loss, first: losses[0]?.[1], speed });
      return { moons: of(learners.moons), names: of(learners.names), right: learners.exports.moons_right(), made: learners.made() };
    });
  await tab.waitForFunction(() => window.learners?.moons.steps > 0);
  // However slow the machine is, these are steps and not seconds.
  await tab.waitForFunction(() => learners.moons.steps > 800 && learners.names.steps > 1500 && learners.made().length >= 12, null, { timeout: 120000 });
  const late = await state();
  for (const name of ["moons", "names"]) console.log(`${name}: loss ${late[name].first.toFixed(3)} → ${late[name].loss.toFixed(3)} in ${late[name].steps} steps, ${Math.round(late[name].speed)} steps per second`);
  assert(late.moons.loss < 0.2 * late.moons.first, "the moons are not learned");
  assert(late.right > 0.97, `${late.right} of the points are right`);
  assert(late.names.loss < 2.8 && late.names.loss < 0.9 * late.names.first, "the names are not learned");
  assert(late.made.every((name) => /^([a-z]{1,14}|–)$/.test(name)), late.made.join(" "));
  console.log(`names: ${late.made.slice(0, 12).join(" ")}`);
  await tab.screenshot({ path: picture });
  // The border is in the picture: both colours are there, and the slider shows more of the plane.
  const colours = () =>
    tab.evaluate(() => {
      const { data } = document.getElementById("moons").getContext("2d").getImageData(0, 0, 340, 340);
      let [blue, orange] = [0, 0];
      for (let at = 0; at < data.length; at += 4) (data[at + 2] > data[at] + 20 && blue++) || (data[at] > data[at + 2] + 20 && orange++);
      return [blue, orange];
    });
  const before = await colours();
  assert(before.every((count) => count > 10000), `blue and orange pixels: ${before}`);
  await tab.fill("#moons-width", "8");
  await tab.waitForFunction(() => document.querySelector("#moons-width + output").value === "8");
  await tab.click("#names-new");
  const after = await tab.evaluate(() => learners.names.steps);
  assert(after < late.names.steps, "a click begins anew");
  assert.deepStrictEqual(errors, []);
} finally {
  await browser.close();
}
