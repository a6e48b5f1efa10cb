// The page in Firefox, if it is installed: it starts, shows each view, and prints nothing.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";

const skip = missingBrowser("firefox");
let browser;
before(async () => {
    browser = skip ? null : await Browser.open("firefox");
});
after(() => browser?.close());

test("every view is shown in Firefox", {skip}, async () => {
    await browser.show(assemblePage(samplePage()));
    for (const [view, words] of [["overview", /Where the time goes/], ["flame", /Top-down/], ["functions", /io\.write/],
        ["source", /local function/], ["threads", /60 virtual threads/], ["timeline", /bars/],
        ["compare", /Counts are exact/]]) {
        await browser.click(`#tab-${view}`);
        assert.match(await browser.text("main"), words, view);
        await browser.picture(`firefox-${view}`);
    }
    browser.checkQuiet();
});

test("keys and the address work in Firefox", {skip}, async () => {
    await browser.show(assemblePage(samplePage()), "#source?file=0");
    await browser.press("n");
    assert.match(await browser.hash(), /line=4/);
    await browser.press("6", "+");
    await browser.page.waitForFunction(() => location.hash.includes("span="));
    assert.match(await browser.hash(), /^#timeline\?.*span=/);
    assert.ok(new Set(await browser.pixels(".timeline canvas", 200, 40, 80, 80)).size > 20);
    browser.checkQuiet();
});
