/*
 * steps.js - the gathers and scatters of a run, and the steps of the element that is chosen.
 *
 * What is chosen is an element of an op's result or, of a scatter, of its updates. A function's result is an op's where their
 * extents are the same; the last op of those is taken.
 */
"use strict";

class Steps {
    constructor(page) {
        this.page = page;
        this.ops = [];
        at("op").addEventListener("change", () => page.look(Number(at("op").value)));
    }
    hide() {
        at("steps-section").hidden = true;
        this.chosen = undefined;
        this.ops = [];
    }

    // ---- which op ----------------------------------------------------------------------------------------------------------------

    get op() {
        return this.ops[at("op").value] ? Number(at("op").value) : 0;
    }
    /* The extents of the op's result: a scatter's are its input's. */
    static shape(op) {
        return (op.result || op.input || {}).shape || [];
    }
    list(ops) {
        const before = at("op").value, same = JSON.stringify(ops.map(op => op.op)) === JSON.stringify(this.ops.map(op => op.op));
        this.ops = ops;
        at("op").replaceChildren(...ops.map((op, i) => element("option", { value: String(i) }, `${op.op}, line ${op.line}`)));
        at("op-row").hidden = ops.length < 2;
        at("op").value = same && before ? before : String(ops.length - 1);
        if (!same)
            this.chosen = undefined;
        at("steps-section").hidden = !ops.length;
    }
    /* Of the op whose result the function's may be; undefined: of none. */
    ofResult(shape) {
        const fits = op => JSON.stringify(Steps.shape(op)) === JSON.stringify(shape);
        return fits(this.ops[this.op] || {}) ? this.op : this.ops.findLastIndex(fits);
    }

    // ---- steps ---------------------------------------------------------------------------------------------------------------------

    /* chosen: { place, update }; undefined: none yet, and the words alone are shown. */
    async show(chosen, turn) {
        this.chosen = chosen;
        const page = this.page, { place, update } = chosen || { place: "", update: false };
        const answer = await page.library.call("explain", page.program, page.options, page.fn.number, page.given, this.op, Number(update), place);
        if (turn !== page.turn)
            return;
        if (answer.status !== "GRN_OK" && chosen) { // the element is gone, as of an input that is smaller now
            await this.show(undefined, turn);
            return;
        }
        this.text = chosen ? answer.text : "";
        at("words").textContent = visible(Steps.sentences(answer.words || ""));
        at("steps").replaceChildren(...answer.messages.map(Page.item), ...(chosen ? this.lines(answer.text) : []));
    }
    /* Of a heading, what the op does, and the same in numpy: the second. */
    static sentences(words) {
        return words.split("\n\n").find(part => /^\S.*\.$/s.test(part.trimEnd())) || "";
    }
    /* What the picture traces: the element itself, or the updates that reach it. */
    traces(isScatter) {
        if (!this.chosen || this.chosen.update || !isScatter)
            return this.chosen ? this.chosen.place : "";
        return [...this.text.matchAll(/^update \d+: updates\[([\d, ]+)\]/gm)].slice(0, 8).map(found => found[1].replace(/ /g, "")).join(";");
    }
    say(text) {
        at("steps-section").hidden = false;
        at("steps").replaceChildren(element("p", { class: "quiet" }, text));
    }
    /* Behind the op's own lines, a block for the element and one for each update: a heading, then name, value, formula. */
    lines(text) {
        return text.split("\n\n").slice(1).map(block => {
            const [heading, ...lines] = block.trimEnd().split("\n"), list = element("dl");
            for (const line of lines) {
                const step = /^ {2}([a-z]\w*) {2,}(\[[^\]]*\]) *(.*)$/.exec(line);
                if (step)
                    list.append(element("div", { class: "step" }, element("dt", {}, step[1]), element("dd", { class: "value" }, step[2]),
                        element("dd", { class: "how" }, visible(step[3]))));
                else
                    list.append(element("div", { class: line.startsWith("   ") ? "detail" : "outcome" }, element("dd", {}, visible(line.trim()))));
            }
            return element("div", { class: "element" }, element("h3", {}, visible(heading)), list);
        });
    }
}
