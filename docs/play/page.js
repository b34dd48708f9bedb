/*
 * page.js - the panes and what goes between them.
 *
 * A change of the program starts one pass: check, inputs, run, picture, translation. A later change makes the passes before it stop
 * at their next step. Whatever a program or an answer holds reaches the page as text; the picture is taken apart first (picture.js).
 */
"use strict";

const at = id => document.getElementById(id);
const DIALECTS = { stablehlo: "StableHLO", tensor: "tensor", tcp: "TCP", onnx: "ONNX", torch: "torch", ttnn: "TTNN", nvl: "anvil" };
const LANGUAGES = { numpy: "NumPy", jax: "JAX", pytorch: "PyTorch", r: "R" };
const FORMS = { loops: "Loops", c: "C", gradient: "Gradient", tangents: "Tangents", device: "One device" };
const TYPING_MS = 120;

class Page {
    constructor(library, programs) {
        this.library = library;
        this.programs = programs;
        this.turn = 0;
        this.functions = [];
        this.inputs = new Inputs(at("inputs"), () => this.later());
        this.grids = [];
        this.checked = [];
        this.editor = new Editor(at("editor"), () => this.later());
        this.steps = new Steps(this);
        this.picture = new Picture(at("picture"), chosen => this.chooseInPicture(chosen));
    }

    // ---- what is on the page from the beginning ----------------------------------------------------------------------------------

    async begin() {
        const about = await this.library.call("about");
        at("version").textContent = about.version;
        this.addPrograms();
        this.addTargets(about);
        this.addOptions(about);
        rememberIntroduction();
        at("example").addEventListener("change", () => this.open(this.programs[at("example").value].text));
        at("file").addEventListener("change", () => this.openFile(at("file").files[0]));
        at("function").addEventListener("change", () => this.update({ fresh: true }));
        at("ordered").addEventListener("click", () => this.fill(0));
        at("random").addEventListener("click", () => this.fill(1 + Math.floor(Math.random() * 1e9)));
        at("run").addEventListener("click", () => this.update({}));
        at("targets").addEventListener("change", () => this.translate(this.turn));
        at("options").addEventListener("change", () => this.update({}));
        at("copy").addEventListener("click", () => this.copy());
        at("adopt").addEventListener("click", () => this.adopt());
        addEventListener("resize", () => this.inputs.grow());
        document.addEventListener("keydown", event => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                this.update({});
            }
        });
        at("link").addEventListener("click", () => this.makeLink());
        addEventListener("hashchange", () => this.openLink());
        if (!this.openLink())
            this.open(this.programs[0].text);
    }

    // ---- a link holds the program, its inputs and the target; it is read from the address alone and sent nowhere -----------------------

    makeLink() {
        const state = { program: this.editor.text, inputs: this.inputs.values, to: this.target, options: this.chosenOptions };
        this.linked = "#" + encodeURIComponent(JSON.stringify(state));
        history.replaceState(null, "", this.linked);
        this.copyText(location.href, at("link"));
    }
    openLink() {
        let state;
        if (location.hash.length < 2 || location.hash === this.linked)
            return false;
        try {
            state = JSON.parse(decodeURIComponent(location.hash.slice(1)));
        } catch (why) {
            return false;
        }
        const { program, inputs, to, options } = state || {};
        if (typeof program !== "string")
            return false;
        const target = [...at("targets").querySelectorAll("input")].find(input => input.value === to);
        if (target)
            target.checked = true;
        this.chooseOptions(Array.isArray(options) ? options : []);
        this.given = undefined;
        this.linkedInputs = Array.isArray(inputs) && inputs.every(text => typeof text === "string") ? inputs : undefined;
        at("example").selectedIndex = -1;
        this.open(program);
        return true;
    }

    addPrograms() {
        at("example").append(...this.programs.map(({ title }, i) => element("option", { value: String(i) }, title)));
    }
    addTargets({ dialects, languages, forms }) {
        const choice = (name, text) => element("label", {},
            element("input", { type: "radio", name: "target", value: name, checked: name === "numpy" }), text);
        at("targets").classList.add("targets");
        at("targets").append(...dialects.map(name => choice(name, DIALECTS[name] || name)), element("span", { class: "gap" }),
            ...languages.map(name => choice(name, LANGUAGES[name] || name)), element("span", { class: "gap" }),
            ...forms.map(name => choice(name, FORMS[name] || name)));
        this.languages = languages;
    }
    addOptions({ options }) {
        at("options").append(...options.map((label, i) => element("label", {},
            element("input", { type: "checkbox", name: "option", value: String(i) }), label)));
    }
    get optionBoxes() {
        return [...at("options").querySelectorAll("input")];
    }
    /* Bits, as the library takes them. */
    get options() {
        return this.optionBoxes.reduce((bits, box, i) => bits | (box.checked ? 1 << i : 0), 0);
    }
    /* Labels, as a link has them. */
    get chosenOptions() {
        return this.optionBoxes.filter(box => box.checked).map(box => box.parentNode.textContent);
    }
    chooseOptions(labels) {
        for (const box of this.optionBoxes)
            box.checked = labels.includes(box.parentNode.textContent);
        at("options-box").open = at("options-box").open || this.options !== 0;
    }
    async openFile(file) {
        if (!file)
            return;
        if (file.size > 256 * 1024)
            this.summary(`${file.name} has ${file.size} bytes; this page takes 262144`, "error");
        else
            this.open(await file.text());
        at("file").value = "";
    }
    open(text) {
        this.fresh = true;
        this.editor.text = text;
        clearTimeout(this.timer);
        this.update({ fresh: true });
    }

    // ---- one pass ------------------------------------------------------------------------------------------------------------------

    later() {
        clearTimeout(this.timer);
        this.busy(true);
        this.timer = setTimeout(() => this.update({}), TYPING_MS);
    }
    busy(is) {
        document.querySelector("main").setAttribute("aria-busy", String(is));
    }
    async update(how) {
        const turn = ++this.turn;
        this.busy(true);
        this.library.interrupt();
        await this.pass(turn, how);
        if (turn === this.turn)
            this.busy(false);
    }
    /* fresh: values of the inputs are chosen anew. */
    async pass(turn, { fresh }) {
        const program = this.editor.text;
        this.fresh = this.fresh || fresh;
        const check = await this.library.call("check", program, this.options);
        if (turn !== this.turn)
            return;
        this.program = program;
        this.checked = check.messages;
        this.editor.mark(check.messages);
        this.tell(check);
        document.body.classList.toggle("stale", check.status !== "GRN_OK");
        if (check.status !== "GRN_OK") {
            at("steps-count").textContent = "of the last program without errors";
            at("run-messages").replaceChildren();
            return;
        }
        this.listFunctions(check.functions);
        if (!this.fn)
            return;
        await this.fillWhereNeeded(turn);
        await this.run(turn);
        await this.lint(turn);
        await this.shard(turn);
        await this.translate(turn);
    }
    tell({ status, messages, functions }) {
        const errors = messages.filter(m => m.severity === "error"), first = errors[0];
        at("unplaced").replaceChildren(...messages.filter(m => !m.line && m.severity !== "note").map(Page.item));
        if (first)
            this.summary(`${errors.length} error${errors.length > 1 ? "s" : ""}. ` +
                (first.line ? `Line ${first.line}, column ${first.column}: ` : "") + visible(first.text), "error");
        else
            this.summary(functions && functions.length ? "No errors." : "Nothing to run yet: write a func.func.", "fine");
    }
    summary(text, state) {
        if (at("summary").textContent !== text)
            at("summary").textContent = text;
        at("summary").dataset.state = state;
    }
    static item(m) {
        return element("li", { "data-severity": m.severity }, messageText(m));
    }
    listFunctions(functions) {
        const runnable = functions.map((f, number) => ({ ...f, number })).filter(f => f.runs);
        const wanted = at("function").value, names = runnable.map(f => f.name);
        const chosen = names.includes(wanted) ? wanted : names.includes("main") ? "main" : names[0];
        at("function").replaceChildren(...runnable.map(f => element("option", { value: f.name, selected: f.name === chosen }, `@${visible(f.name)}`)));
        at("function-row").hidden = runnable.length < 2;
        this.fn = runnable.find(f => f.name === chosen);
        if (!this.fn)
            this.clear("There is no public function to run.");
    }
    clear(text) {
        at("results").replaceChildren(element("p", { class: "quiet" }, text));
        this.inputs.show([], { inputs: [], names: [] });
        at("steps-count").textContent = "";
        at("run-messages").replaceChildren();
        this.steps.hide();
        this.picture.hide();
        at("findings").replaceChildren();
        at("findings-none").hidden = true;
        at("devices-section").hidden = true;
        this.types = undefined;
    }

    // ---- inputs -----------------------------------------------------------------------------------------------------------------------

    async fillWhereNeeded(turn) {
        const types = JSON.stringify([this.fn.name, this.fn.inputs]);
        const kept = this.keeps && this.inputs.fields.length === this.fn.inputs.length;
        if (!this.fresh && (kept || types === this.types)) {
            this.types = types;
            this.keeps = false;
            this.inputs.name(this.fn);
            return;
        }
        const answer = await this.library.call("inputs", this.program, this.options, this.fn.number, 0);
        if (turn !== this.turn)
            return;
        this.types = types;
        this.fresh = false;
        this.inputs.show(answer.inputs || [], this.fn);
        this.inputs.set(this.linkedInputs);
        this.linkedInputs = undefined;
    }
    async fill(seed) {
        const turn = this.turn;
        if (!this.fn)
            return;
        const answer = await this.library.call("inputs", this.program, this.options, this.fn.number, seed);
        if (turn !== this.turn)
            return;
        this.inputs.show(answer.inputs || [], this.fn);
        this.update({});
    }

    // ---- the result ---------------------------------------------------------------------------------------------------------------------

    async run(turn) {
        const given = this.inputs.text;
        const answer = { results: [], steps: 0, ...await this.library.call("run", this.program, this.options, this.fn.number, given) };
        if (turn !== this.turn)
            return;
        this.given = given;
        const placed = answer.messages.filter(m => m.input === undefined);
        this.inputs.say(answer.messages);
        this.editor.mark([...this.checked, ...placed]);
        at("run-messages").replaceChildren(...placed.map(Page.item));
        at("steps-count").textContent = answer.status === "GRN_OK" ? `cost: ${answer.steps.toLocaleString("en")} steps` : "";
        this.results = answer.results;
        this.showResults(answer);
        await this.lookAgain(turn, answer.status);
    }

    // ---- what is found, and what devices do -------------------------------------------------------------------------------------------

    async lint(turn) {
        const { findings = [] } = await this.library.call("lint", this.program, this.options, this.fn.number, this.given);
        if (turn !== this.turn)
            return;
        at("findings").replaceChildren(...findings.map(finding => this.finding(finding)));
        at("findings-none").hidden = findings.length > 0;
    }
    finding({ severity, line, column, op, text, advice }) {
        const to = element("button", { type: "button", class: "place" }, `line ${line}`);
        to.addEventListener("click", () => this.editor.go(line, column));
        return element("li", { "data-severity": severity }, to, ` ${severity}: ${op}: ${visible(text)}` + (advice ? `; ${visible(advice)}` : ""));
    }
    /* Who has what, of a program with a mesh. */
    async shard(turn) {
        at("devices-section").hidden = !(this.fn.devices > 1);
        if (at("devices-section").hidden)
            return;
        const answer = await this.library.call("shard", this.program, this.options, this.fn.number);
        const local = await this.library.call("translate", this.program, this.options, this.fn.number, "device");
        if (turn !== this.turn)
            return;
        at("devices-count").textContent = `${answer.devices} in the mesh`;
        at("device-messages").replaceChildren(...answer.messages.map(Page.item));
        at("owners").replaceChildren(...Page.owners(answer));
        at("moves").replaceChildren(...(answer.moves || []).map(({ line, text }) => element("li", {}, `line ${line}: ${visible(text)}`)));
        at("moves-title").textContent = answer.moves && answer.moves.length ? "What devices exchange" : "Nothing is exchanged.";
        at("device-program").textContent = local.text || "";
        colour(at("device-program"), COLOURS.mlir, "device");
    }
    static owners({ values = [] }) {
        const devices = Math.max(0, ...values.map(({ parts }) => parts.length));
        const head = element("tr", {}, element("th", { scope: "col" }, "device"),
            ...values.map(({ name }) => element("th", { scope: "col" }, visible(/^result/.test(name) ? name : `%${name}`))));
        const rows = Array.from({ length: devices }, (_, d) => element("tr", {}, element("th", { scope: "row" }, String(d)),
            ...values.map(({ parts }) => element("td", {}, parts[d] === undefined ? "" : parts[d]))));
        return [element("thead", {}, head), element("tbody", {}, ...rows)];
    }

    // ---- steps and the picture ----------------------------------------------------------------------------------------------------------

    /* A run that an index out of range has ended is looked at too; one that would take too long is not begun again. */
    async lookAgain(turn, status) {
        const tooLong = status === "GRN_E_LIMIT" || status === "GRN_E_MEMORY";
        const { ops = [] } = tooLong ? {} : await this.library.call("ops", this.program, this.options, this.fn.number, this.given);
        if (turn !== this.turn)
            return;
        this.steps.list(ops);
        if (ops.length)
            await this.showOp(this.steps.chosen, turn);
        else
            this.picture.hide();
    }
    /* The steps and the picture of one op, with what is chosen of it. */
    async showOp(chosen, turn) {
        const op = this.steps.ops[this.steps.op], isScatter = !op.result;
        await this.steps.show(chosen, turn);
        const drawn = await this.library.call("draw", this.program, this.options, this.fn.number, this.given, this.steps.op, this.steps.traces(isScatter));
        if (turn !== this.turn)
            return;
        at("picture-of").textContent = this.steps.ops.length > 1 ? `of ${op.op}, line ${op.line}` : "";
        this.picture.show(drawn);
        this.markResult();
    }
    async look() {
        await this.showOp(undefined, this.turn);
    }
    markResult() {
        const { chosen } = this.steps, shape = chosen && JSON.stringify(Steps.shape(this.steps.ops[this.steps.op]));
        this.grids.forEach((grid, i) => grid.mark(chosen && !chosen.update && JSON.stringify(this.results[i].shape) === shape ? chosen.place : undefined));
    }
    async choose(result, place) {
        const op = this.steps.ofResult(this.results[result].shape);
        if (op < 0) {
            this.steps.say(this.steps.ops.length ? "Other ops make the result of what is gathered or scattered. Choose an element in the picture."
                : "No gather or scatter ran.");
            return;
        }
        at("op").value = String(op);
        await this.showOp({ place, update: false }, this.turn);
    }
    async chooseInPicture(chosen) {
        await this.showOp(chosen, this.turn);
    }
    showResults({ status, results }) {
        const focused = document.activeElement && document.activeElement.dataset.at, had = at("results").contains(document.activeElement);
        this.grids = [];
        at("results").replaceChildren(...results.map((result, i) => this.resultBlock(result, i, results.length)));
        at("hint").hidden = !results.length;
        if (status === "GRN_OK" && !results.length)
            at("results").append(element("p", { class: "quiet" }, "It ran, and returns nothing."));
        if (had && this.grids.length)
            this.grids[0].focus(this.grids[0].cells.find(cell => cell.dataset.at === focused) || this.grids[0].cells[0]);
    }
    resultBlock(result, i, count) {
        const root = element("div", { class: "grid", role: "grid" }), type = [...result.shape, result.dtype].join("x");
        const grid = new Grid(root, place => this.choose(i, place));
        grid.show(result, count > 1 ? `Result ${i}` : "Result");
        this.grids.push(grid);
        return element("div", { class: "result" }, element("p", { class: "type" }, (count > 1 ? `${i}: ` : "") + `tensor<${type}>`), root,
            element("details", {}, element("summary", {}, "As text"), element("pre", { translate: "no" }, result.text)));
    }

    // ---- translation ----------------------------------------------------------------------------------------------------------------------

    get target() {
        return at("targets").querySelector(":checked").value;
    }
    async translate(turn) {
        const to = this.target;
        if (!this.fn)
            return;
        const answer = await this.library.call("translate", this.program, this.options, this.fn.number, to);
        if (turn !== this.turn || to !== this.target)
            return;
        at("translation-messages").replaceChildren(...answer.messages.map(Page.item));
        at("translation").textContent = answer.text || "";
        const isText = this.languages.includes(to) || to === "c"; // no program of the page's
        colour(at("translation"), to === "c" ? COLOURS.c : isText ? COLOURS.language : COLOURS.mlir, "translation");
        at("translation").hidden = answer.status !== "GRN_OK";
        at("adopt").disabled = answer.status !== "GRN_OK" || isText;
        at("copy").disabled = answer.status !== "GRN_OK";
    }
    copy() {
        return this.copyText(at("translation").textContent, at("copy"));
    }
    async copyText(text, button) {
        const label = button.textContent;
        try {
            await navigator.clipboard.writeText(text);
        } catch (why) { // not allowed here: by a selection, as a person does it
            const shown = element("textarea", { class: "hidden" });
            shown.value = text;
            document.body.append(shown);
            shown.select();
            document.execCommand("copy");
            shown.remove();
            button.focus();
        }
        button.textContent = "Copied";
        button.disabled = true;
        setTimeout(() => {
            button.textContent = label;
            button.disabled = false;
        }, 1200);
    }
    /* The inputs stay: their element types and extents are the same in every dialect. */
    adopt() {
        this.keeps = true;
        this.editor.text = at("translation").textContent;
        clearTimeout(this.timer);
        this.update({});
        at("example").selectedIndex = -1;
        at("editor").focus();
    }
}

/* It is open until a person closes it. */
function rememberIntroduction() {
    const box = at("introduction");
    try {
        box.open = localStorage.getItem("garner-introduction") !== "closed";
    } catch (why) { /* open */ }
    box.addEventListener("toggle", () => {
        try { localStorage.setItem("garner-introduction", box.open ? "open" : "closed"); } catch (why) { /* for this visit alone */ }
    });
}

// ---- light and dark ----------------------------------------------------------------------------------------------------------------------

function beginTheme(themed) {
    const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)"), button = at("theme");
    const kept = () => { try { return localStorage.getItem("garner-theme"); } catch (why) { return null; } };
    const isDark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
    const show = () => {
        button.setAttribute("aria-pressed", String(isDark()));
        themed();
    };
    if (kept())
        root.dataset.theme = kept();
    button.addEventListener("click", () => {
        root.dataset.theme = isDark() ? "light" : "dark";
        try { localStorage.setItem("garner-theme", root.dataset.theme); } catch (why) { /* kept for this visit alone */ }
        show();
    });
    system.addEventListener("change", show);
    show();
}

async function begin() {
    let page;
    beginTheme(() => page && page.picture.follow());
    try {
        const module = await WebAssembly.compile(bytesOf(at("library").textContent));
        page = new Page(new Library(module), JSON.parse(at("programs").textContent));
        await page.begin();
    } catch (why) {
        at("banner").textContent = `The library could not be started in this browser: ${why}`;
        at("banner").hidden = false;
    }
}
begin();
