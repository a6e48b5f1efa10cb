// The comparison of two runs in a browser: exact calls, then times, the graph of both runs, new and gone functions.

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

test("sampled runs: intervals of the changes, and colours only beyond them", {skip}, async () => {
    const sampled = samplePage();
    sampled.run.sampled = sampled.other.sampled = true;
    Object.assign(sampled.comparison, {has_p: false, deviations: 2.5, has_drift: false, drift: 1});
    sampled.tables.compared.forEach(row => {
        const change = row.b_normal - row.a_normal;
        Object.assign(row, {p: -1, least: change - 1e6, most: change + 1e6, differs: 0});
    });
    Object.assign(sampled.tables.compared[0], {differs: 1, least: 0, most: 0});
    await browser.show(assemblePage(sampled), "#compare?compareAll=all");
    const [first, second] = await rowsOf("Self time");
    assert.match([...first, ...second].join(" "), /[+−]\S+ \S+\.\.[+−]/);
    assert.doesNotMatch(await browser.text(".compare-controls"), /too few/);
    browser.checkQuiet();
});

test("calls that changed: causes first, each followed by its consequences, by caller", {skip}, async () => {
    await browser.show(page, "#compare");
    assert.deepEqual(await rowsOf("Calls"), [["+24", "read", "120", "144", "worker"],
        ["+264", "parse", "1 320", "1 584", "read"], ["+264", "[C] string.match", "1 320", "1 584", "parse"],
        ["+3", "new: [C] os.clock", "0", "3", "main chunk"],
        ["−3", "gone: [C] collectgarbage", "3", "0", "main chunk"]]);
    assert.deepEqual(await browser.texts(".compare-tables h2"),
        ["Calls: 5 of 11 functions are called more or less often", "Self time: 5 of 11 functions differ"]);
    const text = await browser.text(".compare-tables");
    assert.match(text, /Counts are exact[^]*took 1\.30 times as long in B[^]*; p: probability/);
    const indents = async () => (await browser.page.$$eval(`[aria-label="Calls"] .table-row span span`,
        names => names.map(name => parseInt(name.style.paddingLeft || "0", 10)))).filter(indent => indent > 0);
    assert.deepEqual(await indents(), [14, 28]);
    await browser.click(`[aria-label="Calls"] [data-column=function] button`);
    assert.match(await browser.hash(), /compareCalls=function/);
    assert.deepEqual((await rowsOf("Calls")).map(row => row[1]), ["[C] string.match", "gone: [C] collectgarbage",
        "new: [C] os.clock", "parse", "read"]);
    assert.deepEqual(await indents(), []);
    browser.checkQuiet();
});

test("self times are corrected for drift and split by calls and cost, beside the raw times", {skip}, async () => {
    await browser.show(page, "#compare");
    const [first, ...others] = await rowsOf("Self time");
    assert.deepEqual(first, ["+581 µs", "0.029", "parse", "2.90 ms", "10.0 %", "3.48 ms", "20.0 %", "+264", "+581 µs",
        "=", "2.90 ms", "4.53 ms"]);
    assert.equal(others.length, 4);
    await browser.page.locator("::-p-text(all 10 functions)").click();
    await browser.settle();
    assert.match(await browser.hash(), /compareAll=all/);
    assert.equal((await rowsOf("Self time")).length, 10);
    await browser.click(`[aria-label="Self time"] [data-column=function] button`);
    assert.match(await browser.hash(), /compareTime=function/);
    assert.equal((await rowsOf("Self time"))[0][2], "[C] io.write");
    await browser.page.locator("::-p-text(only differences)").click();
    await browser.settle();
    assert.equal((await rowsOf("Self time")).length, 5);
    browser.checkQuiet();
});

test("calls that differ between the runs of a side are ranges", {skip}, async () => {
    const several = samplePage();
    const [read] = several.tables.compared.filter(row => row.order === 1);
    Object.assign(read, {b_most: 150, from_caller: 20, of_own: 7});
    Object.assign(several.comparison, {varying: 2, notes: ["a.qii still runs"]});
    await browser.show(assemblePage(several), "#compare");
    assert.deepEqual((await rowsOf("Calls"))[0], ["+24", "read", "120", "144..150", "+7", "worker +20"]);
    assert.match(await browser.text(".tools"), /A pid 4711, [^,]*, of 4 runs → B pid 4712, [^,]*, of 4 runs/);
    assert.match(await browser.text(".compare-tables"), /a\.qii still runs[^]*2 more vary between runs/);
    browser.checkQuiet();
});

test("a function that only other runs of a side called has its own name", {skip}, async () => {
    const several = samplePage();
    several.tables.compared.push({...several.tables.compared[0], function: 0, name: "elsewhere",
        place: "app/else.lua:7", order: 6, state: 4, caller: 1});
    await browser.show(assemblePage(several), "#compare?search=elsewhere");
    assert.deepEqual((await rowsOf("Calls")).map(row => [row[1], row[4]]), [["new: elsewhere", "thread root"]]);
    await browser.click(`[aria-label="Calls"] .table-row`);
    assert.doesNotMatch(await browser.hash(), /function=/);
    browser.checkQuiet();
});

test("totals are on top", {skip}, async () => {
    await browser.show(page, "#compare");
    assert.match(await browser.text(".tools"), /calls 3 004 → 3 556 \(\+552, exact\)/);
    assert.match(await browser.text(".tools"), /self [^(]*\([^(]*, corrected\)\s*raw/);
    assert.match(await browser.text(".tools"), /wall clock 60\.0 ms → 71\.0 ms \(\+11\.0 ms\)/);
});

// The sample with one run of each side, so times are not tested.
function untestedPage() {
    const page = samplePage();
    page.tables.compared.forEach(row => Object.assign(row, {p: -1, differs: 0, a_spread: 0, b_spread: 0}));
    Object.assign(page.comparison, {has_p: false, times: "too few runs to test times"});
    page.comparison.a.runs = page.comparison.b.runs = 1;
    return assemblePage(page);
}

// Returns the number of saturated pixels of the graph, other than those of removed and new paths.
async function colouredPixels() {
    const width = await browser.page.$eval(".flame canvas", canvas => canvas.clientWidth);
    const data = await browser.pixels(".flame canvas", 0, 0, width, 120);
    const others = new Set(["240,101,149", "157,132,245"]);
    let coloured = 0;
    for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue] = data.slice(at, at + 3);
        coloured += Math.abs(red - blue) > 50 && !others.has([red, green, blue].join()) ? 1 : 0;
    }
    return coloured;
}

test("if times are not tested, none of them looks significant; calls do", {skip}, async () => {
    await browser.show(page, "#compare?compareDrift=kept");
    assert.ok(await colouredPixels() > 1000);
    await browser.show(untestedPage(), "#compare?compareDrift=kept");
    const coloured = await colouredPixels();
    assert.ok(coloured < 100, `${coloured} pixels, more than the edges of new and removed paths`);
    await browser.turn("#compare?compareAll=all");
    assert.match(await browser.text(".tools"), /self [^(]*\(\+[^(]*, corrected, not tested\)/);
    assert.match(await browser.text(".legend"), /^Time: too few runs to test it/);
    assert.deepEqual(await browser.texts(".tools b"), ["A", "B", "3 004 → 3 556"]);
    assert.equal((await rowsOf("Self time")).length, 10);
    assert.deepEqual(await browser.texts(`[aria-label="Self time"] :is(.more, .less)`), []);
    await browser.turn("#compare?measure=calls");
    assert.ok(await colouredPixels() > 1000);
    browser.checkQuiet();
});

// Paths whose times differ only by the drift are grey if the drift is corrected, and red with the times as recorded.
test("times in the graph are corrected for drift, or as recorded on request", {skip}, async () => {
    const red = async () => {
        const width = await browser.page.$eval(".flame canvas", canvas => canvas.clientWidth);
        const [r, g, b] = await browser.pixels(".flame canvas", Math.round(width * 0.99), 30, 1, 1);
        return r > 180 && g < 200 && b < 200;
    };
    await browser.show(page, "#compare");
    const taken = await red();
    await browser.page.locator("::-p-text(Corrected by ×1.30)").click();
    await browser.settle();
    assert.match(await browser.hash(), /compareDrift=kept/);
    assert.match(await browser.text(".tools"), /Not corrected ×1\.30/);
    assert.deepEqual([taken, await red()], [false, true]);
    await browser.turn("#compare?measure=calls");
    assert.doesNotMatch(await browser.text(".tools"), /orrected (by )?×/);
    browser.checkQuiet();
});

test("the overview names the run of the comparison that it shows, beside its pid", {skip}, async () => {
    await browser.show(page, "#overview");
    assert.match(await browser.text(".run-facts"), /pid 4711, libqprof\s+the median of 4 runs of A; all: Compare$/);
    await browser.click(".run-facts button");
    assert.match(await browser.hash(), /^#compare/);
    await browser.show(untestedPage(), "#overview");
    assert.match(await browser.text(".run-facts"), /the run of A; both: Compare$/);
    await browser.show(assemblePage(samplePage({compare: false})), "#overview");
    assert.doesNotMatch(await browser.text(".run-facts"), /Compare/);
    browser.checkQuiet();
});

test("a page of two sides opens on the comparison", {skip}, async () => {
    await browser.show(page, "");
    assert.equal(await browser.text("[aria-selected=true]"), "Compare");
    await browser.turn("#overview");
    assert.equal(await browser.text("[aria-selected=true]"), "Overview");
    browser.checkQuiet();
});

test("tables and graph have enough space in windows of any width", {skip}, async () => {
    for (const width of [390, 1024, 1280, 1440]) {
        await browser.show(page, "#compare", {width});
        const hidden = await browser.page.$$eval(".compare-table .table-row > span:nth-child(-n + 4)", (cells, most) =>
            cells.filter(cell => cell.getBoundingClientRect().right > most).map(cell => cell.textContent), width);
        assert.deepEqual(hidden, [], `at ${width}`);
        const graph = await browser.page.$eval(".flame canvas", canvas => canvas.clientHeight);
        assert.ok(graph > 130, `${graph} px high at ${width}`);
    }
    browser.checkQuiet();
});

// The sample with two rows in the table of calls, a spread of more than 100 %, and a call path of 30 frames above most of
// the time.
function deepPage() {
    const page = samplePage();
    page.tables.compared.filter(row => row.order > 2).forEach(row => Object.assign(row, {order: 0}));
    Object.assign(page.tables.compared[4], {a_spread: 2.036 * page.tables.compared[4].a_normal});
    for (const nodes of [page.tables.nodes, page.tables.other_nodes]) {
        nodes[1].self = 0;
        const root = nodes.findLastIndex(node => node.function === 1);
        nodes.splice(root + 1, 0, ...Array.from({length: 30}, () => ({step: 0, function: 4, calls: 1, self: 0})));
    }
    return assemblePage(page);
}

test("all rows that differ, all their numbers, and the frames where time splits are on the screen", {skip}, async () => {
    const deep = deepPage();
    for (const width of [960, 1024, 1280, 1440, 1920]) {
        await browser.show(deep, "#compare", {width, height: 768});
        const hidden = await browser.page.$$eval(`[aria-label="Self time"] .table-row > span`, (cells, high) => cells
            .filter(cell => cell.getBoundingClientRect().right > innerWidth || cell.scrollWidth > cell.clientWidth ||
                cell.closest(".table").getBoundingClientRect().bottom < cell.getBoundingClientRect().bottom ||
                cell.getBoundingClientRect().bottom > high).map(cell => cell.textContent), 768);
        assert.deepEqual(hidden, [], `at ${width}`);
        const rows = await browser.page.$eval(".compare-graph .flame", ({scrollTop, clientHeight}) =>
            [scrollTop / 19, (scrollTop + clientHeight) / 19]);
        assert.ok(rows[0] < 31 && rows[1] > 34, `rows ${rows} at ${width}`);
    }
    await browser.show(deep, "#compare", {width: 390, height: 768});
    const right = await browser.page.$eval(`[aria-label="Self time"] [data-column=p]`,
        title => title.getBoundingClientRect().right);
    assert.ok(right < 390, `p ends at ${right} px`);
    browser.checkQuiet();
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

test("a path that is gone is visible, unless widths are from the second run", {skip}, async () => {
    const purple = async () => {
        const width = await browser.page.$eval(".flame canvas", canvas => canvas.clientWidth);
        const data = await browser.pixels(".flame canvas", 0, 0, width, 80);
        return data.filter((red, at) => at % 4 === 0 && red === 157 && data[at + 1] === 132 && data[at + 2] === 245)
            .length;
    };
    await browser.show(page, "#compare");
    assert.match(await browser.text(".legend"), /removed path\s*new path/);
    const some = await purple();
    assert.ok(some > 20, `${some} pixels`);
    const choose = async widths => {
        await browser.page.select("[aria-label=widths]", widths);
        await browser.settle();
        assert.match(await browser.hash(), new RegExp(`compareWidths=${widths}`));
        return purple();
    };
    assert.ok(await choose("first") > some);
    assert.match(await browser.text(".legend"), /new path, 0 wide/);
    assert.equal(await choose("second"), 0);
    assert.match(await browser.text(".legend"), /removed path, 0 wide/);
    await browser.page.goBack();
    await browser.settle();
    assert.ok(await purple() > some);
    browser.checkQuiet();
});

test("the search and the selected function affect both tables", {skip}, async () => {
    await browser.show(page, "#compare?search=parse");
    assert.deepEqual((await rowsOf("Calls")).map(row => row[1]), ["parse"]);
    assert.equal((await rowsOf("Self time")).length, 1);
    await browser.click(`[aria-label="Calls"] .table-row`);
    assert.equal((await browser.texts(".table-row[aria-selected=true]")).length, 2);
    await browser.press("Enter");
    assert.match(await browser.hash(), /^#functions/);
    browser.checkQuiet();
});

test("equal runs, and runs without time", {skip}, async () => {
    const equal = samplePage();
    for (const row of equal.tables.compared) {
        Object.assign(row, {b_calls: row.a_calls, b_normal: row.a_normal, order: 0, state: 0, differs: 0});
    }
    equal.tables.other_nodes = equal.tables.nodes;
    Object.assign(equal.comparison, {calls: "none of 11 functions is called more or less often"});
    await browser.show(assemblePage(equal), "#compare");
    assert.match(await browser.text(".compare-tables"), /Calls: none of 11 functions is called/);
    assert.equal(await browser.page.$$eval(".compare-table:not([hidden])", boxes => boxes.length), 0);
    const timeless = samplePage({time: false});
    timeless.comparison.has_time = false;
    await browser.show(assemblePage(timeless), "#compare");
    assert.equal((await browser.texts(".compare-tables h2")).length, 1);
    assert.doesNotMatch(await browser.text("main"), /NaN|undefined|Infinity/);
    browser.checkQuiet();
});
