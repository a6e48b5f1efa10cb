// A browser that shows one page. It stores the page's console messages, requests and policy violations. Each test ends
// with browser.checkQuiet(), which fails if there are any.

import assert from "node:assert/strict";
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import puppeteer from "puppeteer-core";

const paths = {
    chrome: process.env.QII_TEST_CHROMIUM || "/usr/bin/chromium",
    firefox: process.env.QII_TEST_FIREFOX || "/usr/bin/firefox-esr",
};

// Returns the reason why tests cannot run in this browser, or false if they can.
export function missingBrowser(name) {
    return existsSync(paths[name]) ? false : `${paths[name]} is not installed`;
}

export class Browser {
    static async open(name = "chrome", settings = {}) {
        const folder = mkdtempSync(join(tmpdir(), "qii-page-"));
        const flags = name === "chrome"
            ? ["--no-sandbox", "--disable-gpu", "--in-process-gpu", "--force-device-scale-factor=1"] : [];
        const browser = await puppeteer.launch({browser: name, executablePath: paths[name], headless: true, args: flags,
            userDataDir: join(folder, "profile"), protocolTimeout: 120000});
        return new Browser(name, browser, folder, settings);
    }

    constructor(name, browser, folder, settings) {
        this.name = name;
        this.browser = browser;
        this.folder = folder;
        this.settings = settings;
        this.messages = [];
        this.requests = [];
    }

    // Shows a page, given as a file or as text. hash: "#source?file=1"; "" for the view with which the page opens
    async show(page, hash = "#overview", {width = 1440, height = 900, theme = "light", script = true} = {}) {
        const file = existsSync(page) ? page : join(this.folder, "page.html");
        if (file !== page) {
            writeFileSync(file, page);
        }
        this.address = pathToFileURL(file).href;
        if (this.page) {
            // Leave the old page, since an address that differs only after # would not load it again. A new tab would
            // take three times as long.
            await this.page.goto("about:blank");
            this.requests = this.requests.filter(url => url !== "about:blank");
            await this.page.mouse.reset();
            await this.page.mouse.move(0, 0);
        } else {
            this.page = await this.browser.newPage();
            this.listen();
        }
        await this.page.setViewport({width, height});
        if (this.name === "chrome") {
            await this.page.emulateMediaType();
            await this.page.emulateMediaFeatures([{name: "prefers-color-scheme", value: theme},
                {name: "prefers-reduced-motion", value: "reduce"}]);
            await this.page.setJavaScriptEnabled(script);
        }
        await this.page.goto(this.address + hash, {waitUntil: "load"});
        if (script) {
            await this.page.waitForSelector("#page, .failure", {timeout: 60000}).catch(error => {
                throw new Error(`the page did not start: ${this.messages.join("; ") || error.message}`);
            });
            await this.settle();
        }
        return this.page;
    }

    // Changes the address of the shown page, as a link within the page does. This is much faster than reloading.
    async turn(hash) {
        await this.page.evaluate(wanted => {
            location.hash = wanted;
        }, hash);
        await this.settle();
        const shown = await this.page.$eval("[role=tab][aria-selected=true]", tab => tab.id);
        assert.equal(shown, "tab-" + /^#(\w+)/.exec(hash)[1]);
    }

    listen() {
        this.page.on("console", message => this.messages.push(message.text()));
        this.page.on("pageerror", error => this.messages.push(String(error)));
        this.page.on("dialog", async dialog => {
            this.messages.push("dialog: " + dialog.message());
            await dialog.dismiss();
        });
        // Firefox draws its own icons with a font that it reports as a request of the page.
        const isOwnFont = url => this.name === "firefox" && url.startsWith("data:font/");
        this.page.on("request", request => {
            if (request.url().split("#")[0] !== this.address && !isOwnFont(request.url())) {
                this.requests.push(request.url());
            }
        });
    }

    // Waits for two animation frames, after which everything is painted.
    async settle() {
        await this.page.evaluate(() => new Promise(done => requestAnimationFrame(() =>
            requestAnimationFrame(() => done()))));
    }

    async press(...keys) {
        for (const key of keys) {
            await this.page.keyboard.press(key);
        }
        await this.settle();
    }

    async click(selector) {
        await this.page.locator(selector).click();
        await this.settle();
    }

    // Returns the visible text of each element.
    async texts(selector) {
        const texts = await this.page.$$eval(selector, found => found.map(one => one.innerText));
        return texts.map(text => text.replace(/[\u202f\u00a0]/g, " ").trim());
    }

    async text(selector) {
        const texts = await this.texts(selector);
        assert.ok(texts.length > 0, `there is no ${selector}`);
        return texts[0];
    }

    // Returns a canvas's pixels as [red, green, blue, opacity, ...], read from a copy, because the browser prints a
    // warning if a canvas itself is read often.
    async pixels(selector, left, top, width, height) {
        return this.page.$eval(selector, (canvas, ...[x, y, wide, high]) => {
            const copy = document.createElement("canvas");
            const scale = canvas.width / canvas.clientWidth;
            Object.assign(copy, {width: wide, height: high});
            const drawing = copy.getContext("2d", {willReadFrequently: true});
            drawing.drawImage(canvas, x * scale, y * scale, wide * scale, high * scale, 0, 0, wide, high);
            return Array.from(drawing.getImageData(0, 0, wide, high).data);
        }, left, top, width, height);
    }

    async hash() {
        return this.page.evaluate(() => location.hash);
    }

    // Saves a screenshot into the folder $QII_TEST_PICTURES, if it is set.
    async picture(name) {
        const folder = process.env.QII_TEST_PICTURES;
        if (folder) {
            mkdirSync(folder, {recursive: true});
            await this.settle();
            await this.page.screenshot({path: join(folder, name + ".png")});
        }
    }

    checkQuiet() {
        assert.deepEqual(this.messages.splice(0), [], "the page printed something on the console");
        assert.deepEqual(this.requests.splice(0), [], "the page requested something");
    }

    async close() {
        await this.browser.close();
        rmSync(this.folder, {recursive: true, force: true});
    }
}
