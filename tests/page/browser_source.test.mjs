// The sources in a browser: the list of files, the lines, unknown counts, and large files.

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

// Returns the cells of a line: runs, self, heat, branches, sign, number, code.
const cellsOf = line => browser.page.$$eval(".source-line", (rows, wanted) => rows
    .filter(row => row.querySelector(".line-number")?.textContent === String(wanted))
    .map(row => [row.className, ...Array.from(row.children, cell => cell.textContent)])[0], line);
const currentLine = () => browser.page.$eval(".source-line.current .line-number", cell => Number(cell.textContent));
const fileNames = () => browser.texts(".source-files .table-row > span:first-child");

test("a line has its count, its time, its branches, and whether it ran", {skip}, async () => {
    await browser.show(page, "#source?file=0");
    assert.deepEqual(await cellsOf(4), ["source-line missed", "never", "", "", "", "✗", "4", "        return nil"]);
    const [style, runs, self, , branches, sign] = await cellsOf(13);
    assert.deepEqual([style, runs, branches, sign], ["source-line partial", "126", "3/4", "◐"]);
    assert.match(self, /88\.2\sµs/);
    assert.match((await cellsOf(14))[0], /excluded/);
    assert.match((await cellsOf(12))[0], /hit/);
    assert.deepEqual((await cellsOf(1)).slice(0, 6), ["source-line", "", "", "", "", ""]);
    assert.match(await browser.text(".column .tools"), /8 of 10 lines ran \(80\.0 %\) · 5 of 6 branch outcomes/);
    browser.checkQuiet();
});

test("a function's head leads to the function", {skip}, async () => {
    await browser.show(page, "#source?file=0");
    assert.deepEqual(await browser.texts(".source-head button"), ["parse", "read", "unused"]);
    assert.match((await browser.texts(".source-head"))[2], /unused\s*never called/);
    await browser.click(".source-head button");
    assert.match(await browser.hash(), /^#functions\?function=0/);
    browser.checkQuiet();
});

test("keys and buttons go to the next missed and next costly line, and wrap around at the end", {skip}, async () => {
    await browser.show(page, "#source?file=0");
    const visited = [];
    for (let step = 0; step < 4; step++) {
        await browser.press("n");
        visited.push(await currentLine());
    }
    assert.deepEqual(visited, [4, 13, 23, 4]);
    await browser.press("N");
    assert.equal(await currentLine(), 23);
    await browser.press("c");
    assert.equal(await currentLine(), 6);
    assert.match(await browser.hash(), /line=6/);
    await browser.page.evaluate(() => Array.from(document.querySelectorAll("button"))
        .find(button => button.textContent === "Next missed").click());
    await browser.settle();
    assert.equal(await currentLine(), 13);
    browser.checkQuiet();
});

test("the header has the file's self and total time, and a link to each sequence of lines that never ran", {skip},
    async () => {
        const missed = samplePage();
        missed.tables.files[0].text = "local x\n".repeat(20);
        missed.tables.lines = [[1, 5], [2, 0], [3, 0], [5, 0], [7, 5], [8, 0], [10, 5]]
            .map(([line, count]) => ({file: 0, line, count, time: 0, excluded: 0}));
        missed.tables.branches = [];
        missed.tables.outcomes = [];
        missed.tables.functions.forEach(row => {
            row.line = row.file === 1 ? 15 : row.line;
        });
        const html = assemblePage(missed);
        await browser.show(html, "#source?file=0");
        assert.deepEqual(await browser.texts(".missed-lines"), ["Lines that never ran: 2–5, 8"]);
        await browser.click(".missed-lines button:last-of-type");
        assert.equal(await currentLine(), 8);
        const {nodes, functions} = missed.tables;
        const isOfFile = node => functions[node.function - 2]?.file === 1;
        // Adds up the nodes of the file and the nodes below them.
        let self = 0, total = 0, depth = -1, outermost = Infinity;
        for (const node of nodes) {
            depth += 1 - node.step;
            outermost = depth <= outermost ? Infinity : outermost;
            outermost = isOfFile(node) ? Math.min(outermost, depth) : outermost;
            self += isOfFile(node) ? node.self : 0;
            total += outermost < Infinity ? node.self : 0;
        }
        const ms = ns => `${(ns / 1e6).toPrecision(3)} ms`;
        assert.ok(total > self);
        assert.match(await browser.text(".column .tools"),
            new RegExp(`${ms(self)} self, [\\d.]+ % of all time · ${ms(total)} total, [\\d.]+ %`));
        missed.tables.lines = Array.from({length: 900}, (_, at) => ({file: 0, line: at + 1, count: at % 2}));
        await browser.show(assemblePage(missed), "#source?file=0", {width: 1024});
        assert.match(await browser.text(".missed-lines"), /^Lines that never ran: 1, 3, .*, 399 and 250 more places/);
        assert.ok(await browser.page.$eval(".missed-lines", list => list.offsetHeight < 60));
        browser.checkQuiet();
    });

test("in a narrow window, columns without data have no title, and the tools stay together", {skip}, async () => {
    const plain = samplePage();
    plain.tables.branches = [];
    plain.tables.outcomes = [];
    await browser.show(assemblePage(plain), "#source?file=0", {width: 390});
    const widths = await browser.page.$$eval(".source-titles span", spans => spans.map(span => span.offsetWidth));
    assert.deepEqual([widths[1], widths[2], widths[3]], [0, 0, 0]);
    await browser.show(page, "#source?file=0", {width: 390});
    const [room, needed] = await browser.page.$eval(".source-titles span:nth-child(4)", one =>
        [one.clientWidth, one.scrollWidth]);
    assert.ok(room > 0 && needed <= room, `${needed} of ${room}`);
    for (let width = 900; width <= 1900; width += 20) {
        await browser.page.setViewport({width, height: 800});
        const tops = await browser.page.$$eval(".tool-group button", all =>
            new Set(all.map(button => button.getBoundingClientRect().top)).size);
        assert.equal(tops, 1, `at ${width}`);
    }
    browser.checkQuiet();
});

test("files are in folders, are sorted, and open by key", {skip}, async () => {
    await browser.show(page, "#source");
    assert.deepEqual(await fileNames(), ["▾server/", "read.lua", "write.lua", "main.lua"]);
    await browser.page.evaluate(() => document.querySelector("[data-column=name] button").click());
    await browser.settle();
    assert.match(await browser.hash(), /fileOrder=name/);
    await browser.page.focus(".source-files .table");
    await browser.press("End");
    assert.match(await browser.text(".column .tools b"), /main\.lua/);
    await browser.press("Home", "ArrowLeft");
    assert.deepEqual(await fileNames(), ["▸server/", "main.lua"]);
    await browser.press("ArrowRight");
    assert.equal((await fileNames()).length, 4);
    await browser.click(".folder-toggle");
    assert.equal((await fileNames()).length, 2);
    browser.checkQuiet();
});

test("words have the colours of their language", {skip}, async () => {
    await browser.show(page, "#source?file=0");
    assert.ok((await browser.texts(".keyword")).includes("local"));
    assert.ok((await browser.texts(".string")).includes("\"^(%w+)\""));
    assert.deepEqual((await browser.texts(".comment")).slice(0, 2), ["-- reads requests", "--[[ a comment"]);
});

test("unknown coverage is marked, and not shown as 0 %", {skip}, async () => {
    const without = samplePage({lines: false});
    without.tables.files[0] = {...without.tables.files[0], state: 1};
    without.tables.files[1] = {...without.tables.files[1], state: 2, text: ""};
    without.tables.files[2] = {...without.tables.files[2], state: 3, text: ""};
    await browser.show(assemblePage(without), "#source?file=0");
    assert.match(await browser.text(".source-notes"), /changed since the run/);
    assert.match(await browser.text(".source-notes"), /No lines were recorded/);
    assert.doesNotMatch(await browser.text("main"), /(^|\s)0 %|never ran|missed/);
    await browser.show(assemblePage(without), "#source?file=1");
    assert.match(await browser.text(".source-notes"), /source text was not found/);
    assert.match((await browser.texts(".source-head"))[0], /write\s*114 calls/);
    await browser.show(assemblePage(without), "#source?file=2");
    assert.match(await browser.text(".source-notes"), /not included in this page/);
    browser.checkQuiet();
});

test("lines have counts without a text, and beyond its end", {skip}, async () => {
    const odd = samplePage();
    odd.tables.files[0] = {...odd.tables.files[0], state: 2, text: ""};
    odd.tables.lines.push({file: 2, line: 4294967295, count: 7, time: 0, excluded: 0});
    odd.cover = {...odd.run, name: "pid 99", product: "libcprof"};
    await browser.show(assemblePage(odd), "#source?file=0");
    assert.equal((await cellsOf(4))[1], "never");
    assert.match(await browser.text(".source-notes"), /another run of this program, pid 99/);
    await browser.show(assemblePage(odd), "#source?file=2&line=4294967295");
    assert.equal((await cellsOf(4294967295))[1], "7");
    browser.checkQuiet();
});

test("100,000 lines scroll, and only visible ones are created", {skip}, async () => {
    const large = samplePage();
    const count = 100000;
    large.tables.files[2] = {...large.tables.files[2], name: "large.lua", short_name: "large.lua",
        text: "local x = 'text' -- comment\n".repeat(count), lines: count, lines_hit: count - 1000};
    large.tables.lines = [...large.tables.lines.filter(row => row.file < 2), ...Array.from({length: count}, (_, at) =>
        ({file: 2, line: at + 1, count: at % 100 === 99 ? 0 : at, time: at, excluded: 0}))];
    await browser.show(assemblePage(large), "#source?file=2&line=99999");
    assert.equal(await currentLine(), 99999);
    assert.ok(await browser.page.$$eval(".source-line", rows => rows.length) < 120);
    await browser.press("n");
    assert.equal(await currentLine(), 100000);
    for (const place of [0, 800000, 1500000]) {
        await browser.page.$eval(".source-text", (box, top) => {
            box.scrollTop = top;
        }, place);
        await browser.settle();
        const lines = (await browser.texts(".line-number")).map(Number);
        assert.ok(lines.length < 120 && lines.some(line => Math.abs(line - place / 18) < 60), `${place}: ${lines[0]}`);
    }
    browser.checkQuiet();
});

test("the ruler jumps to a line of the file", {skip}, async () => {
    const large = samplePage();
    large.tables.files[2].text = "local x\n".repeat(3000);
    await browser.show(assemblePage(large), "#source?file=2");
    const {x, y, height} = await browser.page.$eval(".source-ruler", one => one.getBoundingClientRect().toJSON());
    await browser.page.mouse.click(x + 5, y + height / 2);
    await browser.settle();
    const top = await browser.page.$eval(".source-text", box => box.scrollTop / box.scrollHeight);
    assert.ok(top > 0.4 && top < 0.55, String(top));
    browser.checkQuiet();
});
