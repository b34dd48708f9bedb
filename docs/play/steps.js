/* steps.js - the steps of the element that is chosen. */
"use strict";

class Steps {
    constructor(page) {
        this.page = page;
    }
    hide() {
        at("steps-section").hidden = true;
        this.chosen = undefined;
    }
    async show(result, place) {
        this.chosen = { result, place };
        await this.again(this.page.turn);
    }
    /* After a run: of the same element, where there still is one. */
    async again(turn) {
        if (!this.chosen)
            return;
        const { result, place } = this.chosen, page = this.page;
        const answer = await page.library.call("explain", page.program, page.fn.number, page.given, 0, place);
        if (turn !== page.turn || !answer)
            return;
        at("steps-section").hidden = false;
        at("steps").replaceChildren(...answer.messages.map(Page.item), element("pre", {}, answer.text || ""));
        page.grids.forEach((grid, i) => grid.mark(i === result ? place : undefined));
    }
}
