/*
 * grid.js - a tensor as tables: one for each slice of the last two dimensions, one under the other.
 *
 * All tables of a tensor are one grid for the keyboard: arrows move, Home and End go to a row's ends, Page Up and Page Down to the same
 * row of the next slice, Enter and Space choose. One cell at a time is in the tab order.
 */
"use strict";

function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
        if (value !== undefined && value !== false)
            made.setAttribute(key, value === true ? "" : value);
    made.append(...children);
    return made;
}

/* All indices of a shape in row-major order. */
function* indicesOf(shape) {
    const at = shape.map(() => 0);
    if (shape.includes(0))
        return;
    for (;;) {
        yield [...at];
        let d = shape.length - 1;
        while (d >= 0 && ++at[d] === shape[d])
            at[d--] = 0;
        if (d < 0)
            return;
    }
}

class Grid {
    constructor(root, chosen) {
        this.root = root;
        this.chosen = chosen;
        this.rows = [];
        root.addEventListener("click", event => this.choose(event.target.closest("[role=gridcell]")));
        root.addEventListener("keydown", event => this.key(event));
    }
    get cells() {
        return this.rows.flat();
    }

    // ---- tables -------------------------------------------------------------------------------------------------------------------

    show(result, name) {
        const { shown, shape, elements } = result, rank = shape.length;
        const height = rank > 1 ? shown[rank - 2] : 1, width = rank > 0 ? shown[rank - 1] : 1;
        const outer = shown.slice(0, Math.max(0, rank - 2));
        let next = 0;
        this.rows = [];
        this.height = height;
        this.root.replaceChildren();
        if (!elements.length) {
            this.root.append(element("p", { class: "quiet" }, "no elements"));
            return;
        }
        for (const slice of indicesOf(outer)) {
            const table = this.table(slice, height, width, rank, () => elementText(elements[next++], result.dtype));
            if (slice.length > 1 && next && slice[slice.length - 1] === 0)
                this.root.append(element("div", { class: "break" }));
            const place = `[${[...slice, ":", ":"].join(", ")}]`;
            this.root.append(element("div", { class: "slice", role: "rowgroup", "aria-label": outer.length && place },
                ...(outer.length ? [element("p", { class: "place", "aria-hidden": "true" }, place)] : []), table));
        }
        if (shown.some((extent, d) => extent < shape[d]))
            this.root.append(element("p", { class: "quiet" }, `the first ${shown.join("x")} of ${shape.join("x")}`));
        this.root.setAttribute("aria-label", `${name}, ${shape.length ? shape.join(" by ") : "one number"}`);
        if (this.rows.length)
            this.rows[0][0].tabIndex = 0;
    }
    table(slice, height, width, rank, text) {
        const table = element("table", { role: "presentation" });
        if (rank > 0)
            table.append(element("tr", { "aria-hidden": "true" }, element("th"),
                ...Array.from({ length: width }, (_, i) => element("th", {}, String(i)))));
        for (let r = 0; r < height; r++) {
            const row = element("tr", { role: "row" }), cells = [];
            if (rank > 0)
                row.append(element("th", { "aria-hidden": "true" }, rank > 1 ? String(r) : ""));
            for (let c = 0; c < width; c++) {
                const at = rank > 1 ? [...slice, r, c] : rank ? [c] : [], shown = text();
                const cell = element("td", {
                    role: "gridcell", tabindex: "-1", "aria-selected": "false", "data-at": at.join(","),
                    "aria-label": `${shown} at ${at.length ? at.join(", ") : "the only place"}`,
                }, shown);
                cells.push(cell);
                row.append(cell);
            }
            this.rows.push(cells);
            table.append(row);
        }
        return table;
    }

    // ---- the keyboard ---------------------------------------------------------------------------------------------------------------

    key(event) {
        const row = this.rows.findIndex(cells => cells.includes(event.target));
        if (row < 0 || event.ctrlKey || event.altKey || event.metaKey)
            return;
        const column = this.rows[row].indexOf(event.target), last = this.rows[row].length - 1;
        const to = {
            ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
            Home: [row, 0], End: [row, last], PageUp: [row - this.height, column], PageDown: [row + this.height, column],
        }[event.key];
        if (to) {
            event.preventDefault();
            this.focus((this.rows[to[0]] || [])[to[1]]);
        } else if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.choose(event.target);
        }
    }
    focus(cell) {
        if (!cell)
            return;
        this.cells.forEach(each => { each.tabIndex = -1; });
        cell.tabIndex = 0;
        cell.focus();
    }

    // ---- the cell that is chosen --------------------------------------------------------------------------------------------------------

    choose(cell) {
        if (!cell)
            return;
        this.mark(cell.dataset.at);
        this.focus(cell);
        this.chosen(cell.dataset.at, cell);
    }
    mark(at) {
        for (const cell of this.cells)
            cell.setAttribute("aria-selected", String(cell.dataset.at === at));
    }
}
