// person.mjs - what a person does on the page, for the tests of this folder; each test is told to test().
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { strict as assert } from "node:assert";

import { Browser, KEYS } from "./browser.mjs";

export const [page, garner, only] = process.argv.slice(2);
if (!garner) {
    console.error("usage: node page.mjs PAGE.html GARNER [NAME]");
    process.exit(2);
}
export const url = pathToFileURL(resolve(page)).href, folder = dirname(resolve(page));
export const browser = await Browser.start();
export const tests = [];
export const test = (name, steps) => tests.push({ name, steps });

export const WIDE = [1280, 900], PHONE = [360, 740, true];
export async function open([width, height, mobile] = WIDE, scheme = "light") {
    await browser.size(width, height, mobile);
    await browser.prefer(scheme);
    await browser.open(url);
    await ready();
}
export const ready = () => browser.until("the page to be done", "return document.querySelector('main').getAttribute('aria-busy') === 'false'");
export const cells = () => browser.run("return [...document.querySelectorAll('[role=gridcell]')].map(e => e.textContent).join(' ')");
export const becomes = (what, script, wanted) => browser.until(`${what}: ${wanted}`, `return (${script}) === arguments[0]`, wanted);
export const CELLS = "[...document.querySelectorAll('[role=gridcell]')].map(e => e.textContent).join(' ')";
export const program = () => browser.run("return [...document.querySelectorAll('#editor > div')].map(e => e.textContent).join('\\n')");
export const messages = line => browser.run("return document.querySelectorAll('#editor > div')[arguments[0] - 1].dataset.message || ''", line);
export const message = (line, part) => browser.until(`a message under line ${line} that has ${part}`,
    "return (document.querySelectorAll('#editor > div')[arguments[0] - 1]?.dataset.message || '').includes(arguments[1])", line, part);
export async function paste(text) { // over all there is, as ctrl+a and ctrl+v do
    await browser.click("#editor");
    await browser.chord(KEYS.control, "a");
    await browser.run("const data = new DataTransfer(); data.setData('text/plain', arguments[0]); document.activeElement.dispatchEvent(" +
        "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))", text);
}
export async function example(title) {
    await browser.run("const s = document.querySelector('#example'); s.selectedIndex = [...s.options].findIndex(o => o.text === arguments[0]);" +
        "s.dispatchEvent(new Event('change'))", title);
    await ready();
}
/* A target is chosen once nothing above it moves any more, as its place is looked up before the mouse is pressed there. */
export async function translateTo(name) {
    await ready();
    await browser.click(`#targets input[value=${name}]`);
    await browser.until(`${name} to be chosen`, "return document.querySelector(`#targets input[value=${arguments[0]}]`).checked", name);
}
/* What the command does with a program: its output, and its messages as "3:8: error: ..." lines. */
export function runCommand(name, text) {
    const file = join(mkdtempSync(join(tmpdir(), "garner-page-")), "p.mlir");
    writeFileSync(file, text);
    const { stdout, stderr } = spawnSync(garner, [name, file], { encoding: "utf8" });
    return { wrote: stdout, said: stderr.split("\n").filter(line => line.startsWith(`${file}:`)).map(line => line.slice(file.length + 1)) };
}
export const commandSays = text => runCommand("check", text).said;
export const noSidewaysScroll = async what => {
    const [page_, window_] = await browser.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]");
    assert.ok(page_ <= window_, `${what}: the page is ${page_} px wide in a window of ${window_}`);
};
export const stepsSay = part => browser.until(`steps that have ${part}`, "return document.querySelector('#steps').innerText.includes(arguments[0])", part);
export const value = name => browser.run("const step = [...document.querySelectorAll('.step')].find(e => e.querySelector('dt').textContent === arguments[0]);" +
    "return step && step.querySelector('.value').textContent", name);
