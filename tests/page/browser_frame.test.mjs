// The parts that all views share: tabs, keys, the address, the search, dark and light, narrow and wide screens.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";

const skip = missingBrowser("chrome");
const page = assemblePage(samplePage());
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

const shownTab = () => browser.text("[role=tab][aria-selected=true]");
const valueOf = selector => browser.page.$eval(selector, found => found.value);

test("number keys switch tabs, and back returns", {skip}, async () => {
    await browser.show(page);
    assert.match(await shownTab(), /^Overview/);
    await browser.press("2");
    assert.match(await shownTab(), /^Flame graph/);
    await browser.press("3");
    assert.match(await shownTab(), /^Functions/);
    await browser.page.goBack();
    await browser.settle();
    assert.match(await shownTab(), /^Flame graph/);
    browser.checkQuiet();
});

test("arrow keys move between tabs; after a click on a tab they belong to the view", {skip}, async () => {
    await browser.show(page);
    await browser.page.focus("[role=tab][aria-selected=true]");
    await browser.press("ArrowRight", "ArrowRight");
    assert.match(await shownTab(), /^Functions/);
    await browser.click("#tab-flame");
    assert.equal(await browser.page.evaluate(() => document.activeElement.tagName), "CANVAS");
    browser.checkQuiet();
});

test("the search is in the address, a slash focuses it, Escape clears it", {skip}, async () => {
    await browser.show(page, "#functions");
    await browser.press("/", "w", "r", "i");
    assert.match(await browser.hash(), /search=wri/);
    assert.match(await browser.text(".tools"), /match “wri”/);
    await browser.press("Escape");
    assert.doesNotMatch(await browser.hash(), /search/);
    assert.notEqual(await browser.page.evaluate(() => document.activeElement.className), "search");
    browser.checkQuiet();
});

test("a key changes the measure, and a reload keeps it", {skip}, async () => {
    await browser.show(page, "#functions");
    await browser.press("m");
    assert.equal(await valueOf("select[aria-label=measure]"), "calls");
    await browser.page.reload();
    await browser.page.waitForSelector("#page");
    await browser.settle();
    assert.equal(await valueOf("select[aria-label=measure]"), "calls");
    assert.match(await shownTab(), /^Functions/);
    browser.checkQuiet();
});

test("an address with unknown names still shows the page", {skip}, async () => {
    await browser.show(page, "#nowhere?function=999999&measure=x&scope=group+99&file=-5&zoom=1.2.x&range=9-1");
    assert.match(await shownTab(), /^Overview/);
    await browser.press("2");
    assert.match(await shownTab(), /^Flame graph/);
    browser.checkQuiet();
});

test("help opens and closes by key", {skip}, async () => {
    await browser.show(page);
    await browser.press("?");
    assert.equal(await browser.page.$eval("dialog", dialog => dialog.open), true);
    assert.match(await browser.text("dialog"), /Flame graph[\s\S]*zoom/);
    await browser.press("Escape");
    assert.equal(await browser.page.$eval("dialog", dialog => dialog.open), false);
    browser.checkQuiet();
});

test("dark and light follow the system until one is chosen", {skip}, async () => {
    const background = () => browser.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await browser.show(page, "", {theme: "dark"});
    const dark = await background();
    await browser.press("d");
    const light = await background();
    assert.notEqual(dark, light);
    assert.equal(light, "rgb(255, 255, 255)");
    browser.checkQuiet();
});

test("no view is wider than a narrow screen", {skip}, async () => {
    await browser.show(page);
    for (const view of ["overview", "flame", "functions", "source", "threads", "timeline", "compare"]) {
        await browser.turn("#" + view);
        for (const [width, height] of [[360, 740], [820, 1100], [3840, 2160]]) {
            await browser.page.setViewport({width, height});
            await browser.settle();
            const over = await browser.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(over <= 0, `${view} at ${width}: ${over} px too wide`);
            await browser.picture(`frame-${view}-${width}`);
        }
    }
    browser.checkQuiet();
});

test("a page whose data is damaged reports it and shows its static part", {skip}, async () => {
    await browser.show(page.replace(/(id="payload">).{40}/, "$1" + "A".repeat(40)));
    assert.match(await browser.text(".failure"), /could not start/);
    assert.match(await browser.text("#static"), /Readable without JavaScript/);
});
