/*
 * editor.js - a text in which messages stand under the lines they are about.
 *
 * Each line is a <div>; a message is an attribute of it that the style sheet shows below, so that it is no part of the text. Within a line
 * the browser edits; a new line, a paste and undo are done here, on the text as a whole. After every change the lines are made <div>s
 * again where the browser has left something else.
 */
"use strict";

class Editor {
    constructor(root, changed) {
        this.root = root;
        this.changed = changed;
        this.past = [];
        this.future = [];
        this.kept = { text: "", caret: 0, when: 0 };
        root.addEventListener("beforeinput", event => this.before(event));
        root.addEventListener("input", event => this.after(event));
        root.addEventListener("compositionend", () => this.settle());
        root.addEventListener("paste", event => {
            event.preventDefault();
            this.insert(event.clipboardData.getData("text/plain"));
        });
        root.addEventListener("copy", event => this.copy(event));
        root.addEventListener("cut", event => {
            this.copy(event);
            this.insert("");
        });
        root.addEventListener("drop", event => event.preventDefault());
        root.addEventListener("keydown", event => this.key(event));
        this.render([""]);
    }

    // ---- the text -----------------------------------------------------------------------------------------------------------

    get text() {
        return this.lines().join("\n");
    }
    set text(text) {
        this.past = [];
        this.future = [];
        this.put(text, 0, false);
    }
    lines() {
        const lines = [];
        let open = false; // the last line may still grow, by text that is in no <div>
        for (const node of this.root.childNodes) {
            const block = node.nodeName === "DIV";
            if (block || !open)
                lines.push("");
            lines[lines.length - 1] += node.textContent;
            open = !block && node.nodeName !== "BR";
        }
        return lines.length ? lines.join("\n").replace(/\u00a0/g, " ").split("\n") : [""];
    }

    // ---- lines as elements ----------------------------------------------------------------------------------------------------

    static line(text) {
        const line = document.createElement("div");
        line.append(text === "" ? document.createElement("br") : text);
        return line;
    }
    static holds(node, text) {
        return node.nodeName === "DIV" && node.textContent === text && node.childNodes.length === 1 &&
            (text === "" ? node.firstChild.nodeName === "BR" : node.firstChild.nodeType === Node.TEXT_NODE);
    }
    /* Elements at the beginning and at the end that hold their lines already stay. */
    render(lines) {
        const nodes = this.root.childNodes;
        let first = 0, last = 0;
        while (first < Math.min(nodes.length, lines.length) && Editor.holds(nodes[first], lines[first]))
            first++;
        while (last < Math.min(nodes.length, lines.length) - first &&
               Editor.holds(nodes[nodes.length - 1 - last], lines[lines.length - 1 - last]))
            last++;
        while (nodes.length > first + last)
            nodes[first].remove();
        const behind = nodes[first] || null;
        for (const text of lines.slice(first, lines.length - last))
            this.root.insertBefore(Editor.line(text), behind);
    }

    // ---- the caret --------------------------------------------------------------------------------------------------------------

    /* How many characters of the text stand before a place in the document. */
    offset(node, at) {
        const before = document.createRange();
        let line = node;
        if (node === this.root) {
            line = this.root.childNodes[at];
            if (!line)
                return this.text.length;
            [node, at] = [line, 0];
        }
        while (line.parentNode && line.parentNode !== this.root)
            line = line.parentNode;
        if (line.parentNode !== this.root)
            return 0;
        const number = [...this.root.childNodes].indexOf(line);
        before.setStart(line, 0);
        before.setEnd(node, at);
        return this.lines().slice(0, number).reduce((sum, text) => sum + text.length + 1, 0) + before.toString().length;
    }
    selection() {
        const s = getSelection();
        if (!s.rangeCount || !this.root.contains(s.anchorNode))
            return [this.text.length, this.text.length];
        const range = s.getRangeAt(0);
        return [this.offset(range.startContainer, range.startOffset), this.offset(range.endContainer, range.endOffset)];
    }
    place(offset) {
        let line = 0;
        for (const text of this.lines()) {
            if (offset <= text.length)
                break;
            offset -= text.length + 1;
            line++;
        }
        const node = this.root.childNodes[line] || this.root.lastChild;
        const inside = node.firstChild.nodeType === Node.TEXT_NODE;
        getSelection().collapse(inside ? node.firstChild : node, inside ? offset : 0);
    }

    // ---- changes ----------------------------------------------------------------------------------------------------------------

    put(text, caret, focused = true) {
        this.render(text.split("\n"));
        if (focused)
            this.place(caret);
        this.kept = { text, caret, when: 0 };
        this.told();
    }
    told() {
        colour(this.root, COLOURS.mlir, "program");
        this.changed();
    }
    /* Typing within half a second is undone at once. */
    remember() {
        const now = Date.now(), text = this.text;
        if (text === this.kept.text)
            return;
        if (now - this.kept.when > 500)
            this.past.push({ text: this.kept.text, caret: this.kept.caret });
        if (this.past.length > 500)
            this.past.shift();
        this.future = [];
        this.kept = { text, caret: this.selection()[0], when: now };
    }
    insert(piece) {
        const [from, to] = this.selection(), text = this.text;
        piece = piece.replace(/\r\n?/g, "\n");
        this.past.push({ text, caret: from });
        this.future = [];
        this.put(text.slice(0, from) + piece + text.slice(to), from + piece.length);
        this.show();
    }
    step(from, to) {
        const state = from.pop();
        if (!state)
            return;
        to.push({ text: this.text, caret: this.selection()[0] });
        this.put(state.text, state.caret);
    }
    newLine() {
        const [from] = this.selection(), before = this.text.slice(0, from);
        this.insert("\n" + before.slice(before.lastIndexOf("\n") + 1).match(/^ */)[0]);
    }
    show() {
        const node = getSelection().anchorNode, line = node && (node.nodeType === Node.TEXT_NODE ? node.parentNode : node);
        if (line && line !== this.root && line.scrollIntoView)
            line.scrollIntoView({ block: "nearest" });
    }
    copy(event) {
        const [from, to] = this.selection();
        event.preventDefault();
        event.clipboardData.setData("text/plain", this.text.slice(from, to));
    }
    before(event) {
        const own = {
            insertParagraph: () => this.newLine(),
            insertLineBreak: () => this.newLine(),
            historyUndo: () => this.step(this.past, this.future),
            historyRedo: () => this.step(this.future, this.past),
        }[event.inputType];
        if (own || event.inputType.startsWith("format"))
            event.preventDefault();
        if (own)
            own();
    }
    key(event) {
        if (!(event.ctrlKey || event.metaKey) || event.altKey)
            return;
        const key = event.key.toLowerCase(), undo = key === "z" && !event.shiftKey;
        if (!undo && key !== "y" && key !== "z")
            return;
        event.preventDefault();
        this.step(...(undo ? [this.past, this.future] : [this.future, this.past]));
    }
    after(event) {
        if (!event.isComposing)
            this.settle();
    }
    settle() {
        const lines = this.lines(), nodes = [...this.root.childNodes];
        if (nodes.length !== lines.length || nodes.some((node, i) => !Editor.holds(node, lines[i]))) {
            const [caret] = this.selection();
            this.render(lines);
            this.place(caret);
        }
        this.remember();
        this.told();
    }

    // ---- messages -----------------------------------------------------------------------------------------------------------------

    /* Columns count bytes of UTF-8, from 1. */
    static column(line, column) {
        const bytes = new TextEncoder().encode(line).slice(0, Math.max(0, column - 1));
        return new TextDecoder().decode(bytes).length;
    }
    static word(line, from) {
        const word = /^[%@^!#]?"?[\w.$]+"?/.exec(line.slice(from));
        return [from, Math.min(line.length, from + (word ? word[0].length : 1))];
    }
    range(message) {
        const node = this.root.childNodes[message.line - 1], text = node && node.firstChild;
        if (!text || text.nodeType !== Node.TEXT_NODE)
            return null;
        const at = Math.min(Editor.column(text.data, message.column), text.length - 1), [from, to] = Editor.word(text.data, Math.max(0, at));
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, to);
        return range;
    }
    /* A line shows its messages one below the other; a note stays with the message it explains. */
    mark(messages) {
        const of = new Map();
        let line = 0, severity = "note";
        for (const m of messages) {
            if (m.severity !== "note") {
                line = m.line;
                severity = m.severity;
            }
            const kept = of.get(line) || { severity, texts: [] };
            kept.severity = kept.severity === "error" ? "error" : severity;
            kept.texts.push(messageText(m));
            of.set(line, kept);
        }
        [...this.root.childNodes].forEach((node, i) => {
            const kept = of.get(i + 1);
            if (kept) {
                node.dataset.message = kept.texts.join("\n");
                node.dataset.severity = kept.severity;
            } else if (node.dataset && node.dataset.message !== undefined) {
                delete node.dataset.message;
                delete node.dataset.severity;
            }
        });
        this.underline(messages.filter(m => m.severity === "error" && m.line));
    }
    underline(errors) {
        if (typeof Highlight === "undefined" || !CSS.highlights)
            return;
        const ranges = errors.map(m => this.range(m)).filter(Boolean);
        CSS.highlights.set("garner-error", new Highlight(...ranges));
    }
    go(line, column) {
        const before = this.lines().slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
        this.root.focus();
        this.place(before + Editor.column(this.lines()[line - 1] || "", column));
        this.show();
    }
}

/* Names and texts in colour, where the browser can colour ranges; the text stays one piece. */
const COLOURS = {
    mlir: /(?<comment>\/\/[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*")|(?<value>[%^][\w$.-]+)|(?<type>\b(?:tensor|vtensor|array)<[^<>\n]*>|!torch\.\w+|\bfunc\.func\b|\breturn\b)/g,
    c: /(?<comment>\/\*[^]*?\*\/|\/\/[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*")|(?<value>#\w+)|(?<type>\b(?:void|int|const|static|inline|return|for|while|if|else|struct|typedef|float|double|u?int\d+_t|size_t|restrict)\b)/g,
    language: /(?<comment>#[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<type>\b(?:import|as|from|def|return|function|for|in|if|else)\b)/g,
};
const MOST_COLOURED = 50000; // characters

function colour(root, pattern, name) {
    if (typeof Highlight === "undefined" || !CSS.highlights)
        return;
    const ranges = { comment: [], string: [], value: [], type: [] };
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let left = MOST_COLOURED;
    for (let node; left > 0 && (node = walk.nextNode()); left -= node.length)
        for (const found of node.data.slice(0, left).matchAll(pattern)) {
            const kind = Object.keys(ranges).find(each => found.groups[each] !== undefined);
            ranges[kind].push(new StaticRange({ startContainer: node, startOffset: found.index, endContainer: node, endOffset: found.index + found[0].length }));
        }
    for (const kind of Object.keys(ranges))
        CSS.highlights.set(`garner-${name}-${kind}`, new Highlight(...ranges[kind]));
}

/* "3:8: error: ...", as the command prints it. */
function messageText(m) {
    return (m.line ? `${m.line}:${m.column}: ` : "") + `${m.severity}: ${visible(m.text)}`;
}

/* Characters that hide, or change the order of others, by their numbers. */
function visible(text) {
    return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g,
        c => "\\u{" + c.codePointAt(0).toString(16).toUpperCase() + "}");
}
