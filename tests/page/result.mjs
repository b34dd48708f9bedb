// result.mjs - inputs, the result, steps and the picture.
import { strict as assert } from "node:assert";
import { KEYS } from "./browser.mjs";
import { browser, test, open, ready, cells, becomes, CELLS, message, paste, example, stepsSay, value } from "./person.mjs";

test("an input is changed and the result follows; out of range is moved into it", async () => {
    await open();
    assert.equal(await cells(), "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
    await browser.click("#input-1");
    await browser.chord(KEYS.control, "a");
    await browser.type("[0, 1, 2, 3, 9]");
    await becomes("the result", CELLS, "0 1 2 3 4 5 6 7 8 9 10 11 9 10 11");
    await browser.type(KEYS.backspace);
    await browser.until("a message under the input", "return document.querySelector('#input-1-said').textContent.includes('error')");
    assert.equal(await browser.run("return document.querySelector('#input-1').getAttribute('aria-invalid')"), "true");
    await browser.click("#ordered");
    await becomes("the result", CELLS, "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
});

test("random inputs stay in range", async () => {
    await open();
    await example("ONNX: elements by coordinates");
    assert.equal(await browser.text(".type"), "tensor<5xf32>");
    for (let i = 0; i < 3; i++) {
        const before = await browser.run("return document.querySelector('#input-1').value");
        await browser.click("#random");
        await browser.until("other inputs", "return document.querySelector('#input-1').value !== arguments[0]", before);
        await ready();
        const at = JSON.parse(await browser.run("return document.querySelector('#input-1').value"));
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
        assert.match(await browser.text("#translation-messages, #translation"), /import numpy|error: cannot be written in numpy: .*(bf16|sdy\.mesh)/, title);
        assert.equal(await browser.text("#run-messages"), "", title);
        assert.equal(await browser.run("return document.querySelectorAll('[data-message]').length"), 0, title);
    }
});


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
    await example("ONNX: elements by coordinates");
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
        await browser.run("document.querySelector('#results td').click()");
        await browser.until(`the steps of ${title}`, "return document.querySelectorAll('.element .step, .element .outcome').length > 0");
    }
});

test("of a scatter with two inputs each is drawn, and a cell of the second can be chosen", async () => {
    await open();
    await paste(`func.func @main(%x: tensor<3xf32>, %n: tensor<3xi32>, %u: tensor<2xf32>, %k: tensor<2xi32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %i = stablehlo.constant dense<[[1], [1]]> : tensor<2x1xi64>
  %0:2 = "stablehlo.scatter"(%x, %n, %i, %u, %k) ({
    ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      %r = stablehlo.subtract %p, %q : tensor<i32>
      stablehlo.return %m, %r : tensor<f32>, tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
   : (tensor<3xf32>, tensor<3xi32>, tensor<2x1xi64>, tensor<2xf32>, tensor<2xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}`);
    await browser.until("the picture of both", "return document.querySelectorAll('#picture [data-tensor=result]').length === 6");
    await ready();
    await browser.click("#picture [data-tensor=result][data-at='1'][data-input='1']");
    await stepsSay("and 2 updates reach it, in this order");
    const [a, b] = (await browser.text("#steps")).match(/result\[1\] = ([-\d.]+), ([-\d.]+)/).slice(1).map(Number);
    const inputs = await browser.run("return [...document.querySelectorAll('textarea')].map(e => JSON.parse(e.value))");
    assert.equal(a, inputs[0][1] + inputs[2][0] + inputs[2][1]);
    assert.equal(b, inputs[1][1] - inputs[3][0] - inputs[3][1]);
    assert.equal(await browser.run("return document.activeElement.dataset.input"), "1");
    assert.match(await browser.run("return document.activeElement.getAttribute('aria-label')"), /^result of input 1 1: /);
});

test("where nothing is gathered there is no picture", async () => {
    await open();
    await paste("func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}");
    await becomes("the result", CELLS, "0 2");
    await ready();
    assert.deepEqual(await browser.run("return ['#picture-section', '#steps-section'].map(id => document.querySelector(id).hidden)"), [true, true]);
    await browser.click("#results td");
    await stepsSay("No gather or scatter ran.");
});
