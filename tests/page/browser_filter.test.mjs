// Search, filters of call paths, the map of the flame graph, copying, and the marks of source lines.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";

const skip = missingBrowser("chrome");
const sample = samplePage();
const page = assemblePage(sample);
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

const indexOf = name => sample.tables.functions.findIndex(row => row.name === name);
const rows = () => browser.texts(".table-row");

async function type(text) {
    await browser.press("/");
    await browser.page.keyboard.type(text);
    await browser.press("Enter");
    await browser.settle();
}

test("Enter in the search goes to the heaviest match, n to the next, with a count", {skip}, async () => {
    for (const hash of ["#flame", "#flame?form=table", "#flame?mode=up"]) {
        await browser.show(page, hash);
        await type("read.lua");
        assert.equal(await browser.text(".panel-name"), "read", hash);
        assert.match(await browser.text(".tools"), /1 of 2/);
        await browser.press("n");
        assert.equal(await browser.text(".panel-name"), "parse", hash);
        await browser.press("n");
        assert.equal(await browser.text(".panel-name"), "read", hash);
        await browser.press("N");
        assert.match(await browser.text(".tools"), /2 of 2/);
    }
    await browser.show(page, "#functions?sort=name&descending=false");
    await type("/^(read|parse)$/");
    assert.equal((await rows()).length, 2);
    const first = await browser.text(".panel-name");
    await browser.press("n");
    assert.notEqual(await browser.text(".panel-name"), first);
    await browser.show(page, "#source");
    await type("write");
    assert.match(await browser.text(".tools"), /write\.lua/);
    browser.checkQuiet();
});

test("the bar below the header shows what was found, or why a regular expression is wrong", {skip}, async () => {
    await browser.show(page, "#overview");
    await type("read.lua");
    assert.match(await browser.text(".filter-bar"), /“read\.lua”: 3 of 11 functions, 4\d\.\d % of time at or below/);
    await browser.show(page, "#overview?search=%2F(%2F");
    assert.match(await browser.text(".filter-bar"), /regular expression/i);
    await browser.page.evaluate(() => dispatchEvent(new ErrorEvent("error", {error: new Error("broken")})));
    assert.match(await browser.text("body > .failure"), /Error in this page.*broken/);
    browser.checkQuiet();
});

test("n steps only through matches that have a frame of their own in the graph", {skip}, async () => {
    await browser.show(page, "#flame?mode=up&focus=parse&search=%2F%5E(worker%7Cparse)%24%2F");
    await browser.press("n");
    assert.match(await browser.text(".tools"), /1 of 1/);
    assert.equal(await browser.text(".panel-name"), "parse");
    await browser.turn(`#flame?mode=around&around=${indexOf("read")}&search=parse`);
    await browser.press("n");
    assert.doesNotMatch(await browser.text(".tools"), /1 of/);
    browser.checkQuiet();
});

test("focus, ignore and hide apply to every view of call paths, and are in the address", {skip}, async () => {
    await browser.show(page, "#functions?search=read");
    await browser.page.locator("::-p-text(Ignore)").click();
    await browser.settle();
    assert.match(await browser.hash(), /ignore=read/);
    assert.ok(!(await rows()).join("\n").includes("string.match"));
    await browser.show(page, "#functions?focus=%22parse%22");
    assert.deepEqual((await rows()).map(row => row.split("\n").at(-2).trim() || row).length, 4);
    assert.match((await rows()).join("\n"), /\[C\] string\.match/);
    await browser.turn(`#overview?focus=%22parse%22`);
    assert.match(await browser.text(".sentence"), /parse has 7\d\.\d % of all time/);
    await browser.turn(`#flame?form=table&hide=%22parse%22`);
    assert.ok(!(await rows()).join("\n").includes("parse"));
    await browser.click(".chip");
    assert.doesNotMatch(await browser.hash(), /hide=/);
    browser.checkQuiet();
});

test("the fastest and slowest call of all paths are not shown for filtered paths", {skip}, async () => {
    const timed = samplePage();
    Object.assign(timed.tables.functions[indexOf("read")], {measured: 1, minimum: 5, maximum: 7});
    for (const [filter, rows] of [["", 2], ["&focus=parse", 0]]) {
        await browser.show(assemblePage(timed), `#functions?function=${indexOf("read")}${filter}`);
        assert.equal((await browser.text(".figures")).match(/(fast|slow)est/g)?.length ?? 0, rows);
    }
    browser.checkQuiet();
});

test("the panel focuses on exactly its function, and copies its name and stack", {skip}, async () => {
    await browser.show(page, `#flame?zoom=${indexOf("worker")}.${indexOf("read")}`);
    await browser.page.evaluate(() => {
        globalThis.copied = [];
        navigator.clipboard.writeText = async text => globalThis.copied.push(text);
    });
    const press = async text => {
        await browser.page.$$eval(".panel-actions button", (buttons, wanted) =>
            buttons.find(button => button.textContent === wanted).click(), text);
        await browser.settle();
    };
    await press("Copy name");
    await press("Copy stack");
    assert.deepEqual(await browser.page.evaluate(() => globalThis.copied), ["read", "worker\nread"]);
    await press("Focus");
    assert.match(decodeURIComponent(await browser.hash()), /focus="read"/);
    browser.checkQuiet();
});

test("the map above the flame graph moves the visible part, and the ruler has its range", {skip}, async () => {
    await browser.show(page, "#flame?range=0-0.25");
    const map = await browser.page.$eval(".flame-map", one => one.getBoundingClientRect().toJSON());
    const shade = async share => (await browser.pixels(".flame-map", Math.round(map.width * share), 3, 1, 1)).join();
    const before = [await shade(0.1), await shade(0.9)];
    await browser.page.mouse.click(map.x + map.width * 0.9, map.y + 10);
    await browser.page.waitForFunction(() => /range=0\.75-1/.test(location.hash));
    const after = [await shade(0.1), await shade(0.9)];
    assert.notEqual(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    browser.checkQuiet();
});

test("back from a frame returns to the part that was visible", {skip}, async () => {
    await browser.show(page, "#flame?range=0.5-0.75");
    const {width} = await browser.page.$eval(".flame-map", one => one.getBoundingClientRect().toJSON());
    const map = async () => (await browser.pixels(".flame-map", 0, 0, Math.round(width), 40)).join();
    const before = await map();
    await browser.page.focus(".flame canvas");
    await browser.press("Enter");
    assert.match(await browser.hash(), /zoom=/);
    assert.notEqual(await map(), before);
    await browser.page.goBack();
    await browser.settle();
    assert.equal(await map(), before);
    browser.checkQuiet();
});

test("marks of lines are turned off and on, with counts, and files follow each other", {skip}, async () => {
    await browser.show(page, "#source?file=0");
    const marked = kind => browser.page.$$eval(`.source-line.${kind}`, lines => lines.length);
    const [ran, missed] = [await marked("hit"), await marked("missed")];
    assert.ok(ran > 0 && missed > 0);
    const toggles = await browser.texts(".toggles button");
    assert.ok(toggles.includes(`${missed} missed`), `${toggles}`);
    await browser.press("u");
    assert.deepEqual([await marked("hit"), await marked("missed")], [ran, 0]);
    assert.match(await browser.hash(), /unmarked=missed/);
    await browser.press("r", "u");
    assert.deepEqual([await marked("hit"), await marked("missed")], [0, missed]);
    await browser.show(page, "#source");
    const names = [];
    for (let at = 0; at < 3; at++) {
        names.push(await browser.text(".tools b"));
        await browser.press("]");
    }
    assert.equal(new Set(names).size, 3);
    await browser.press("[");
    assert.equal(await browser.text(".tools b"), names[1]);
    browser.checkQuiet();
});
