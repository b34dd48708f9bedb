/* inputs.js - the values that a function is run on, a field for each. */
"use strict";

/* "an index, 0 to 3", or with a range for each place along the last dimension. */
function rangeText({ most, least }) {
    if (!most.length)
        return "";
    const same = most.every(each => each === most[0]);
    return "index, " + (same ? `${least} to ${most[0]}` : most.map(each => `${least} to ${each}`).join("; "));
}

class Inputs {
    constructor(root, changed) {
        this.root = root;
        this.changed = changed;
        this.fields = [];
    }
    show(inputs, fn) {
        this.fields = inputs.map((input, i) => this.field(input, `input-${i}`));
        this.root.replaceChildren(...(this.fields.length ? this.fields.map(field => field.block)
            : [element("p", { class: "quiet" }, "This function takes none.")]));
        at("ordered").disabled = at("random").disabled = !this.fields.length;
        this.name(fn);
        this.grow();
    }
    field(input, id) {
        const name = element("span", { class: "name" }), type = element("code");
        const label = element("label", { for: id }, name, type, element("span", { class: "quiet" }, rangeText(input)));
        const said = element("ul", { class: "messages", id: `${id}-said`, role: "status", "aria-live": "polite" });
        const text = element("textarea", { id, rows: "1", spellcheck: "false", autocapitalize: "off", "aria-describedby": said.id }, input.text);
        text.addEventListener("input", () => {
            this.grow();
            this.changed();
        });
        return { name, type, text, said, block: element("div", { class: "input" }, label, text, said) };
    }
    /* The program may have other names for the same inputs now. */
    name(fn) {
        this.fields.forEach((field, i) => {
            field.name.textContent = visible(fn.names[i] ? `%${fn.names[i]}` : `input ${i}`);
            field.type.textContent = fn.inputs[i];
        });
    }
    grow() {
        for (const { text } of this.fields) {
            text.style.height = "auto";
            text.style.height = `${Math.min(180, text.scrollHeight + 2)}px`;
        }
    }

    get values() {
        return this.fields.map(field => field.text.value);
    }
    /* As the library takes them: each with a zero behind it. */
    get text() {
        return this.values.map(value => value + "\0").join("");
    }
    set(values) {
        if (!values || values.length !== this.fields.length)
            return;
        this.fields.forEach((field, i) => { field.text.value = values[i]; });
        this.grow();
    }
    say(messages) {
        this.fields.forEach((field, i) => {
            const own = messages.filter(m => m.input === i);
            field.said.replaceChildren(...own.map(Page.item));
            field.text.setAttribute("aria-invalid", String(own.length > 0));
        });
    }
}
