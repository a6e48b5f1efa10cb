// Every column that the writer fills is read by some view. If a view reads a column that the payload lacks, the page
// shows an error.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {columnNames} from "./encode.js";
import {samplePage} from "./sample.js";
import {withContexts} from "./sample_contexts.js";
import {withJob} from "./sample_job.js";

const skip = missingBrowser("chrome");
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

// Makes a page in which no part of any view is empty.
function fullPage() {
    const page = withContexts(withJob(samplePage()));
    const {tables, comparison} = page;
    Object.assign(tables.nodes[1], {cycles: 70, waiting: 5, allocated: 64, objects: 2});
    Object.assign(tables.functions[0], {measured: 1, minimum: 7, maximum: 7e9, allocated: 64, objects: 2});
    comparison.has_p = true;
    comparison.a.runs = comparison.b.runs = 4;
    tables.compared.push({...tables.compared[0], function: 0, name: "elsewhere", place: "else.lua:7", order: 6});
    tables.bars.push({...tables.bars.at(-1), kind: 4, value: 1});
    tables.bars.forEach(bar => Object.assign(bar, {place: 1, resumer: 4,
        value: bar.kind === 0 ? 1 + bar.track % 4 : bar.value}));
    tables.states = [{name: "of another library"}];
    tables.tracks.slice(0, 2).forEach((track, rank) => Object.assign(track, {rank: rank + 1}));
    tables.messages = Array.from({length: 40}, (_, at) => ({from: 2, to: 3, sent: 20e6 + at * 3e5,
        received: 21e6 + at * 3e5, bytes: 8, tag: 7}));
    tables.points = Array.from({length: 300}, (_, at) => ({track: 0, at: at * 2e5, kind: "comment", text: "here"}));
    return page;
}

// Moves the pointer down over all tracks of the timeline. Only the tooltips of points, messages and suspended states
// read some of their columns.
async function moveOverTimeline() {
    const box = await browser.page.$eval(".timeline canvas", canvas => canvas.getBoundingClientRect().toJSON());
    for (let y = 60; y < Math.min(box.height, 500); y += 4) {
        await browser.page.mouse.move(box.x + box.width / 2, box.y + y);
        await browser.settle();
    }
}

// Opens a rank. Only this reads the ranks of tracks.
async function openRank() {
    await browser.page.focus("[aria-label='Load balance']");
    await browser.press("ArrowDown", "Enter");
}

// Returns a page whose model is a global variable.
const withModel = page => assemblePage(page, script => script.replace("new Model(", "globalThis.model = new Model("));

// Returns the names of the columns that the shown page has read.
const readColumns = () => browser.page.evaluate(() => [...globalThis.model.payload.decoded.keys()]
    .map(name => name.replace(" offsets", "")));

test("each column of each table is read by a view", {skip}, async () => {
    const read = new Set();
    const html = withModel(fullPage());
    for (const hash of ["#overview", "#job?jobPair=0-3", "#flame?measure=cycles", "#flame?measure=allocated",
        "#flame?measure=objects", "#functions?function=0",
        "#source?file=0&contexts=true", "#source?file=0&measure=allocated", "#source?file=0&measure=objects", "#threads", "#flame?scope=group 0&measure=elapsed", "#timeline", "#compare",
        "#compare?measure=cycles", "#compare?measure=allocated", "#compare?measure=objects"]) {
        await browser.show(html, hash);
        if (hash === "#timeline") await moveOverTimeline();
        if (hash.startsWith("#job")) await openRank();
        (await readColumns()).forEach(column => read.add(column));
    }
    const counted = fullPage();
    Object.assign(counted.run, {sampled: true, has_counted: true, counted_calls: 9});
    counted.comparison.deviations = 2;
    for (const hash of ["#functions", "#compare"]) {
        await browser.show(withModel(counted), hash);
        (await readColumns()).forEach(column => read.add(column));
    }
    browser.checkQuiet();
    assert.deepEqual(columnNames.filter(column => !read.has(column)), []);
});

// without: the columns that the payload of a sample page lacks
async function showWithout(without, hash) {
    await browser.show(assemblePage({...samplePage(), without}), hash);
}

test("a view that reads a missing column shows an error on the page, not zeros", {skip}, async () => {
    await showWithout({threads: ["wall"]}, "#overview");
    assert.equal((await browser.texts(".failure")).length, 0);
    await browser.click("#tab-threads");
    assert.match(await browser.text(".failure"), /may be incomplete \(.* no column wall in threads\)/);
    assert.match(browser.messages.splice(0).join(), /no column wall in threads/);
});

test("a page that cannot start without a column shows its static part and the reason", {skip}, async () => {
    await showWithout({functions: ["self"]}, "#overview");
    assert.match(await browser.text(".failure"), /could not start \(.* no column self in functions\)/);
    assert.match(await browser.text("#static h1"), /Readable/);
});
