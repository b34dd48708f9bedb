// panes.mjs - the introduction, what inputs take, options, lint, devices, links; and that nothing is cut off.
import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { KEYS } from "./browser.mjs";
import {
    folder, browser, test, open, ready, cells, becomes, CELLS, message, messages, noSidewaysScroll, paste, program, example,
} from "./person.mjs";

async function fill(input, text) {
    await browser.click(`#input-${input}`);
    await browser.chord(KEYS.control, "a");
    await browser.type(text);
}

test("inputs take what --input takes", async () => {
    await open();
    for (const [text, wanted] of [
        ["[3,2,9,0,-1]", "9 10 11 6 7 8 9 10 11 0 1 2 0 1 2"], ["iota", "0 1 2 3 4 5 6 7 8 9 10 11 9 10 11"],
        ["2", "6 7 8 6 7 8 6 7 8 6 7 8 6 7 8"], ["1 0 1 0 1", "3 4 5 0 1 2 3 4 5 0 1 2 3 4 5"], ["5xi32=[0, 0, 0, 0, 1]", "0 1 2 0 1 2 0 1 2 0 1 2 3 4 5"],
        ["zeros", "0 1 2 0 1 2 0 1 2 0 1 2 0 1 2"],
    ]) {
        await fill(1, text);
        await becomes(text, CELLS, wanted);
    }
    await fill(1, "[0, 1, x]");
    await browser.until("the place of what is wrong", "return document.querySelector('#input-1-said').textContent.startsWith('1:8: error: ')");
});

test("ops without a function around them run, and lists tell extents that are open", async () => {
    await open();
    await paste('%0 = "stablehlo.abs"(%x) : (tensor<?xi32>) -> tensor<?xi32>');
    await browser.until("its input", "return document.querySelector('.input .name')?.textContent === '%x'");
    await ready();
    await fill(0, "[1, -2, 3, -4]");
    await becomes("the result", CELLS, "1 2 3 4");
});

test("an introduction says what a gather is, and stays closed when it is closed", async () => {
    await open();
    const text = await browser.text("#introduction");
    for (const part of ["A gather takes elements out of an array", "A scatter goes the other way", "40"])
        assert.ok(text.includes(part), part);
    await browser.click("#introduction-summary");
    await browser.until("it is remembered", "return localStorage.getItem('garner-introduction') === 'closed'");
    await open();
    assert.equal(await browser.run("return document.querySelector('#introduction').open"), false);
    await browser.click("#introduction-summary");
    await browser.until("it is remembered", "return localStorage.getItem('garner-introduction') === 'open'");
});

test("links lead to documents and source that are there, and to specifications", async () => {
    await open();
    const links = await browser.run("return [...document.links].filter(e => !e.classList.contains('skip')).map(e => [e.href, e.textContent])");
    const own = links.filter(([href]) => href.startsWith("file:")), others = links.filter(([href]) => !href.startsWith("file:"));
    assert.ok(own.length >= 5 && others.length >= 6);
    assert.deepEqual(own.filter(([href]) => !existsSync(fileURLToPath(href))), []);
    assert.deepEqual(others.filter(([href]) => !href.startsWith("https://")), []);
    assert.deepEqual(links.filter(([, text]) => text.trim().length < 3), []);
});

const UNKNOWN = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = onnx.Mine %x : tensor<2xf32>\n  return %x : tensor<2xf32>\n}";
test("options are the command's, by names of the page's own", async () => {
    await open();
    await fill(1, "[0, 1, 2, 3, 9]");
    await browser.click("#options-summary");
    const choose = label => browser.run("[...document.querySelectorAll('#options label')].find(e => e.textContent === arguments[0]).querySelector('input').click()", label);
    await choose("Refuse an index out of range");
    await browser.until("a refusal", "return document.querySelector('#run-messages').textContent.includes('error')");
    assert.ok(!/ --[a-z]/.test(await browser.text("#run-messages")));
    await paste(UNKNOWN);
    await message(2, "Keep ops of unknown dialects");
    assert.ok(!/ --[a-z]/.test(await messages(2)), await messages(2));
    await choose("Refuse an index out of range");
    await choose("Keep ops of unknown dialects");
    await becomes("it is kept", "document.querySelector('#summary').textContent", "No errors.");
});

test("lint says what is wrong about indices, and goes to the place", async () => {
    await open();
    await browser.until("nothing is found", "return !document.querySelector('#findings-none').hidden");
    await fill(1, "[0, 1, 2, 3, 9]");
    await browser.until("a finding", "return document.querySelector('#findings li')?.textContent.startsWith('line 3 warning: stablehlo.gather: ')");
    assert.ok(!/ --[a-z]/.test(await browser.text("#findings")));
    await browser.click("#findings button");
    assert.equal(await browser.run("return document.activeElement.id"), "editor");
    assert.equal(await browser.run("let e = getSelection().anchorNode; while (e.parentNode.id !== 'editor') e = e.parentNode; return [...e.parentNode.children].indexOf(e)"), 2);
});

test("of a program with a mesh it is seen who owns which rows, and what each device runs", async () => {
    await open();
    assert.equal(await browser.run("return document.querySelector('#devices-section').hidden"), true);
    await example("Devices: a table on four of them");
    assert.equal(await browser.run("return document.querySelector('#devices-section').hidden"), false);
    const rows = await browser.run("return [...document.querySelectorAll('#owners tr')].map(r => [...r.children].map(c => c.textContent).join(' | '))");
    assert.deepEqual(rows, ["device | %table | %rows | result 0", "0 | [0:2, 0:3] | all of it | all of it", "1 | [2:4, 0:3] | all of it | all of it",
        "2 | [4:6, 0:3] | all of it | all of it", "3 | [6:8, 0:3] | all of it | all of it"]);
    assert.match(await browser.text("#moves"), /line 7: .*along \{"row"\}/);
    assert.match(await browser.text("#device-program"), /%table: tensor<2x3xf32>/);
    await example("StableHLO: rows of a table");
    assert.equal(await browser.run("return document.querySelector('#devices-section').hidden"), true);
});

/* What is wider than its box and cannot be scrolled to, and what stands outside the window without a box that scrolls. */
const CUT = `
    const scrolls = e => /auto|scroll/.test(getComputedStyle(e).overflowX), found = [];
    const inside = e => { for (let p = e.parentElement; p; p = p.parentElement) if (scrolls(p) || p.closest('.hidden')) return true; return false; };
    for (const e of document.querySelectorAll('body *')) {
        const box = e.getBoundingClientRect(), style = getComputedStyle(e);
        if (!box.width || e.closest('.hidden, .skip, svg, noscript') || inside(e) || e.tagName === 'OPTION')
            continue;
        if (box.right > innerWidth + 1 || box.left < -1)
            found.push([e.tagName, e.id || e.className, 'outside', Math.round(box.right)].join(' '));
        else if (!scrolls(e) && style.display !== 'inline' && e.scrollWidth > e.clientWidth + 1 && !/SELECT|TEXTAREA|INPUT/.test(e.tagName))
            found.push([e.tagName, e.id || e.className, 'cut', e.scrollWidth, e.clientWidth].join(' '));
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const e of document.querySelectorAll('select')) {
        pen.font = getComputedStyle(e).font;
        for (const o of e.offsetParent ? e.options : [])
            if (pen.measureText(o.text).width > e.clientWidth - 24)
                found.push('option ' + o.text);
    }
    return found;`;
const WIDE_ROWS = `func.func @main(%table: tensor<40x64xf32>, %rows: tensor<50xi32>) -> tensor<50x64xf32> {
  %a_result_with_a_long_name = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}> : (tensor<40x64xf32>, tensor<50xi32>) -> tensor<50x64xf32>
${"  // a line that is written on, and on, and on, without a break, to its end far out on the right of the window\n".repeat(60)}  return %a_result_with_a_long_name : tensor<50x64xf32>
}`;
const WRONG = WIDE_ROWS.replace("array<i64: 1, 64>", "array<i64: 1, 65>").replace("return %a_result", "return %another_result_with_a_very_long_name_that_there_is_not_in_all_of_the_program_at_hand");
for (const [width, height, mobile] of [[360, 740, true], [390, 844, true], [768, 1024, true], [1280, 900, false]])
    for (const scheme of ["light", "dark"])
        test(`at ${width}x${height}, ${scheme}, nothing is cut off: long programs, messages and pictures scroll in their boxes`, async () => {
            await open([width, height, mobile], scheme);
            const look = async what => {
                await noSidewaysScroll(what);
                assert.deepEqual(await browser.run(CUT), [], what);
                await browser.photograph(join(folder, "screens", `${width}-${scheme}-${what.replace(/\W+/g, "_")}.png`));
            };
            await browser.run("document.querySelector('#results td').click(); document.querySelector('#options-box').open = true");
            await look("the first program");
            await example("Devices: a table on four of them");
            await look("devices");
            await paste(WIDE_ROWS);
            await ready();
            await browser.until("the picture", "return document.querySelector('#picture svg')");
            await look("a wide program");
            await paste(WRONG);
            await message(63, "error");
            await look("long messages");
        });
