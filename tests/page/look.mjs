// look.mjs - the keyboard, what a screen reader is told, and what is drawn.
import { strict as assert } from "node:assert";
import { join } from "node:path";

import { KEYS } from "./browser.mjs";
import { contrast, ink, luminance, pixels } from "./png.mjs";
import {
    folder, browser, test, WIDE, PHONE, open,
    message, noSidewaysScroll, paste, example, stepsSay,
} from "./person.mjs";

test("everything is reached by Tab in the order it stands in, and the focus is seen", async () => {
    await open();
    const seen = [];
    for (let i = 0; i < 60; i++) {
        await browser.type(KEYS.tab);
        const [name, ring, y] = await browser.run("const e = document.activeElement, s = getComputedStyle(e), " +
            "p = e.type === 'radio' || e.type === 'file' ? getComputedStyle(e.parentNode) : s; return [e.id || e.name || e.className || e.href || e.getAttribute('role') || e.tagName, " +
            "p.outlineStyle !== 'none' && parseFloat(p.outlineWidth) >= 2, e.getBoundingClientRect().top + scrollY]");
        if (name === "BODY" || seen.includes(name))
            break;
        assert.ok(ring, `${name} shows its focus`);
        seen.push(name);
    }
    const order = ["skip", "theme", "introduction-summary", "file", "link", "example", "editor", "ordered", "random", "run", "input-0", "input-1",
        "options-summary", "gridcell", "SUMMARY", "steps",
        "picture", "target", "copy", "translation"];
    assert.deepEqual(seen.filter(name => order.includes(name)), order);
});

test("arrow keys move in the grid, across slices too, and Enter chooses", async () => {
    await open();
    await example("StableHLO: windows in batches");
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


test("on a phone of 360 px nothing scrolls sideways, with any example, and what is touched is large enough", async () => {
    await open(PHONE);
    const titles = await browser.run("return [...document.querySelector('#example').options].map(o => o.text)");
    for (const title of titles) {
        await example(title);
        await browser.run("document.querySelector('#results td').click()");
        await browser.until(`the steps of ${title}`, "return document.querySelectorAll('.element .step, .element .outcome').length > 0");
        await noSidewaysScroll(title);
    }
    await paste("func.func @main() {\n  %0 = oops\n}");
    await message(2, "error");
    await noSidewaysScroll("an error");
    const small = await browser.run("return [...document.querySelectorAll('button, select, .button, .targets label, [role=gridcell]')].filter(e => e.offsetParent && " +
        "(e.getBoundingClientRect().height < 32 || e.getBoundingClientRect().width < 32)).map(e => e.id || e.textContent)");
    assert.deepEqual(small, []);
});

const REGIONS = ["h1", "#words", ".step .value", "td[aria-selected=true]", "#picture svg", "#editor > div:nth-child(2)", "#summary", "#input-1", "#results td", "#translation", "#targets label:has(:checked)",
    "#targets label:not(:has(:checked))", "#run"];
for (const scheme of ["light", "dark"])
    test(`in ${scheme} every region is drawn, with contrast`, async () => {
        await open([1280, 3000], scheme);
        await browser.click("td[data-at='1,2']");
        await stepsSay("operand[2, 2]");
        await browser.until("the picture", "return document.querySelector('#picture svg desc').textContent.includes('result [1,2]')");
        await new Promise(resolve => setTimeout(resolve, 300)); // colours change over a tenth of a second
        const picture = pixels(await browser.screenshot(join(folder, "screens", `${scheme}.png`)));
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
