/*
 * engine.js - the library, in a worker where there can be one.
 *
 * engine() is the whole of what runs there: it is handed over as text, and knows nothing of the page. A call names a function of
 * play.h without its prefix; texts become bytes in the library's memory, the answer is its JSON. After a trap (the stack of a program
 * nested too deeply, memory that is gone) an instance is not used again.
 */
"use strict";

function engine() {
    // What is passed for each parameter: "text" is a pointer and a size, "name" a pointer to bytes that end in a zero.
    const calls = {
        about: [],
        check: ["text", "number"],
        inputs: ["text", "number", "number", "number"],
        run: ["text", "number", "number", "text"],
        lint: ["text", "number", "number", "text"],
        shard: ["text", "number", "number"],
        translate: ["text", "number", "number", "name"],
        ops: ["text", "number", "number", "text"],
        explain: ["text", "number", "number", "text", "number", "number", "name"],
        draw: ["text", "number", "number", "text", "number", "name"],
    };
    let module, library;

    // The library asks its system for the time alone.
    function imports() {
        const now = (clock, precision, at) => {
            new DataView(library.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        };
        const refuse = () => 52; // ENOSYS
        const functions = { clock_time_get: now, emscripten_notify_memory_growth: () => {} };
        const made = {};
        for (const { module: from, name } of WebAssembly.Module.imports(module))
            (made[from] = made[from] || {})[name] = functions[name] || refuse;
        return made;
    }
    function instance() {
        if (!library) {
            library = new WebAssembly.Instance(module, imports()).exports;
            if (library._initialize)
                library._initialize();
        }
        return library;
    }
    function place(text, given) {
        const bytes = new TextEncoder().encode(text), at = library.malloc(bytes.length + 1);
        if (!at)
            throw new RangeError("memory refused");
        given.push(at);
        const view = new Uint8Array(library.memory.buffer);
        view.set(bytes, at);
        view[at + bytes.length] = 0;
        return [at, bytes.length];
    }
    function take(at) {
        if (!at)
            throw new RangeError("memory refused");
        const view = new Uint8Array(library.memory.buffer), end = view.indexOf(0, at);
        const text = new TextDecoder().decode(view.subarray(at, end));
        library.free(at);
        return JSON.parse(text);
    }
    function call(name, args) {
        const given = [], passed = [], what = instance()["play_" + name];
        if (!what)
            return null; // not in this build
        try {
            calls[name].forEach((kind, i) => {
                if (kind === "number")
                    passed.push(args[i]);
                else if (kind === "name")
                    passed.push(place(args[i], given)[0]);
                else
                    passed.push(...place(args[i], given));
            });
            const answer = take(what(...passed));
            given.forEach(at => library.free(at));
            return answer;
        } catch (why) {
            library = undefined;
            const text = why instanceof RangeError ? "the program needs more room than this page has" : String(why);
            return { status: "GRN_E_LIMIT", messages: [{ severity: "error", line: 0, column: 0, text }] };
        }
    }
    return { load: given => { module = given; }, call };
}

const CALL_SECONDS = 10;
const PATIENCE_MS = 300;

/* Calls one after the other; what takes over CALL_SECONDS is ended with its worker, and so is, after PATIENCE_MS, what nobody waits for
 * any more. */
class Library {
    constructor(module) {
        this.module = module;
        this.queue = Promise.resolve();
        this.number = 0;
        this.begin();
    }
    begin() {
        this.worker = null;
        try {
            const source = `"use strict"; const e = (${engine})(); onmessage = ({ data }) => { if (data.module) e.load(data.module);` +
                " else postMessage({ number: data.number, answer: e.call(data.name, data.args) }); };";
            const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
            this.worker = new Worker(url);
            this.worker.postMessage({ module: this.module });
        } catch (why) { // no worker can be had here: the page itself runs the calls
            this.worker = null;
            this.local = engine();
            this.local.load(this.module);
        }
    }
    /* The answer to the call that is running is not wanted any more. */
    interrupt() {
        if (this.running && performance.now() - this.running.since > PATIENCE_MS)
            this.running.stopped("interrupted");
    }
    call(name, ...args) {
        const result = this.queue.then(() => this.worker ? this.ask(name, args) : this.local.call(name, args));
        this.queue = result.catch(() => {});
        return result;
    }
    ask(name, args) {
        return new Promise(resolve => {
            const number = ++this.number, worker = this.worker;
            const stopped = text => {
                clearTimeout(timer);
                worker.terminate();
                this.begin();
                this.running = null;
                resolve({ status: "GRN_E_LIMIT", messages: [{ severity: "error", line: 0, column: 0, text }] });
            };
            this.running = { since: performance.now(), stopped };
            const timer = setTimeout(stopped, CALL_SECONDS * 1000, `stopped after ${CALL_SECONDS} seconds`);
            worker.onmessage = ({ data }) => {
                if (data.number !== number)
                    return;
                clearTimeout(timer);
                this.running = null;
                resolve(data.answer);
            };
            worker.onerror = event => {
                stopped(String(event.message || "the worker ended"));
            };
            worker.postMessage({ number, name, args });
        });
    }
}

/* The bytes of a text in base64. */
function bytesOf(base64) {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++)
        bytes[i] = text.charCodeAt(i);
    return bytes;
}
