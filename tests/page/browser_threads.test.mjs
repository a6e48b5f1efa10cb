// The threads in a browser: the sums of each kind, the search, the selection by a click.

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
    .map(row => row.split(/\s*\n\s*/).filter(Boolean));
const groups = "Groups of virtual threads";
const single = "Virtual threads";
const found = () => browser.text(".threads-tools .dim");

test("groups, carriers and virtual threads have their times; an estimate has its sign", {skip}, async () => {
    await browser.show(page, "#threads");
    const [timer, worker] = await rowsOf(groups);
    assert.deepEqual([timer[0], worker[0]], ["timer", "worker"]);
    assert.deepEqual(worker.slice(-5, -1), ["30", "24", "6", "40"]);
    assert.ok(timer.some(cell => cell.startsWith("~")) && !worker.some(cell => cell.startsWith("~")));
    const carriers = await rowsOf("System threads");
    assert.deepEqual(carriers[0], ["main", "30.0 ms", "3.00 ms", "5.00 ms", "6.00 ms", "9.00 ms", "1.00 ms", "55.0 ms",
        "1 000", "5000"]);
    assert.deepEqual([carriers[2][0], ...carriers[2].filter(cell => cell.startsWith("~"))],
        ["thread 3", "~6.00 ms", "~9.00 ms"]);
    assert.equal(await found(), "60 virtual threads");
    browser.checkQuiet();
});

test("percentiles are marked as estimates, the longest time is not", {skip}, async () => {
    const spans = samplePage();
    spans.tables.groups[0] = {...spans.tables.groups[0], life_median: 5e6, life_99: 9e6, life_longest: 9e6,
        delay_median: 0, delay_99: 0, delay_longest: 0};
    spans.tables.groups = spans.tables.groups.slice(0, 1);
    spans.tables.vthreads = spans.tables.vthreads.slice(0, 1);
    await browser.show(assemblePage(spans), "#threads");
    assert.deepEqual(await rowsOf("Lives and delays"), [["worker", "~5.00 ms", "9.00 ms", "9.00 ms"]]);
    assert.equal(await found(), "1 virtual thread");
    browser.checkQuiet();
});

test("bars are as long as their times", {skip}, async () => {
    await browser.show(page, "#threads");
    const widths = await browser.page.$$eval(`[aria-label="System threads"] .table-row:first-child .bar i`,
        parts => parts.map(part => part.getBoundingClientRect().width));
    assert.equal(widths.length, 7);
    assert.ok(Math.abs(widths[0] / widths[2] - 10) < 0.2, widths.join());
});

test("a virtual thread is found by name, id, group and state", {skip}, async () => {
    await browser.show(page, "#threads");
    await browser.page.type(".threads-tools input", "1007");
    await browser.settle();
    assert.deepEqual((await rowsOf(single)).map(row => row.slice(0, 2)), [["worker 8", "1007"]]);
    assert.equal(await found(), "1 of 60 virtual threads");
    assert.match(await browser.hash(), /threadSearch=1007/);
    browser.checkQuiet();
});

test("a click on a group selects it for the flame graph; Enter opens the flame graph", {skip}, async () => {
    await browser.show(page, "#threads");
    await browser.click(`[aria-label="${groups}"] .table-row:nth-child(2)`);
    assert.match(await browser.hash(), /scope=group%200/);
    assert.match(await found(), /30 of 60 virtual threads, of the group worker/);
    await browser.press("Enter");
    assert.match(await browser.hash(), /^#flame\?.*scope=group%200/);
    assert.equal(await browser.page.$eval(".controls select", select => select.selectedOptions[0].text), "worker");
    const unnamed = samplePage();
    unnamed.tables.groups[0].name = "";
    await browser.show(assemblePage(unnamed), "#threads?scope=group%200");
    assert.match(await found(), /of the group no name \(by main chunk\)/);
    browser.checkQuiet();
});

test("a program with one thread has one table, that of virtual threads if one was suspended", {skip}, async () => {
    const alone = samplePage();
    const one = table => alone.tables[table].slice(0, 1);
    const calm = {...one("groups")[0], created: 1, blocked: 0, waiting: 0};
    alone.tables = {...alone.tables, threads: one("threads"), vthreads: one("vthreads"), groups: [calm]};
    const tables = async () => {
        await browser.show(assemblePage(alone), "#threads");
        return browser.texts(".threads h2");
    };
    assert.deepEqual(await tables(), ["Threads"]);
    alone.tables.groups = [{...calm, waiting: 5e6}];
    assert.deepEqual(await tables(), ["Virtual threads"]);
    alone.tables.groups = [{...calm, created: 2}];
    assert.deepEqual(await tables(), [groups, "Lives and delays", "System threads", "Virtual threads"]);
    assert.match(await browser.text(".threads section:last-child p"), /^1 of 2 virtual threads: those that are alive, and/);
    await browser.show(page, "#threads");
    assert.match(await browser.text(".threads section:last-child p"), /^All virtual threads\. A ~ marks an estimate\.$/);
    browser.checkQuiet();
});

// Returns for each table its label and the titles of its columns that are completely visible.
const visibleTitles = () => browser.page.$$eval(".table", tables => Object.fromEntries(tables.map(table =>
    [table.getAttribute("aria-label"), Array.from(table.querySelectorAll("[role=columnheader]"))
        .filter(title => title.getBoundingClientRect().right <= table.getBoundingClientRect().right)
        .map(title => title.dataset.column)])));

test("all columns are visible in a narrow window; columns without any content are left out", {skip}, async () => {
    const tracked = samplePage();
    tracked.tables.vthreads[0].blocked = 117e6;
    tracked.tables.tracks.forEach((track, at) => {
        track.vthread = track.kind === 1 ? at : track.vthread;
    });
    const states = ["running", "runnable", "blocked", "waiting"];
    const times = ["id", "track", "bar", ...states, "life", "longest"];
    for (const width of [960, 1024]) {
        await browser.show(assemblePage(tracked), "#threads", {width});
        const titles = await visibleTitles();
        assert.deepEqual(titles[single], ["virtual thread", ...times, "migrations", "state", "group"]);
        assert.deepEqual(titles[groups], ["group", "bar", ...states, "recorder", "life", "created", "ended",
            "living", "migrations", "creator"]);
        assert.ok(titles["System threads"].includes("system id"));
    }
    tracked.tables.vthreads.forEach((row, at) => Object.assign(row, {id: `0x55713abf7${100 + at}0`}));
    await browser.show(assemblePage(tracked), "#threads", {width: 960});
    assert.deepEqual((await visibleTitles())[single].slice(0, 11), ["virtual thread", ...times, "migrations"]);
    const ends = await browser.page.$$eval(`[aria-label="${single}"] bdi`, all => all.map(one => {
        const [text, cell] = [one, one.closest("[role=gridcell]")].map(part => part.getBoundingClientRect());
        return text.left < cell.left && text.right <= cell.right;
    }));
    assert.ok(ends.length > 9 && ends.every(Boolean), ends.join());
    tracked.tables.vthreads.forEach(row => Object.assign(row, {migrations: 0, state: "", name:
        tracked.tables.groups[row.group - 1].name}));
    await browser.show(assemblePage(tracked), "#threads", {width: 960});
    assert.deepEqual((await visibleTitles())[single], ["virtual thread", ...times]);
    tracked.tables.threads[0].name = "pool-1-thread-8";
    await browser.show(assemblePage(tracked), "#threads", {width: 390});
    const [room, needed] = await browser.page.$eval(`[aria-label^="System"] .table-row .cut-name span`, start =>
        [start.clientWidth, start.scrollWidth]);
    assert.ok(needed <= room, `${needed} of ${room}`);
    const sorted = await browser.page.$$eval("[aria-sort$=scending]", titles => titles.map(title =>
        title.getBoundingClientRect().right <= title.closest(".table").getBoundingClientRect().right));
    assert.deepEqual(sorted, [true, true, true, true]);
    browser.checkQuiet();
});

// Returns the darkest grey of the last pixels of a table's first row that has no cell there.
async function darkestAtEdge(label) {
    const box = await (await browser.page.$(`[aria-label="${label}"]`)).boundingBox();
    const clip = {x: box.x + box.width - 8, y: box.y + box.height - 8, width: 6, height: 4};
    const png = await browser.page.screenshot({clip, encoding: "base64"});
    const empty = await browser.browser.newPage();
    const greys = await empty.evaluate(async data => {
        const image = new Image();
        image.src = "data:image/png;base64," + data;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
        const drawing = canvas.getContext("2d");
        drawing.drawImage(image, 0, 0);
        return Array.from(drawing.getImageData(0, 0, image.width, image.height).data);
    }, png);
    await empty.close();
    await browser.page.bringToFront();
    return Math.min(...greys);
}

test("a shadow shows that a table has more columns, until it is scrolled to their end", {skip}, async () => {
    await browser.show(page, "#threads", {width: 390});
    assert.ok(await darkestAtEdge(groups) < 210);
    await browser.page.$eval(`[aria-label="${groups}"]`, table => {
        table.scrollLeft = 1e6;
    });
    await browser.settle();
    assert.ok(await darkestAtEdge(groups) > 240);
    await browser.page.setViewport({width: 1440, height: 900});
    await browser.settle();
    assert.ok(await darkestAtEdge(groups) > 240);
    browser.checkQuiet();
});

test("10,000 virtual threads are sorted and scrolled", {skip}, async () => {
    const many = samplePage();
    const count = 10000;
    many.tables.vthreads = Array.from({length: count}, (_, at) => ({name: `vt ${at}`, id: String(at), group: 1,
        state: "ended", running: at * 1000, life: 1e9}));
    await browser.show(assemblePage(many), "#threads");
    assert.equal((await rowsOf(single))[0][0], "vt 9999");
    await browser.page.focus(`[aria-label="${single}"]`);
    await browser.press("End");
    assert.ok((await rowsOf(single)).some(row => row[0] === "vt 0"));
    assert.ok((await rowsOf(single)).length < 100);
    browser.checkQuiet();
});
