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
        ["Calls: 5 of 11 functions are called more or less often",
        "Self time: 10 of 11 functions differ"]);
    assert.match(await browser.text(".compare-tables"), /Counts are exact[^]*One run of each/);
    browser.checkQuiet();
});

test("self times stand side by side, the largest difference first", {skip}, async () => {
    await browser.show(page, "#compare");
    const [first, second] = await rowsOf("Self time");
    assert.deepEqual(first, ["+1.63 ms", "2.90 ms", "4.53 ms", "2.20 µs", "2.86 µs", "parse"]);
    assert.deepEqual(second.slice(-1), ["[C] io.write"]);
    await browser.click(`[aria-label="Self time"] [data-column=function] button`);
    assert.match(await browser.hash(), /compareTime=function/);
    assert.deepEqual((await rowsOf("Self time"))[0].slice(-1), ["[C] io.write"]);
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

test("the search and a chosen function reach both tables", {skip}, async () => {
    await browser.show(page, "#compare?search=parse");
    assert.deepEqual((await rowsOf("Calls")).map(row => row[3]), ["parse"]);
    assert.equal((await rowsOf("Self time")).length, 1);
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
    assert.match(await browser.text(".compare-tables"), /all 11 functions are called as often as before/);
    const timeless = samplePage({time: false});
    timeless.other.has_time = false;
    await browser.show(assemblePage(timeless), "#compare");
    assert.equal((await browser.texts(".compare-tables h2")).length, 1);
    assert.doesNotMatch(await browser.text("main"), /NaN|undefined|Infinity/);
    browser.checkQuiet();
});
