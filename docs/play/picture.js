/*
 * picture.js - the drawing of a gather or scatter. Cells of the result and of the updates can be chosen, by pointer and by keyboard.
 *
 * The drawing is the library's own; it is taken apart all the same, and only what draws is put on the page.
 */
"use strict";

const DRAWS = ["svg", "g", "defs", "rect", "path", "line", "polyline", "polygon", "circle", "ellipse", "text", "tspan", "title", "desc", "style", "marker",
    "pattern", "clipPath"];

function drawingOf(text) {
    const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (drawing.nodeName !== "svg")
        return null;
    for (const node of [...drawing.querySelectorAll("*")])
        if (!DRAWS.includes(node.nodeName))
            node.remove();
    for (const node of [drawing, ...drawing.querySelectorAll("*")])
        for (const { name } of [...node.attributes])
            if (/^on|href$/i.test(name))
                node.removeAttribute(name);
    return document.importNode(drawing, true);
}

class Picture {
    constructor(root, chosen) {
        this.root = root;
        this.chosen = chosen;
        root.addEventListener("click", event => this.choose(event.target.closest("[data-tensor]")));
        root.addEventListener("keydown", event => this.key(event));
    }
    hide() {
        at("picture-section").hidden = true;
    }

    // ---- drawing -------------------------------------------------------------------------------------------------------------------

    show(answer) {
        const drawing = answer.svg && drawingOf(answer.svg), focused = this.root.contains(document.activeElement) && document.activeElement.dataset;
        at("picture-messages").replaceChildren(...answer.messages.map(Page.item));
        at("picture-section").hidden = false;
        this.root.replaceChildren(...(drawing ? [drawing] : []));
        if (!drawing)
            return;
        drawing.setAttribute("role", "group");
        drawing.setAttribute("aria-label", drawing.querySelector("desc")?.textContent || "picture");
        this.follow();
        for (const cell of this.cells)
            this.prepare(cell);
        const first = this.cells[0];
        if (first)
            first.setAttribute("tabindex", "0");
        if (focused && focused.tensor)
            this.focus(this.find(focused));
    }
    /* The drawing follows the system; the page may have been told otherwise. */
    follow() {
        const dark = document.documentElement.dataset.theme, style = this.root.querySelector("style");
        if (!style)
            return;
        this.rules = this.rules && this.root.contains(this.rules.of) ? this.rules : { of: style, text: style.textContent };
        style.textContent = !dark ? this.rules.text
            : this.rules.text.replace(/@media\s*\(prefers-color-scheme:\s*dark\)/g, dark === "dark" ? "@media all" : "@media not all");
    }
    prepare(cell) {
        const { tensor, at: place, input } = cell.dataset;
        cell.setAttribute("tabindex", "-1");
        cell.setAttribute("role", "button");
        cell.setAttribute("aria-label", `${tensor}${input ? " of input " + input : ""} ${place || "element"}: ${(cell.textContent || "").trim()}`);
    }

    // ---- choosing ------------------------------------------------------------------------------------------------------------------

    get cells() {
        return [...this.root.querySelectorAll("[data-tensor=result], [data-tensor=updates]")];
    }
    find({ tensor, at: place, input }) {
        return this.cells.find(({ dataset }) => dataset.tensor === tensor && dataset.at === place && dataset.input === input);
    }
    focus(cell) {
        if (!cell)
            return;
        this.cells.forEach(each => each.setAttribute("tabindex", "-1"));
        cell.setAttribute("tabindex", "0");
        cell.focus();
    }
    choose(cell) {
        if (cell && this.cells.includes(cell)) {
            this.focus(cell);
            this.chosen({ place: cell.dataset.at, update: cell.dataset.tensor === "updates" });
        }
    }
    /* Arrows go to the cell that lies next in their direction, whatever its tensor. */
    key(event) {
        const cell = event.target.closest && event.target.closest("[data-tensor]");
        if (!cell || event.ctrlKey || event.altKey || event.metaKey)
            return;
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (way)
            this.focus(this.next(cell, way));
        else if (event.key === "Enter" || event.key === " ")
            this.choose(cell);
        else
            return;
        event.preventDefault();
    }
    next(cell, [dx, dy]) {
        const middle = each => {
            const r = each.getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2];
        };
        const [x, y] = middle(cell);
        let best, least = Infinity;
        for (const each of this.cells) {
            const [u, v] = middle(each), along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
            if (along > 1 && along + 3 * aside < least)
                [best, least] = [each, along + 3 * aside];
        }
        return best;
    }
}
