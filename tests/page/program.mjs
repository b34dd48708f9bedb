// program.mjs - the program, its messages and its translations.
import { strict as assert } from "node:assert";
import { KEYS } from "./browser.mjs";
import { browser, test, open, becomes, CELLS, program, messages, message, paste, commandSays, runCommand, example, translateTo } from "./person.mjs";

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


test("another dialect or language is a click away", async () => {
    await open();
    for (const [name, part] of [["onnx", "onnx.Gather"], ["torch", "torch.aten."], ["r", "nvl_gather"], ["jax", "jax"], ["pytorch", "torch"]]) {
        await translateTo(name);
        await browser.until(`${name}'s text`, "return document.querySelector('#translation').textContent.includes(arguments[0])", part);
    }
    await translateTo("onnx");
    await browser.until("ONNX's text", "return document.querySelector('#translation').textContent.includes('onnx.Gather')");
    await browser.click("#adopt");
    await browser.until("ONNX's text as the program", "return document.querySelector('#editor').textContent.includes('onnx.Gather')");
    await becomes("the same result", CELLS, "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
});

test("what cannot be translated says why", async () => {
    await open();
    await paste("func.func @main(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {\n  %0 = stablehlo.sine %a : tensor<2xcomplex<f32>>\n" +
        "  return %0 : tensor<2xcomplex<f32>>\n}");
    await translateTo("r");
    await browser.until("a reason", "return document.querySelector('#translation-messages').textContent.includes('complex<f32>, which R has not')");
    assert.deepEqual(await browser.run("return ['#adopt', '#copy'].map(id => document.querySelector(id).disabled)"), [true, true]);
    assert.equal(await browser.run("return document.querySelector('#translation').hidden"), true);
});

const FORMS = [["loops", "lower"], ["c", "emit"], ["gradient", "grad"]];
const written = () => browser.run("return document.querySelector('#translation').textContent");

test("loops, C and the gradient are what the command prints, and are reached by arrow keys", async () => {
    await open();
    const text = await program();
    await translateTo("r");
    for (const [form, command] of FORMS) {
        await browser.type(KEYS.right);
        const { wrote } = runCommand(command, text);
        assert.ok(wrote.length > 100, command);
        await browser.until(`what garner ${command} prints`, "return document.querySelector('#translation').textContent.trim() === arguments[0]", wrote.trim());
        assert.equal(await browser.run("return document.activeElement.value"), form);
        assert.equal(await browser.run("return document.querySelector('#adopt').disabled"), form === "c", "C is no program of the page's");
    }
    await translateTo("loops");
    await browser.until("loops", "return document.querySelector('#translation').textContent.includes('memref')");
    await browser.click("#adopt");
    await browser.until("loops as the program", "return document.querySelector('#editor').textContent.includes('scf.for')");
    await becomes("the same result", CELLS, "9 10 11 6 7 8 3 4 5 0 1 2 9 10 11");
});

test("every example is written as loops, C and a gradient, or the reason is told in the command's words", async () => {
    await open();
    for (const title of await browser.run("return [...document.querySelector('#example').options].map(o => o.text)")) {
        await example(title);
        const text = await program();
        for (const [form, command] of FORMS) {
            const { wrote, said } = runCommand(command, text);
            await translateTo(form);
            if (wrote)
                await browser.until(`${title}: garner ${command}`, "return document.querySelector('#translation').textContent.trim() === arguments[0]", wrote.trim());
            else
                await browser.until(`${title}: why garner ${command} refuses`,
                    "return [...document.querySelectorAll('#translation-messages li')].map(e => e.textContent).join('\\n') === arguments[0] && document.querySelector('#translation').hidden",
                    said.join("\n"));
        }
    }
});

test("what cannot be lowered, emitted or differentiated is refused with the op's place, as the command says", async () => {
    const checks = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  check.expect_eq %a, %a : tensor<2xf32>\n  return %a : tensor<2xf32>\n}";
    const unbounded = `func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.while(%x = %a) : tensor<f32>
  cond {
    %ten = stablehlo.constant dense<10.0> : tensor<f32>
    %c = stablehlo.compare LT, %x, %ten : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %y = stablehlo.add %x, %two : tensor<f32>
    stablehlo.return %y : tensor<f32>
  }
  return %0 : tensor<f32>
}`;
    const quantized = `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}`;
    await open();
    for (const [form, command, text] of [["loops", "lower", checks], ["gradient", "grad", unbounded], ["c", "emit", quantized]]) {
        const { wrote, said } = runCommand(command, text);
        assert.equal(wrote, "", `${command} writes nothing`);
        assert.match(said[0], /^2:\d+: error: cannot be /, command);
        await paste(text);
        await translateTo(form);
        const words = said.join("\n").replaceAll("--drop-checks", "'Leave checks out'").replaceAll("--jvp", "'Tangents'"); // the page's own names
        await browser.until(`the words of garner ${command}`,
            "return [...document.querySelectorAll('#translation-messages li')].map(e => e.textContent).join('\\n') === arguments[0]", words);
        assert.equal(await browser.run("return document.querySelector('#translation').hidden"), true);
        assert.equal(await browser.run("return document.querySelector('#copy').disabled"), true);
    }
});
