// page.mjs - the page in a headless chromium, from a file:// address: the tests of the files that are imported here.
//
//   node tests/page/page.mjs build-page/index.html GARNER [NAME]
//
// GARNER is the command, whose messages the page must show. With NAME, the tests whose names hold it. A failure leaves a screenshot
// beside the page, in failures/. Ends with "N passed, N failed".
import { join } from "node:path";
import { strict as assert } from "node:assert";

import { browser, folder, only, tests } from "./person.mjs";
import "./program.mjs";
import "./result.mjs";
import "./panes.mjs";
import "./look.mjs";
import "./safety.mjs";

let passed = 0, failed = 0;
for (const { name, steps } of tests.filter(each => !only || each.name.includes(only)))
    try {
        const from = Date.now();
        await browser.log("browser");
        await steps();
        const complaints = (await browser.log("browser")).filter(entry => entry.level === "SEVERE").map(entry => entry.message);
        assert.deepEqual(complaints, [], "the console stays empty");
        console.log(`ok      ${name} (${Date.now() - from} ms)`);
        passed++;
    } catch (error) {
        console.log(`FAILED  ${name}\n${String(error.stack || error).replace(/^/gm, "    ")}`);
        failed++;
        await browser.photograph(join(folder, "failures", `${name.replace(/[^\w]+/g, "_").slice(0, 60)}.png`)).catch(() => {});
    }
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
