// page.mjs - what a person does on the page, in a headless chromium, from a file:// address.
//
//   node tests/page/page.mjs build-page/index.html GARNER [NAME]
//
// GARNER is the command, whose messages the page must show. With NAME, the tests whose names hold it. A failure leaves a screenshot
// beside the page, in failures/. Ends with "N passed, N failed".
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { strict as assert } from "node:assert";

import { Browser, KEYS } from "./browser.mjs";
import { contrast, ink, luminance, pixels } from "./png.mjs";

const [page, garner, only] = process.argv.slice(2);
if (!garner) {
    console.error("usage: node page.mjs PAGE.html GARNER [NAME]");
    process.exit(2);
}
const url = pathToFileURL(resolve(page)).href, failures = join(dirname(resolve(page)), "failures");
const browser = await Browser.start();
const tests = [];
const test = (name, steps) => tests.push({ name, steps });

// ---- what several do ----------------------------------------------------------------------------------------------------------

const WIDE = [1280, 900], PHONE = [360, 740, true];
async function open([width, height, mobile] = WIDE, scheme = "light") {
    await browser.size(width, height, mobile);
    await browser.prefer(scheme);
    await browser.open(url);
    await ready();
}
const ready = () => browser.until("the page to be done", "return document.querySelector('main').getAttribute('aria-busy') === 'false'");
const cells = () => browser.run("return [...document.querySelectorAll('[role=gridcell]')].map(e => e.textContent).join(' ')");
const becomes = (what, script, wanted) => browser.until(`${what}: ${wanted}`, `return (${script}) === arguments[0]`, wanted);
const CELLS = "[...document.querySelectorAll('[role=gridcell]')].map(e => e.textContent).join(' ')";
const program = () => browser.run("return [...document.querySelectorAll('#editor > div')].map(e => e.textContent).join('\\n')");
const messages = line => browser.run("return document.querySelectorAll('#editor > div')[arguments[0] - 1].dataset.message || ''", line);
const message = (line, part) => browser.until(`a message under line ${line} that has ${part}`,
    "return (document.querySelectorAll('#editor > div')[arguments[0] - 1]?.dataset.message || '').includes(arguments[1])", line, part);
async function paste(text) { // over all there is, as ctrl+a and ctrl+v do
    await browser.click("#editor");
    await browser.chord(KEYS.control, "a");
    await browser.run("const data = new DataTransfer(); data.setData('text/plain', arguments[0]); document.activeElement.dispatchEvent(" +
        "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))", text);
}
async function example(title) {
    await browser.run("const s = document.querySelector('#example'); s.selectedIndex = [...s.options].findIndex(o => o.text === arguments[0]);" +
        "s.dispatchEvent(new Event('change'))", title);
    await ready();
}
/* "3:8: error: ..." lines of the command for a program. */
function commandSays(text) {
    const file = join(mkdtempSync(join(tmpdir(), "garner-page-")), "p.mlir");
    writeFileSync(file, text);
    let said = "";
    try {
        execFileSync(garner, ["check", file], { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
    } catch (error) {
        said = error.stderr;
    }
    return said.split("\n").filter(line => line.startsWith(`${file}:`)).map(line => line.slice(file.length + 1));
}
const noSidewaysScroll = async what => {
    const [page_, window_] = await browser.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]");
    assert.ok(page_ <= window_, `${what}: the page is ${page_} px wide in a window of ${window_}`);
};

// ---- the program and its messages ------------------------------------------------------------------------------------------------

test("an error is seen under its line, with the command's words, and goes when it is mended", async () => {
    await open();
    await browser.click("#editor > div:nth-child(9)"); // slice_sizes = array<i64: 1, 3>
    await browser.type(KEYS.end, KEYS.left, KEYS.backspace, "4");
    await message(3, "3:8: error: ");
    const said = commandSays(await program());
    assert.ok(said.length > 1 && said[0].startsWith("3:8: error: slice size (4)"), said.join("\n"));
    assert.equal(await messages(3), said.join("\n"));
    assert.match(await browser.text("#summary"), /^\d errors?\. Line 3, column 8: slice size \(4\)/);
    const [line, next, below] = await browser.run("const [a, b, c] = [3, 4, 5].map(i => document.querySelector(`#editor > div:nth-child(${i})`)" +
        ".getBoundingClientRect()); return [a.height, b.height, b.top - a.top]");
    assert.ok(line >= next + 18 && below >= next + 18, "the message takes room below the line, and the next line stands under it");
    await browser.type(KEYS.backspace, "3");
    await becomes("no message", "document.querySelectorAll('[data-message]').length", 0);
    assert.equal(await browser.text("#summary"), "No errors.");
});

test("messages of a program that does not parse stand where the command says", async () => {
    await open();
    await paste("func.func @main() {\n  %0 = oops\n  return\n}");
    await message(2, "error");
    assert.equal(await messages(2), commandSays(await program()).join("\n"));
});

test("lines are split, joined, pasted and undone", async () => {
    await open();
    const before = await program();
    await browser.click("#editor > div:nth-child(1)");
    await browser.type(KEYS.home, "// a", KEYS.enter, "// b", KEYS.enter);
    assert.equal(await program(), "// a\n// b\n" + before);
    await browser.type(KEYS.backspace);
    assert.equal(await program(), "// a\n// b" + before);
    await paste("one\n  two\n\nthree");
    assert.equal(await program(), "one\n  two\n\nthree");
    await browser.type("!");
    assert.equal(await program(), "one\n  two\n\nthree!");
    for (let i = 0; i < 12 && (await program()) !== before; i++)
        await browser.chord(KEYS.control, "z");
    assert.equal(await program(), before);
});

test("everything can be deleted, and typed again", async () => {
    await open();
    await browser.click("#editor");
    await browser.chord(KEYS.control, "a");
    await browser.type(KEYS.backspace);
    assert.equal(await program(), "");
    await browser.type("func.func @main() {", KEYS.enter, "return", KEYS.enter, "}");
    assert.equal(await program(), "func.func @main() {\nreturn\n}");
    await becomes("it runs", "document.querySelector('#results').innerText.trim()", "It ran, and returns nothing.");
});

// ---- inputs and the result ----------------------------------------------------------------------------------------------------------

test("an input is changed and the result follows; out of range is moved into it", async () => {
    await open();
    assert.equal(await cells(), "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
    await browser.click("#input-1");
    await browser.chord(KEYS.control, "a");
    await browser.type("5xi32=[0, 1, 2, 3, 9]");
    await becomes("the result", CELLS, "0 1 2 3 4 5 6 7 8 9 10 11 9 10 11");
    await browser.type(KEYS.backspace);
    await browser.until("a message under the input", "return document.querySelector('#input-1-said').textContent.includes('error')");
    assert.equal(await browser.run("return document.querySelector('#input-1').getAttribute('aria-invalid')"), "true");
    await browser.click("#ordered");
    await becomes("the result", CELLS, "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
});

test("random inputs stay in range", async () => {
    await open();
    await example("ONNX: elements by their coordinates");
    assert.equal(await browser.text(".type"), "tensor<5xf32>");
    for (let i = 0; i < 3; i++) {
        const before = await browser.run("return document.querySelector('#input-1').value");
        await browser.click("#random");
        await browser.until("other inputs", "return document.querySelector('#input-1').value !== arguments[0]", before);
        await ready();
        const at = JSON.parse((await browser.run("return document.querySelector('#input-1').value")).split("=")[1]);
        assert.ok(at.every(([r, c]) => r >= 0 && r < 3 && c >= 0 && c < 4), JSON.stringify(at));
    }
    assert.equal(await browser.text("#run-messages"), "");
});

test("every example runs without a message, and can be said in NumPy or not, with the reason", async () => {
    await open();
    const titles = await browser.run("return [...document.querySelector('#example').options].map(o => o.text)");
    assert.ok(titles.length > 10);
    for (const title of titles) {
        await example(title);
        assert.equal(await browser.text("#summary"), "No errors.", title);
        assert.ok((await cells()).length > 0, title);
        assert.match(await browser.text("#translation-messages, #translation"), /import numpy|error: cannot be written in numpy: .*bf16/, title);
        assert.equal(await browser.text("#run-messages"), "", title);
        assert.equal(await browser.run("return document.querySelectorAll('[data-message]').length"), 0, title);
    }
});

// ---- steps and the picture ----------------------------------------------------------------------------------------------------------

const stepsSay = part => browser.until(`steps that have ${part}`, "return document.querySelector('#steps').innerText.includes(arguments[0])", part);
const value = name => browser.run("const step = [...document.querySelectorAll('.step')].find(e => e.querySelector('dt').textContent === arguments[0]);" +
    "return step && step.querySelector('.value').textContent", name);

test("a click on an element shows its steps, and its way in the picture", async () => {
    await open();
    await browser.click("td[data-at='1,2']"); // row 1 is row 2 of the table
    await stepsSay("result[1, 2] = 8.0");
    for (const [name, text] of [["result_index", "[1, 2]"], ["batch_index", "[1]"], ["start_index", "[2]"], ["full_start_index", "[2, 0]"],
        ["full_offset_index", "[0, 2]"], ["operand_index", "[2, 2]"]])
        assert.equal(await value(name), text, name);
    await stepsSay("operand[2, 2] = 8.0");
    assert.match(await browser.text("#words"), /^For each of the 5 index vectors, .*[.]$/);
    assert.equal(await browser.run("return document.querySelector('td[aria-selected=true]').dataset.at"), "1,2");
    assert.match(await browser.run("return document.querySelector('#picture svg desc').textContent"), /A: result \[1,2\], in range operand \[2,2\]$/);
    await browser.click("#input-1"); // the same element, after the input has changed
    await browser.chord(KEYS.control, "a");
    await browser.type("5xi32=[0, 9, 1, 2, 3]");
    await stepsSay("operand[3, 2] = 11.0");
    assert.equal(await value("start_index"), "[9]");
});

test("a click on a cell of the picture does the same; updates have steps of their own", async () => {
    await open();
    await example("StableHLO: rows added into a table");
    await browser.click("#picture [data-tensor=result][data-at='3,1']");
    await stepsSay("result[3, 1] = 224.0"); // 10 + 101 + 113: rows are 3, 2, 1, 0, 3
    await stepsSay("add(111.0; 113.0) = 224.0");
    assert.equal(await browser.run("return document.querySelector('td[aria-selected=true]').dataset.at"), "3,1");
    assert.match(await browser.run("return document.querySelector('#picture svg desc').textContent"), /A: updates \[0,1\].*B: updates \[4,1\]/);
    await browser.click("#picture [data-tensor=updates][data-at='1,0']");
    await stepsSay("updates[1, 0] = 103.0");
    assert.equal(await value("result_index"), "[2, 0]");
    assert.equal(await browser.run("return document.querySelectorAll('td[aria-selected=true]').length"), 0);
});

test("an index out of range that is an error is shown at its op, and where it leads", async () => {
    await open();
    await example("ONNX: elements by their coordinates");
    await browser.click("#input-1");
    await browser.chord(KEYS.control, "a");
    await browser.type("5x2xi64=[[0, 0], [0, 1], [0, 2], [0, 3], [3, 0]]");
    await message(3, "3:8: error: the index at [4, 0]");
    await ready();
    assert.equal(await cells(), "");
    await browser.click("#picture [data-tensor=result][data-at='4']");
    await stepsSay("out of range");
});

test("of several ops each can be looked at", async () => {
    await open();
    await paste(`func.func @main(%x: tensor<3x4xf32>, %i: tensor<2xi64>, %j: tensor<2xi64>) -> tensor<2x2xf32> {
  %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  %1 = "onnx.Gather"(%0, %j) {axis = 1 : si64} : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}`);
    await browser.until("two ops", "return document.querySelectorAll('#op option').length === 2");
    assert.deepEqual(await browser.run("return [...document.querySelectorAll('#op option')].map(o => o.text)"), ["onnx.Gather, line 2", "onnx.Gather, line 3"]);
    await ready();
    await browser.click("td[data-at='0,1']"); // i is [2, 1], j is [3, 2]: 10
    await stepsSay("result[0, 1] = 10.0");
    await browser.run("const s = document.querySelector('#op'); s.value = '0'; s.dispatchEvent(new Event('change'))");
    await browser.until("the first op's picture", "return document.querySelector('#picture svg desc').textContent.includes('at 2:8')");
    await browser.click("#picture [data-tensor=result][data-at='1,3']");
    await stepsSay("result[1, 3] = 7.0");
});

test("every example has a picture, and steps of its first element", async () => {
    await open();
    for (const title of await browser.run("return [...document.querySelector('#example').options].map(o => o.text)")) {
        await example(title);
        assert.ok(await browser.run("return document.querySelectorAll('#picture [data-tensor=result]').length >= 4"), title);
        await browser.run("document.querySelector('td').click()");
        await browser.until(`the steps of ${title}`, "return document.querySelectorAll('.element .step, .element .outcome').length > 0");
    }
});

test("where nothing is gathered there is no picture", async () => {
    await open();
    await paste("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}");
    await becomes("the result", CELLS, "0 2");
    await ready();
    assert.deepEqual(await browser.run("return ['#picture-section', '#steps-section'].map(id => document.querySelector(id).hidden)"), [true, true]);
    await browser.click("td");
    await stepsSay("No gather or scatter ran.");
});

// ---- translation -----------------------------------------------------------------------------------------------------------------------

test("another dialect or language is a click away", async () => {
    await open();
    for (const [name, part] of [["onnx", "onnx.Gather"], ["torch", "torch.aten."], ["r", "nvl_gather"], ["jax", "jax"], ["pytorch", "torch"]]) {
        await browser.click(`#targets input[value=${name}]`);
        await browser.until(`${name}'s text`, "return document.querySelector('#translation').textContent.includes(arguments[0])", part);
    }
    await browser.click("#targets input[value=onnx]");
    await browser.until("ONNX's text", "return document.querySelector('#translation').textContent.includes('onnx.Gather')");
    await browser.click("#adopt");
    await browser.until("ONNX's text as the program", "return document.querySelector('#editor').textContent.includes('onnx.Gather')");
    await becomes("the same result", CELLS, "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
});

test("what cannot be translated says why", async () => {
    await open();
    await paste("func.func @main(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {\n  %0 = stablehlo.sine %a : tensor<2xcomplex<f32>>\n" +
        "  return %0 : tensor<2xcomplex<f32>>\n}");
    await browser.click("#targets input[value=r]");
    await browser.until("a reason", "return document.querySelector('#translation-messages').textContent.includes('complex<f32>, which R has not')");
    assert.deepEqual(await browser.run("return ['#adopt', '#copy'].map(id => document.querySelector(id).disabled)"), [true, true]);
    assert.equal(await browser.run("return document.querySelector('#translation').hidden"), true);
});

// ---- the keyboard -----------------------------------------------------------------------------------------------------------------------

test("everything is reached by Tab in the order it stands in, and the focus is seen", async () => {
    await open();
    const seen = [];
    for (let i = 0; i < 30; i++) {
        await browser.type(KEYS.tab);
        const [name, ring, y] = await browser.run("const e = document.activeElement, s = getComputedStyle(e), " +
            "p = e.type === 'radio' || e.type === 'file' ? getComputedStyle(e.parentNode) : s; return [e.id || e.name || e.className || e.getAttribute('role') || e.tagName, " +
            "p.outlineStyle !== 'none' && parseFloat(p.outlineWidth) >= 2, e.getBoundingClientRect().top + scrollY]");
        if (name === "BODY" || seen.includes(name))
            break;
        assert.ok(ring, `${name} shows its focus`);
        seen.push(name);
    }
    const order = ["skip", "theme", "file", "link", "example", "editor", "ordered", "random", "run", "input-0", "input-1", "gridcell", "SUMMARY", "steps",
        "picture", "target", "copy", "translation"];
    assert.deepEqual(seen.filter(name => order.includes(name)), order);
});

test("arrow keys move in the grid, across slices too, and Enter chooses", async () => {
    await open();
    await example("StableHLO: a 2x2 window in each batch");
    assert.equal(await browser.run("return document.querySelectorAll('.slice').length"), 6);
    const focus = () => browser.run("return document.activeElement.dataset.at");
    await browser.run("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()");
    assert.equal(await focus(), "0,0,0,0");
    for (const [key, place] of [["right", "0,0,0,1"], ["down", "0,0,1,1"], ["down", "0,1,0,1"], ["home", "0,1,0,0"], ["end", "0,1,0,1"],
        ["pageDown", "0,2,0,1"], ["up", "0,1,1,1"], ["left", "0,1,1,0"], ["left", "0,1,1,0"]]) {
        await browser.type(KEYS[key]);
        assert.equal(await focus(), place, key);
    }
    await browser.type(KEYS.enter);
    assert.equal(await browser.run("return document.querySelector('[aria-selected=true]').dataset.at"), "0,1,1,0");
    assert.equal(await browser.run("return document.querySelectorAll('[role=gridcell][tabindex=\"0\"]').length"), 1);
    await stepsSay("result[0, 1, 1, 0]");
});

test("the picture is walked by arrow keys, and Enter chooses there too", async () => {
    await open();
    const focus = () => browser.run("const e = document.activeElement; return `${e.dataset.tensor} ${e.dataset.at}`");
    await browser.run("document.querySelector('#picture [data-tensor][tabindex=\"0\"]').focus()");
    assert.equal(await focus(), "result 0,0");
    for (const [key, place] of [["right", "0,1"], ["down", "1,1"], ["down", "2,1"], ["left", "2,0"], ["up", "1,0"]]) {
        await browser.type(KEYS[key]);
        assert.equal(await focus(), `result ${place}`, key);
    }
    await browser.type(KEYS.enter);
    await stepsSay("result[1, 0] = 6.0");
    await browser.until("the same cell has the focus", "return document.activeElement.dataset.at === '1,0'");
    await browser.type(KEYS.right, KEYS.space);
    await stepsSay("result[1, 1] = 7.0");
});

test("messages are told to a screen reader, and everything has a name", async () => {
    await open();
    for (const id of ["summary", "run-messages", "translation-messages"])
        assert.equal(await browser.run("return document.getElementById(arguments[0]).getAttribute('aria-live')", id), "polite");
    await browser.click("td[data-at='1,2']");
    await stepsSay("operand[2, 2]");
    const { nodes } = await browser.devtools("Accessibility.getFullAXTree");
    const reached = nodes.filter(n => !n.ignored && n.properties?.some(({ name, value: { value } }) => name === "focusable" && value));
    assert.deepEqual(reached.filter(n => !n.name?.value).map(n => n.role.value), []);
    const named = ["textbox", "button", "combobox", "radio", "grid", "gridcell", "region"];
    const unnamed = nodes.filter(n => !n.ignored && named.includes(n.role?.value) && !n.name?.value);
    assert.deepEqual(unnamed.map(n => n.role.value), []);
    assert.ok(nodes.some(n => n.role?.value === "gridcell" && n.name.value === "9 at 0, 0"));
});

// ---- what it looks like -------------------------------------------------------------------------------------------------------------------

test("on a phone of 360 px nothing scrolls sideways, with any example, and what is touched is large enough", async () => {
    await open(PHONE);
    const titles = await browser.run("return [...document.querySelector('#example').options].map(o => o.text)");
    for (const title of titles) {
        await example(title);
        await browser.run("document.querySelector('td').click()");
        await browser.until(`the steps of ${title}`, "return document.querySelectorAll('.element .step, .element .outcome').length > 0");
        await noSidewaysScroll(title);
    }
    await paste("func.func @main() {\n  %0 = oops\n}");
    await message(2, "error");
    await noSidewaysScroll("an error");
    const small = await browser.run("return [...document.querySelectorAll('button, select, .button, .targets label, td')].filter(e => e.offsetParent && " +
        "(e.getBoundingClientRect().height < 32 || e.getBoundingClientRect().width < 32)).map(e => e.id || e.textContent)");
    assert.deepEqual(small, []);
});

const REGIONS = ["h1", "#words", ".step .value", "td[aria-selected=true]", "#picture svg", "#editor > div:nth-child(2)", "#summary", "#input-1", "td", "#translation", "#targets label:has(:checked)",
    "#targets label:not(:has(:checked))", "#run"];
for (const scheme of ["light", "dark"])
    test(`in ${scheme} every region is drawn, with contrast`, async () => {
        await open([1280, 2000], scheme);
        await browser.click("td[data-at='1,2']");
        await stepsSay("operand[2, 2]");
        await browser.until("the picture", "return document.querySelector('#picture svg desc').textContent.includes('result [1,2]')");
        await new Promise(resolve => setTimeout(resolve, 300)); // colours change over a tenth of a second
        const picture = pixels(await browser.screenshot(join(dirname(resolve(page)), "screens", `${scheme}.png`)));
        const ground = ink(picture, { x: 0, y: 0, width: 12, height: 600 });
        assert.equal(ground.colours, 1, "the margin is plain");
        assert.equal(contrast(ground.ground, [0, 0, 0]) < 4.5, scheme === "dark", "the paper is light or dark");
        for (const region of REGIONS) {
            const box = await browser.run("const r = document.querySelector(arguments[0]).getBoundingClientRect(); return { x: r.x, y: r.y, width: r.width, height: r.height }", region);
            assert.ok(box.width > 20 && box.height > 12, `${region} has room: ${JSON.stringify(box)}`);
            const found = ink(picture, box);
            assert.ok(found.colours > 3 && found.contrast >= 4.5, `${region}: ${found.colours} colours, contrast ${found.contrast.toFixed(2)}`);
        }
    });

test("light and dark can be chosen", async () => {
    await open(WIDE, "light");
    const paper = () => browser.run("return getComputedStyle(document.body).backgroundColor");
    const light = await paper();
    await browser.click("#theme");
    assert.notEqual(await paper(), light);
    const dark = luminance((await browser.run("return getComputedStyle(document.querySelector('#picture text')).fill")).match(/\d+/g).map(Number));
    assert.ok(dark > 0.4, `the picture's text is light: ${dark}`);
    assert.equal(await browser.run("return document.querySelector('#theme').getAttribute('aria-pressed')"), "true");
    await browser.click("#theme");
    assert.equal(await paper(), light);
});

// ---- what it must not do --------------------------------------------------------------------------------------------------------------------

test("nothing is asked of a network", async () => {
    await open();
    await browser.requests();
    await open();
    await example("PyTorch: index_select");
    const asked = await browser.requests();
    assert.ok(asked.some(each => each.startsWith("file:")), "the log has the page itself");
    assert.deepEqual(asked.filter(each => !/^(file|blob|data):/.test(each)), []);
    assert.equal(asked.filter(each => each.startsWith("file:")).length, 1);
    const source = readFileSync(page, "utf8");
    assert.ok(Buffer.byteLength(source) < 3000000, "under 3 MB");
    const outside = [...source.matchAll(/(?:src|href|url)\s*[=(]\s*["']?(?!data:|#)[\w/]+/gi)].map(found => found[0]);
    assert.deepEqual(outside.filter(each => /https?:|\/\//.test(each)), []);
});

test("a program without end, one that wants all memory and one too deep are ended with a message", async () => {
    await open();
    for (const text of [
        "func.func @main() -> tensor<i32> {\n  %0 = stablehlo.constant dense<0> : tensor<i32>\n  %1 = stablehlo.while(%a = %0) : tensor<i32>\n    cond {\n" +
        "      %t = stablehlo.constant dense<true> : tensor<i1>\n      stablehlo.return %t : tensor<i1>\n    } do {\n      stablehlo.return %a : tensor<i32>\n    }\n" +
        "  return %1 : tensor<i32>\n}",
        "func.func @main() -> tensor<65536x65536xf64> {\n  %0 = stablehlo.iota dim = 0 : tensor<65536x65536xf64>\n  return %0 : tensor<65536x65536xf64>\n}",
    ]) {
        await paste(text);
        await browser.until("a message", "return document.querySelector('#run-messages').textContent.includes('error')");
        await example("StableHLO: rows of a table");
        await becomes("the next program runs", CELLS, "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
    }
    await paste("func.func @main() {\n" + "\"a.b\"() ({\n".repeat(20000));
    await browser.until("a message", "return document.querySelector('#summary').dataset.state === 'error'");
    await example("StableHLO: rows of a table");
    await becomes("the next program runs", CELLS, "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
    await paste("x".repeat(300 * 1024));
    await browser.until("a message", "return document.querySelector('#summary').textContent.includes('this page takes')");
});

test("typing goes on while a long program runs, and what it would have said is not waited for", async () => {
    await open();
    await paste(`func.func @main() -> tensor<3000xf64> {
  %x = stablehlo.constant dense<1.5> : tensor<3000xf64>
  %r = stablehlo.while(%a = %x) : tensor<3000xf64>
    cond {
      %t = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %y = stablehlo.sine %a : tensor<3000xf64>
      stablehlo.return %y : tensor<3000xf64>
    }
  return %r : tensor<3000xf64>
}`);
    await browser.until("the program is right", "return document.querySelector('#summary').textContent === 'No errors.'");
    await browser.type(" ");
    assert.ok((await program()).endsWith("} "));
    await example("StableHLO: rows of a table");
    assert.equal(await cells(), "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
});

test("a link holds the program, its inputs and the target", async () => {
    await open();
    await example("PyTorch: index_select");
    await browser.click("#targets input[value=r]");
    await browser.click("#input-1");
    await browser.chord(KEYS.control, "a");
    await browser.type("5xi64=[1, 1, 1, 1, 2]");
    await browser.until("the result", "return document.querySelectorAll('td')[0].textContent === '3'");
    const text = await program();
    await browser.click("#link");
    const address = await browser.run("return location.href");
    await browser.open("about:blank");
    await browser.open(address);
    await ready();
    assert.equal(await program(), text);
    assert.equal(await cells(), "3 4 5 3 4 5 3 4 5 3 4 5 6 7 8");
    assert.equal(await browser.run("return document.querySelector('#targets :checked').value"), "r");
    for (const wrong of ["#%", "#{}", "#%7B%22program%22%3A1%7D", "#null"]) {
        await browser.open("about:blank");
        await browser.open(url + wrong);
        await ready();
        assert.equal(await cells(), "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11", wrong);
    }
});

test("without workers the page runs the library itself; without WebAssembly it says so", async () => {
    for (const [gone, steps] of [["Worker", async () => {
        await ready();
        assert.equal(await cells(), "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
    }], ["WebAssembly", () => browser.until("a message", "return document.querySelector('#banner').innerText.includes('could not be started')")]]) {
        const { identifier } = await browser.devtools("Page.addScriptToEvaluateOnNewDocument", { source: `delete window.${gone}` });
        try {
            await browser.open(url);
            await steps();
        } finally {
            await browser.devtools("Page.removeScriptToEvaluateOnNewDocument", { identifier });
        }
    }
});

test("names that look like markup stay text", async () => {
    await open();
    const evil = "</script><img src=x onerror=document.title='evil'>";
    await paste(`func.func @"${evil}"(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}\nfunc.func @g() {\n  return\n}`);
    await browser.until("the functions", "return document.querySelector('#function').options.length === 2");
    assert.equal(await browser.run("return document.querySelectorAll('img').length"), 0);
    assert.notEqual(await browser.run("return document.title"), "evil");
});

// ---- running them -----------------------------------------------------------------------------------------------------------------------------

let passed = 0, failed = 0;
for (const { name, steps } of tests.filter(each => !only || each.name.includes(only)))
    try {
        const from = Date.now();
        await browser.log("browser");
        await steps();
        const complaints = (await browser.log("browser")).filter(entry => entry.level === "SEVERE").map(entry => entry.message);
        assert.deepEqual(complaints, [], "the console stays empty");
        console.log(`ok      ${name} (${Date.now() - from} ms)`);
        passed++;
    } catch (error) {
        console.log(`FAILED  ${name}\n${String(error.stack || error).replace(/^/gm, "    ")}`);
        failed++;
        await browser.photograph(join(failures, `${name.replace(/[^\w]+/g, "_").slice(0, 60)}.png`)).catch(() => {});
    }
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
