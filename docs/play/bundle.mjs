// bundle.mjs - one page out of its parts.
//
//   node bundle.mjs LIBRARY.wasm PAGE.html [SOURCE]
//
// SOURCE is the address of the repository's files, which links name; "..": the page is in a folder of a checkout.
// The library goes in as base64, the programs as JSON. The page's policy allows the one script by its hash, and no request at all.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [library, page, source = ".."] = process.argv.slice(2);
if (!page) {
    console.error("usage: node bundle.mjs LIBRARY.wasm PAGE.html [SOURCE]");
    process.exit(2);
}
const read = name => readFileSync(join(here, name), "utf8");

// A program's title is its first line.
const programs = readdirSync(join(here, "programs")).sort().map(name => {
    const [first, ...lines] = read(join("programs", name)).split("\n");
    return { title: first.replace(/^\/\/ /, ""), text: lines.join("\n").trimEnd() };
});
const scripts = ["engine.js", "numbers.js", "editor.js", "grid.js", "inputs.js", "picture.js", "steps.js", "page.js"];
const script = "\n" + scripts.map(read).join("\n").replaceAll('"use strict";\n', "").replace(/^/, '"use strict";\n');
if (/<\/script|<!--/i.test(script))
    throw new Error("the script holds what would end it");

const parts = {
    SOURCE: source.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replace(/\/+$/, ""),
    STYLE: read("page.css").trimEnd(),
    SCRIPT: script,
    HASH: "sha256-" + createHash("sha256").update(script).digest("base64"),
    LIBRARY: readFileSync(library).toString("base64"),
    PROGRAMS: JSON.stringify(programs).replaceAll("<", "\\u003c"),
};
writeFileSync(page, read("page.html").replace(/\{\{([A-Z]+)\}\}/g, (_, name) => parts[name]));
