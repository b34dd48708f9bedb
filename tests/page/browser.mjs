// browser.mjs - a headless chromium, by chromedriver's own protocol (W3C WebDriver over HTTP). Nothing is downloaded.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const KEYS = {
    enter: "\uE007", tab: "\uE004", shift: "\uE008", control: "\uE009", end: "\uE010", home: "\uE011", left: "\uE012", up: "\uE013",
    right: "\uE014", down: "\uE015", backspace: "\uE003", remove: "\uE017", space: " ", pageUp: "\uE00E", pageDown: "\uE00F",
};
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

async function startDriver() {
    const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
    const port = await new Promise((resolve, reject) => {
        let said = "";
        const timer = setTimeout(() => reject(new Error(`chromedriver did not start: ${said}`)), 20000);
        driver.on("error", reject);
        driver.stdout.on("data", data => {
            said += data;
            const found = /started successfully on port (\d+)/.exec(said);
            if (found) {
                clearTimeout(timer);
                resolve(Number(found[1]));
            }
        });
    });
    return { driver, root: `http://127.0.0.1:${port}` };
}

export class Browser {
    static async start() {
        const { driver, root } = await startDriver();
        const profile = mkdtempSync(join(tmpdir(), "garner-page-"));
        const browser = new Browser();
        Object.assign(browser, { driver, root, profile });
        const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", `--user-data-dir=${profile}`];
        const { sessionId } = await browser.ask("POST", "/session", { capabilities: { alwaysMatch: {
            browserName: "chrome", "goog:chromeOptions": { args }, "goog:loggingPrefs": { performance: "ALL", browser: "ALL" } } } });
        browser.session = `/session/${sessionId}`;
        return browser;
    }
    async ask(method, path, body) {
        const response = await fetch(this.root + path, { method, body: body && JSON.stringify(body) });
        const { value } = await response.json();
        if (value && value.error)
            throw new Error(`${value.error}: ${value.message.split("\n")[0]}`);
        return value;
    }
    to(method, path, body) {
        return this.ask(method, this.session + path, body);
    }
    async close() {
        try {
            await this.to("DELETE", "");
        } finally {
            this.driver.kill();
            rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
        }
    }

    // ---- a page ------------------------------------------------------------------------------------------------------------------

    open(url) {
        return this.to("POST", "/url", { url });
    }
    run(script, ...args) {
        return this.to("POST", "/execute/sync", { script, args });
    }
    devtools(cmd, params = {}) {
        return this.to("POST", "/goog/cdp/execute", { cmd, params });
    }
    /* A viewport of that many CSS pixels, as a phone or a window has it. */
    size(width, height, mobile = false) {
        return this.devtools("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: mobile ? 2 : 1, mobile });
    }
    prefer(scheme) {
        return this.devtools("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    }
    log(kind) {
        return this.to("POST", "/se/log", { type: kind });
    }
    /* What the page asked the network for, since the last time. */
    async requests() {
        return (await this.log("performance")).map(entry => JSON.parse(entry.message).message)
            .filter(({ method }) => method === "Network.requestWillBeSent").map(({ params }) => params.request.url);
    }

    // ---- what a person does -----------------------------------------------------------------------------------------------------------

    async find(css) {
        return (await this.to("POST", "/element", { using: "css selector", value: css }))[ELEMENT];
    }
    async click(css) {
        return this.to("POST", `/element/${await this.find(css)}/click`, {});
    }
    async type(...keys) {
        const actions = keys.join("").split("").flatMap(value => [{ type: "keyDown", value }, { type: "keyUp", value }]);
        return this.to("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
    }
    /* A key while another is held down. */
    chord(held, key) {
        return this.to("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions: [
            { type: "keyDown", value: held }, { type: "keyDown", value: key }, { type: "keyUp", value: key }, { type: "keyUp", value: held }] }] });
    }
    text(css) {
        return this.run("return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join('\\n')", css);
    }
    /* Until the script answers something true; its last answer, or an error that says what was waited for. */
    async until(what, script, ...args) {
        for (const end = Date.now() + 30000; ;) {
            const answer = await this.run(script, ...args);
            if (answer)
                return answer;
            if (Date.now() > end)
                throw new Error(`waited 30 s in vain for: ${what}`);
            await new Promise(resolve => setTimeout(resolve, 50));
        }
    }
    async screenshot(path) {
        const png = Buffer.from(await this.to("GET", "/screenshot"), "base64");
        mkdirSync(join(path, ".."), { recursive: true });
        writeFileSync(path, png);
        return png;
    }
    /* All of the page, however long. */
    async photograph(path) {
        const { data } = await this.devtools("Page.captureScreenshot", { captureBeyondViewport: true });
        mkdirSync(join(path, ".."), { recursive: true });
        writeFileSync(path, Buffer.from(data, "base64"));
    }
}
