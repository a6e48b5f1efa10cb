// The job tab in a browser: the heading, the bars of ranks, the matrix of pairs, and the tables of groups.

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";
import {withJob} from "./sample_job.js";

const skip = missingBrowser("chrome");
const page = assemblePage(withJob(samplePage()));
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

const rowsOf = async label => (await browser.texts(`[aria-label="${label}"] .table-row`))
    .map(row => row.split(/\s*\n\s*/).filter(Boolean));
const columnsOf = label => browser.texts(`[aria-label="${label}"] [role=columnheader]`);
const details = () => browser.text(".job-details");
const colour = async (selector, x, y) => (await browser.pixels(selector, x, y, 1, 1)).slice(0, 3).join();

// Returns the point of the page in the middle of a cell. The map has `size` rows.
async function cellAt(from, to, size) {
    const canvas = await browser.page.$(".heat-map canvas");
    await canvas.evaluate(one => one.scrollIntoView({block: "center"}));
    await browser.settle();
    const box = await canvas.boundingBox();
    const cell = (box.height - 35) / size;
    const [inX, inY] = [await originOf(cell) + (to + 0.5) * cell, 34 + (from + 0.5) * cell];
    return {x: box.x + inX, y: box.y + inY, inX, inY};
}

// Returns where the cells begin: the first pixel near the top of row 0 that has the ground of an empty cell. The cell of
// a rank with itself is empty.
async function originOf(cell) {
    const row = await browser.pixels(".heat-map canvas", 0, Math.round(34 + cell * 0.2), 130, 1);
    const ground = await browser.page.evaluate(() => {
        const probe = document.createElement("i");
        probe.style.color = "var(--soft)";
        document.body.append(probe);
        const found = getComputedStyle(probe).color.match(/\d+/g).slice(0, 3).join();
        probe.remove();
        return found;
    });
    const pixels = Array.from({length: 130}, (_, x) => row.slice(4 * x, 4 * x + 3).join());
    const origin = pixels.findIndex((one, x) => x > 20 && one === ground);
    assert.ok(origin > 0, "no empty cell has the ground's colour");
    return origin;
}

test("only a page of a job has the tab", {skip}, async () => {
    await browser.show(assemblePage(samplePage()));
    assert.equal(await browser.page.$("#tab-job"), null);
    assert.ok(await browser.page.$("#tab-overview"));
    assert.ok(!(await browser.texts(".card h2")).some(title => title.startsWith("Job")));
    await browser.show(page);
    assert.equal(await browser.text("#tab-job"), "Job4");
    assert.ok((await browser.texts(".card h2")).some(title => title.startsWith("Job")));
    browser.checkQuiet();
});

test("the heading has ranks, times, imbalance, messages and waiting", {skip}, async () => {
    await browser.show(page, "#job");
    const figures = (await browser.texts(".job .figure")).map(one => one.replace(/\s+/g, " "));
    assert.deepEqual(figures, ["4 ranks on 2 hosts", "21.4 % imbalance", "220 ms in the program, 20.6 %",
        "50.0 ms in MPI, 4.7 %", "800 ms in MPI_Init and MPI_Finalize, 74.8 %", "80 messages of 32 KiB in all",
        "30.0 ms waiting, 2.5 % of the ranks' time"]);
    const sentence = await browser.text(".job .sentence");
    assert.match(sentence, /mean 55\.0 ms, maximum 70\.0 ms \(rank 3\), imbalance 21\.4 %/);
    assert.match(sentence, /Waiting took 30\.0 ms, 2\.5 % of the ranks' time: 30\.0 ms for late ranks in collective/);
    assert.match(sentence, /The largest part is at reduce \(ring\.c:44\): 30\.0 ms, 100 % of that for rank 3\./);
    assert.match(sentence, /Also 40 calls of collective operations \(320 bytes\)\./);
    browser.checkQuiet();
});

test("each rank has its times, and a bar of parts", {skip}, async () => {
    await browser.show(page, "#job");
    assert.deepEqual(await columnsOf("Load balance"), ["rank", "bar", "elapsed", "program", "MPI", "MPI %", "waited",
        "delayed", "Init, Finalize", "calls", "collective", "end", "host"]);
    assert.deepEqual((await rowsOf("Load balance"))[1], ["1", "300 ms", "50.0 ms", "15.0 ms", "5.7 %", "10.0 ms",
        "200 ms", "1 001", "80 B", "killed", "node1"]);
    const parts = () => browser.page.$$eval("[aria-label='Load balance'] .table-row:nth-child(2) .bar i", all =>
        all.map(one => one.getBoundingClientRect().width));
    const [program, moving, waited] = await parts();
    assert.ok(Math.abs(program / moving - 10) < 0.3 && Math.abs(waited / moving - 2) < 0.2, `${program} ${moving}`);
    assert.equal((await parts()).length, 3);
    await browser.click(".job-choice input");
    assert.equal((await parts()).length, 4);
    assert.match(await browser.hash(), /jobJoining=true/);
    await browser.click("[aria-label='Load balance'] [data-column=program] button");
    assert.equal((await rowsOf("Load balance"))[0][0], "3");
    assert.match(await browser.hash(), /jobOrder=-program/);
    browser.checkQuiet();
});

test("the chart names a rank, and a click selects it in the table and the matrix", {skip}, async () => {
    await browser.show(page, "#job");
    const box = await (await browser.page.$(".rank-chart canvas")).boundingBox();
    await browser.page.mouse.move(box.x + 46 * 2.4, box.y + 90);
    await browser.settle();
    assert.match(await browser.text(".tip"), /rank 2\s+60\.0 ms time in the program/);
    const before = await browser.pixels(".heat-map canvas", 0, 0, 300, 250);
    await browser.page.mouse.click(box.x + 46 * 2.4, box.y + 90);
    await browser.settle();
    assert.match(await browser.hash(), /jobRank=2/);
    assert.match(await browser.text("[aria-label='Load balance'] [aria-selected=true]"), /^2/);
    assert.notDeepEqual(await browser.pixels(".heat-map canvas", 0, 0, 300, 250), before);
    assert.match(await browser.text("div.spoken"), /^rank 2, 60\.0 ms time in the program$/);
    await browser.page.select("[aria-label=chart]", "delayed");
    await browser.settle();
    assert.match(await browser.page.$eval(".rank-chart canvas", one => one.getAttribute("aria-label")),
        /others waited for it by rank: mean 7.50.ms, maximum 30.0.ms, rank 3/);
    browser.checkQuiet();
});

test("Enter shows a rank in the timeline, if it has a track", {skip}, async () => {
    const tracked = withJob(samplePage());
    tracked.tables.tracks[2].rank = 3;
    await browser.show(assemblePage(tracked), "#job");
    await browser.page.focus("[aria-label='Load balance']");
    await browser.press("ArrowDown", "ArrowDown", "Enter");
    assert.match(await browser.hash(), /^#job\?jobRank=1/);
    await browser.press("ArrowDown", "Enter");
    assert.match(await browser.hash(), /^#timeline\?.*track=2/);
    browser.checkQuiet();
});

test("a cell of the matrix has the messages of its pair", {skip}, async () => {
    await browser.show(page, "#job");
    const cell = await cellAt(0, 1, 4);
    await browser.page.mouse.move(cell.x, cell.y);
    await browser.settle();
    const tip = await browser.text(".tip");
    assert.match(tip, /rank 0 → rank 1\s+sent 10 messages, 9\.8 KiB, in 200 µs\s+received 10 messages, 9\.8 KiB, in 300 µs/);
    assert.match(tip, /8\.\.15 B\s+9\s+4 KiB\.\.8 KiB\s+1$/);
    const empty = await cellAt(0, 2, 4);
    await browser.page.mouse.move(empty.x, empty.y);
    await browser.settle();
    assert.equal(await browser.page.$eval(".tip", one => one.hidden), true);
    assert.match(await details(), /^Most bytes\s+0 → 1\s+9\.8 KiB/);
    await browser.page.mouse.click(cell.x, cell.y);
    await browser.settle();
    assert.match(await browser.hash(), /jobPair=0-1/);
    assert.match(await details(), /^rank 0 → rank 1[^]*sent\s+10\s+9\.8 KiB\s+1 000 B\s+200 µs/);
    assert.match(await browser.text("div.spoken"), /^rank 0 to rank 1, 9\.8 KiB, 100 % of the largest$/);
    await browser.page.focus(".heat-map canvas");
    await browser.press("ArrowDown", "ArrowLeft");
    assert.match(await details(), /^rank 1 → rank 0/);
    await browser.press("ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight");
    assert.match(await details(), /^rank 0 → rank 3[^]*rank 0 waited 15\.0 ms for rank 3 in 2 calls \(collective\)\./);
    browser.checkQuiet();
});

for (const theme of ["light", "dark"]) {
    test(`more bytes have a stronger colour (${theme})`, {skip}, async () => {
        await browser.show(page, "#job", {theme});
        const at = async (from, to) => {
            const {inX, inY} = await cellAt(from, to, 4);
            const pixel = await colour(".heat-map canvas", inX - 20, inY - 20);
            return pixel.split(",").reduce((sum, one) => sum + Number(one), 0);
        };
        const [most, less, none] = [await at(0, 1), await at(3, 2), await at(0, 2)];
        assert.ok(theme === "dark" ? most > less && less > none : most < less && less < none,
            [most, less, none].join());
        await browser.press("d");
        assert.ok(theme === "dark" ? await at(0, 1) < most : await at(0, 1) > most);
        await browser.page.select("[aria-label=scale]", "linear");
        await browser.settle();
        assert.match(await browser.hash(), /jobScale=linear/);
        assert.match(await browser.text(".heat-legend"), /^0 B\s*9\.8 KiB$/);
        browser.checkQuiet();
    });
}

test("selects change the tables, the matrix and the address", {skip}, async () => {
    await browser.show(page, "#job");
    assert.deepEqual(await rowsOf("Messages by group"), [
        ["MPI_COMM_WORLD", "message", "80", "32 KiB", "412 B", "1.60 ms", "2.40 ms", "8 B..8 KiB", "4"],
        ["MPI_COMM_WORLD", "collective", "40", "320 B", "8 B", "1.00 ms", "1.00 ms", "8..15 B", "4"]]);
    await browser.page.select("[aria-label=kind]", "collective");
    await browser.settle();
    assert.deepEqual((await rowsOf("Messages by group")).map(row => row[1]), ["40"]);
    await browser.page.select("[aria-label=by]", "path");
    await browser.settle();
    assert.deepEqual((await rowsOf("Waiting"))[0], ["main > reduce", "30.0 ms", "2.5 %", "8", "2.00 ms", "collective",
        "3 (100 %)"]);
    await browser.page.select("[aria-label=colour]", "waiting");
    await browser.settle();
    assert.match(await details(), /^Most waiting time\s+0 for 3\s+15\.0 ms/);
    assert.match(await browser.hash(), /jobCells=waiting/);
    assert.match(await browser.hash(), /jobKind=collective/);
    assert.match(await browser.hash(), /jobWaitsBy=path/);
    await browser.turn("#job?jobBy=site");
    assert.deepEqual((await rowsOf("Messages by group")).map(row => row[0]), ["exchange (ring.c:30)",
        "reduce (ring.c:44)"]);
    assert.ok((await columnsOf("Messages by group")).includes("received"));
    await browser.turn("#job?jobBy=tag");
    assert.deepEqual((await rowsOf("Messages by group")).map(row => row[0]), ["7"]);
    await browser.turn("#job?jobBy=site");
    assert.match(await browser.text(".job section:nth-of-type(3) .dim"), /both sides of 72 of 80 messages; waiting/);
    await browser.turn("#job?jobRank=99&jobPair=7-7&jobCells=none&jobBy=none&jobOrder=none&jobChart=none");
    assert.match(await details(), /^Most bytes/);
    browser.checkQuiet();
});

test("a function of the table is selected on the whole page", {skip}, async () => {
    await browser.show(page, "#job");
    await browser.click("[aria-label='Functions over the ranks'] .table-row:nth-child(2)");
    const index = Number(/function=(\d+)/.exec(await browser.hash())[1]);
    assert.ok(index >= 0);
    await browser.turn(`#job?function=${index === 0 ? 1 : 0}`);
    const name = samplePage().tables.functions[index === 0 ? 1 : 0].name;
    assert.match(await browser.text("[aria-label='Functions over the ranks'] [aria-selected=true]"),
        new RegExp("^" + name.replace(/[^\w ]/g, ".")));
    browser.checkQuiet();
});

test("the overview has the imbalance and leads to the job", {skip}, async () => {
    await browser.show(page);
    assert.match((await browser.texts(".card")).find(text => text.startsWith("Job")), /imbalance 21\.4 %[^]*Waiting took/);
    await browser.page.$$eval(".card tr.pressable", rows => rows.find(row => /^70.0.ms/.test(row.innerText)).click());
    await browser.settle();
    assert.match(await browser.hash(), /^#job\?jobRank=3/);
    browser.checkQuiet();
});

test("1,000 ranks with 4,000 pairs are shown at once", {skip}, async () => {
    await browser.show(assemblePage(withJob(samplePage(), {ranks: 1000, hosts: 16, partners: 4})),
        "#job?jobRank=500");
    const painted = await browser.page.$$eval("main canvas", all => all.map(one => one.width > 100 && one.height > 50));
    assert.deepEqual(painted, [true, true]);
    assert.ok((await rowsOf("Load balance")).length < 100);
    assert.match(await browser.text("[aria-label='Load balance'] [aria-selected=true]"), /^500\s/);
    const canvas = await browser.page.$(".heat-map canvas");
    await canvas.evaluate(one => one.scrollIntoView({block: "center"}));
    await browser.settle();
    const box = await canvas.boundingBox();
    await browser.page.mouse.move(box.x + await originOf(1) - 1, box.y + 35);
    await browser.settle();
    assert.match(await browser.text(".tip"), /^rank 0 → rank 1\s+sent/);
    await browser.page.focus(".heat-map canvas");
    await browser.press("ArrowDown", "ArrowDown", "ArrowRight");
    assert.match(await details(), /^rank 1 → rank 1\s+No messages in this direction/);
    await browser.press("ArrowRight");
    assert.match(await details(), /^rank 1 → rank 2[^]*sent/);
    await browser.press("+", "+", "+", "+", "+", "+");
    const [wide, shown] = await browser.page.$eval(".heat-map", map => [map.scrollWidth, map.clientWidth]);
    assert.ok(wide > 8 * shown, `${wide} of ${shown}`);
    await browser.press("Escape");
    assert.ok(await browser.page.$eval(".heat-map", map => map.scrollWidth <= map.clientWidth + 1));
    const milliseconds = await browser.page.evaluate(async () => {
        const start = performance.now();
        location.hash = "#job?jobCells=time";
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        return performance.now() - start;
    });
    assert.ok(milliseconds < 2000, `${milliseconds} ms`);
    browser.checkQuiet();
});

test("a cell stands for several ranks in a large job", {skip}, async () => {
    await browser.show(assemblePage(withJob(samplePage(), {ranks: 42, block: 4})), "#job?jobPair=0-1");
    assert.match(await browser.text(".job section:nth-of-type(2) .dim"), /A cell stands for 4 × 4 ranks\./);
    assert.match(await details(), /^ranks 0–3 → ranks 4–7/);
    await browser.turn("#job?jobPair=10-0");
    assert.match(await details(), /^ranks 40–41 → ranks 0–3/);
    browser.checkQuiet();
});

test("one-sided accesses are pairs, and an unknown process is one of them", {skip}, async () => {
    const strange = withJob(samplePage());
    strange.tables.pairs.push({kind: 1, from: 1, to: 2, sent: 1, sent_bytes: 5000, sent_ns: 7e3},
        {kind: 0, from: 0, to: 3, received: 2, received_bytes: 40, received_ns: 9e3});
    await browser.show(assemblePage(strange), "#job?jobPair=0-1");
    assert.match(await details(), /sent\s+10[^]*sent \(one-sided\)\s+1\s+4\.9 KiB/);
    assert.match(await browser.text(".job section:nth-of-type(2) .dim"), /“\?” is an unknown process/);
    await browser.turn("#job?jobPair=4-2");
    assert.match(await details(), /^an unknown process → rank 2[^]*received\s+2\s+40 B/);
    browser.checkQuiet();
});

test("parts without data are omitted", {skip}, async () => {
    const bare = withJob(samplePage());
    Object.assign(bare.tables, {pairs: [], pair_sizes: [], traffic: [], wait_pairs: [], waits: []});
    bare.tables.ranks.forEach(row => Object.assign(row, {mpi: 0, joining: 0, waited: 0, delayed: 0}));
    Object.assign(bare.job, {waits: null, has_mpi: false, size: 6});
    await browser.show(assemblePage(bare), "#job");
    assert.deepEqual(await browser.texts(".job h2"), ["Load balance", "Functions over the ranks"]);
    assert.match(await browser.text(".job .note"), /^2 ranks of the job have no file here\.$/);
    Object.assign(bare.tables, {ranks: bare.tables.ranks.map(row => ({...row, elapsed: 0, program: 0, calls: 0})),
        spreads: []});
    await browser.show(assemblePage(bare), "#job");
    assert.deepEqual(await browser.texts(".job h2"), []);
    browser.checkQuiet();
});

const {QII, MAKE_JOB} = process.env;
test("the tab shows the numbers of qii messages", {skip: skip || !(QII && MAKE_JOB) && "QII or MAKE_JOB is not set"},
    async t => {
    const folder = mkdtempSync(join(tmpdir(), "qii-job-"));
    t.after(() => rmSync(folder, {recursive: true}));
    execFileSync(MAKE_JOB, [join(folder, "app"), "4711"]);
    execFileSync(QII, ["html", "-o", join(folder, "page.html"), folder], {stdio: "ignore"});
    const report = execFileSync(QII, ["messages", folder], {encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]});
    const lost = /waiting took ([\d.]+ \S+), /.exec(report)[1];
    await browser.show(join(folder, "page.html"), "#job");
    assert.match(await browser.text(".job .sentence"), new RegExp(`Waiting took ${lost}, `));
    const found = (await browser.texts(".job .figure")).find(text => text.includes("messages of"));
    const [, count, bytes] = /, (\d+) messages of ([\d.]+ \S+) in all/.exec(report);
    assert.equal(found.replace(/\s+/g, " "), `${count} messages of ${bytes} in all`);
    browser.checkQuiet();
});
