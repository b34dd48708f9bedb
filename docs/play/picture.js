/* picture.js - the drawing of a gather or scatter, whose cells can be chosen. */
"use strict";

class Picture {
    constructor(root, chosen) {
        this.root = root;
        this.chosen = chosen;
    }
    hide() {
        at("picture-section").hidden = true;
    }
    async update(page, turn) {
        const answer = await page.library.call("draw", page.program, page.fn.number, page.given, 0, "");
        if (turn !== page.turn || !answer)
            return;
    }
    mark(place) {
    }
}
