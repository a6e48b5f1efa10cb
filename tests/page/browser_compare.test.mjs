// Two runs in a browser: exact calls first, then times, the graph of both, what is new and what is gone.

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

const rowsOf = async label => (await browser.texts(`[aria-label="${label}"] .table-row`))
    .map(row => row.split(/\s*\n\s*/));

test("calls that differ, with both counts; new and gone are said", {skip}, async () => {
    await browser.show(page, "#compare");
    assert.deepEqual((await rowsOf("Calls")).sort(), [["+24", "120", "144", "read"],
        ["+264", "1 320", "1 584", "[C] string.match"], ["+264", "1 320", "1 584", "parse"],
        ["+3", "0", "3", "new: [C] os.clock"], ["−3", "3", "0", "gone: [C] collectgarbage"]].sort());
    assert.deepEqual((await browser.texts(".compare-tables h2")),
        ["Calls differ in 5 of 11 functions", "Self times differ in 10 of 11 functions"]);
    assert.match(await browser.text(".compare-tables"), /Counts are exact[^]*One run of each/);
    browser.checkQuiet();
});

test("self times stand side by side, the largest difference first", {skip}, async () => {
    await browser.show(page, "#compare");
    const [first, second] = await rowsOf("Self times");
    assert.deepEqual(first, ["+1.63 ms", "2.90 ms", "4.53 ms", "2.20 µs", "2.86 µs", "parse"]);
    assert.deepEqual(second.slice(-1), ["[C] io.write"]);
    await browser.click(`[aria-label="Self times"] [data-column=function] button`);
    assert.match(await browser.hash(), /compareTime=function/);
    assert.deepEqual((await rowsOf("Self times"))[0].slice(-1), ["[C] io.write"]);
    browser.checkQuiet();
});

test("totals stand on top", {skip}, async () => {
    await browser.show(page, "#compare");
    assert.match(await browser.text(".tools"), /calls 3 004 → 3 556 \(\+552, exact\)/);
    assert.match(await browser.text(".tools"), /wall clock 60\.0 ms → 71\.0 ms \(\+11\.0 ms\)/);
});

test("the graph is red where there is more, pink where a path is new, grey where nothing differs", {skip}, async () => {
    await browser.show(page, "#compare?measure=calls");
    const width = await browser.page.$eval(".flame canvas", canvas => canvas.clientWidth);
    const [red, green, blue] = await browser.pixels(".flame canvas", Math.round(width * 0.3), 30, 1, 1);
    assert.ok(red > 180 && green < 120 && blue < 120, `worker: ${[red, green, blue]}`);
    await browser.show(page, "#compare");
    const data = await browser.pixels(".flame canvas", 0, 0, width, 80);
    let pink = 0;
    for (let at = 0; at < data.length; at += 4) {
        pink += data[at] === 240 && data[at + 1] === 101 && data[at + 2] === 149 ? 1 : 0;
    }
    assert.ok(pink > 20 && pink < width * 20, `${pink} pink pixels`);
    browser.checkQuiet();
});

test("a path that is gone is seen in the widths of the first run", {skip}, async () => {
    const purple = async () => {
        const width = await browser.page.$eval(".flame canvas", canvas => canvas.clientWidth);
        const data = await browser.pixels(".flame canvas", 0, 0, width, 80);
        return data.filter((red, at) => at % 4 === 0 && red === 157 && data[at + 1] === 132 && data[at + 2] === 245)
            .length;
    };
    await browser.show(page, "#compare");
    assert.match(await browser.text(".legend"), /new path; gone ones are 0 wide/);
    assert.equal(await purple(), 0);
    await browser.page.locator("::-p-text(Widths of the first run)").click();
    await browser.settle();
    assert.match(await browser.hash(), /compareWidths=first/);
    assert.match(await browser.text(".legend"), /gone path; new ones are 0 wide/);
    assert.ok(await purple() > 20, `${await purple()} pixels`);
    await browser.page.goBack();
    await browser.settle();
    assert.equal(await purple(), 0);
    browser.checkQuiet();
});

test("by what functions are the same is said", {skip}, async () => {
    await browser.show(page, "#compare");
    assert.match(await browser.text(".compare-tables"), /same in both runs by its class, name, file and line/);
});

test("the search and a chosen function reach both tables", {skip}, async () => {
    await browser.show(page, "#compare?search=parse");
    assert.deepEqual((await rowsOf("Calls")).map(row => row[3]), ["parse"]);
    assert.equal((await rowsOf("Self times")).length, 1);
    await browser.click(`[aria-label="Calls"] .table-row`);
    assert.equal((await browser.texts(".table-row[aria-selected=true]")).length, 2);
    await browser.press("Enter");
    assert.match(await browser.hash(), /^#functions/);
    browser.checkQuiet();
});

test("equal runs, and runs without time", {skip}, async () => {
    const equal = samplePage();
    for (const row of equal.tables.functions) {
        Object.assign(row, {other_calls: row.calls, other_self: row.self, other_total: row.total});
    }
    Object.assign(equal.tables, {other_nodes: equal.tables.nodes, other_tops: equal.tables.tops});
    await browser.show(assemblePage(equal), "#compare");
    assert.match(await browser.text(".compare-tables"), /Calls are the same in all functions/);
    assert.match(await browser.text(".compare-tables"), /Self times are the same in all functions/);
    assert.equal(await browser.page.$$eval(".compare-table:not([hidden])", boxes => boxes.length), 0);
    const timeless = samplePage({time: false});
    timeless.other.has_time = false;
    await browser.show(assemblePage(timeless), "#compare");
    assert.equal((await browser.texts(".compare-tables h2")).length, 1);
    assert.doesNotMatch(await browser.text("main"), /NaN|undefined|Infinity/);
    browser.checkQuiet();
});
