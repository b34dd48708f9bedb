// safety.mjs - what the page must not do, and what keeps it going.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";

import { KEYS } from "./browser.mjs";
import {
    page, url, browser, test, open, ready, cells,
    becomes, CELLS, program, paste, example, translateTo,
} from "./person.mjs";

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
    assert.ok(Buffer.byteLength(source) < 4000000, "under 4 MB");
    const fetched = source.replace(/<a href="[^"]*"/g, "<a"); // a link waits for a person
    const outside = [...fetched.matchAll(/(?:src|href|url)\s*[=(]\s*["']?(?!data:|#)[\w/]+/gi)].map(found => found[0]);
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

test("a link holds the program, its inputs, options and the target", async () => {
    await open();
    await example("PyTorch: index_select");
    await translateTo("r");
    await browser.click("#input-1");
    await browser.chord(KEYS.control, "a");
    await browser.type("5xi64=[1, 1, 1, 1, 2]");
    await browser.until("the result", "return document.querySelector('#results td').textContent === '3'");
    const text = await program();
    await browser.run("document.querySelector('#options input').click()");
    await ready();
    await browser.click("#link");
    const address = await browser.run("return location.href");
    await browser.open("about:blank");
    await browser.open(address);
    await ready();
    assert.equal(await program(), text);
    assert.equal(await cells(), "3 4 5 3 4 5 3 4 5 3 4 5 6 7 8");
    assert.equal(await browser.run("return document.querySelector('#targets :checked').value"), "r");
    assert.equal(await browser.run("return [...document.querySelectorAll('#options :checked')].map(e => e.parentNode.textContent).join()"), "Refuse an index out of range");
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

test("a call that never answers is ended, and says so", async () => {
    const source = "const Real = Worker, later = setTimeout; window.Worker = class extends Real {" +
        "    postMessage(m) { if (m.name !== 'run' || !document.title) super.postMessage(m); } };" +
        "window.setTimeout = (f, ms, ...rest) => later(f, ms === 10000 ? 200 : ms, ...rest);";
    const { identifier } = await browser.devtools("Page.addScriptToEvaluateOnNewDocument", { source });
    try {
        await browser.open(url);
        await ready();
        assert.match(await browser.text("#run-messages"), /error: stopped after 10 seconds/);
        await browser.run("document.title = ''"); // from now on it answers
        await example("ONNX: elements by coordinates");
        assert.equal(await cells(), "10 5 0 11 6");
    } finally {
        await browser.devtools("Page.removeScriptToEvaluateOnNewDocument", { identifier });
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
