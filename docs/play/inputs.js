/* inputs.js - the values that a function is run on, a field for each. */
"use strict";

/* The names of a function's arguments as its text has them; arg0, arg1, ... where that cannot be read. */
function argumentNames(text, name, count) {
    const head = /func\.func\s+(?:public\s+|private\s+)?@("(?:[^"\\]|\\.)*"|[\w$.-]+)\s*\(/g, names = [];
    let found;
    while ((found = head.exec(text)) && found[1].replace(/^"|"$/g, "") !== name);
    for (let i = found ? head.lastIndex : text.length, depth = 1; i < text.length && depth; i++) {
        const argument = depth === 1 && /^%[\w$.-]+(?=\s*:)/.exec(text.slice(i, i + 200));
        if (argument) {
            names.push(argument[0]);
            i += argument[0].length - 1;
        } else if ("([{<".includes(text[i])) {
            depth++;
        } else if (")]}>".includes(text[i]) && text[i - 1] !== "-") {
            depth--;
        }
    }
    return names.length === count ? names : Array.from({ length: count }, (_, i) => `%arg${i}`);
}

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
    show(inputs, fn, program) {
        this.fields = inputs.map((input, i) => this.field(input, `input-${i}`));
        this.root.replaceChildren(...(this.fields.length ? this.fields.map(field => field.block)
            : [element("p", { class: "quiet" }, "This function takes none.")]));
        at("ordered").disabled = at("random").disabled = !this.fields.length;
        this.name(fn, program);
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
    name(fn, program) {
        const names = argumentNames(program, fn.name, this.fields.length);
        this.fields.forEach((field, i) => {
            field.name.textContent = visible(names[i]);
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
