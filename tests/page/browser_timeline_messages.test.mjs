// Messages between ranks in the timeline: lines from sender to receiver, their tooltips, and what hides them.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";

const skip = missingBrowser("chrome");
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

const labels = 168;             // px of the tracks' names
const trackTop = 24;            // px of the axis
const rowHeight = 19;           // px of a track with one level
const shown = 1.01;             // shown time divided by the run's time: there is a margin after the last event

// Ranks that are in one function all the time, for 1 ms, and messages between them.
function jobPage(ranks, messages) {
    const page = samplePage({compare: false, timeline: false});
    const rows = Array.from({length: ranks}, (_, rank) => rank);
    return {...page, job: {files: ranks, size: ranks, hosts: 1, block: 1, has_times: true, has_mpi: true, kinds: [],
        wait_kinds: [], waits: null}, tables: {...page.tables, marks: [], samples: [], points: [],
        ranks: rows.map(rank => ({name: String(rank), ending: "ended"})),
        tracks: rows.map(rank => ({kind: 0, name: `rank ${rank}`, rank: rank + 1})),
        bars: rows.map(rank => ({track: rank, start: 0, length: 1e6, kind: 1, value: 1})), messages}};
}

const message = (from, to, sent, received, bytes = 4096) =>
    ({from: from + 1, to: to + 1, sent, received, bytes, tag: 7});

// Returns the position on the page at a share of the run's time, in the middle of a rank's row.
async function placeOf(share, rank) {
    const box = await browser.page.$eval(".timeline canvas", canvas => canvas.getBoundingClientRect().toJSON());
    return [box.x + labels + (box.width - labels) * share / shown,
        box.y + trackTop + rowHeight * (rank + 0.5)];
}

async function hover(share, rank, below = 0) {
    const [x, y] = await placeOf(share, rank);
    await browser.page.mouse.move(x, y + below);
    await browser.settle();
    return browser.page.$eval(".tip", tip => tip.hidden ? "" : tip.innerText.replace(/[\u202f\u00a0]/g, " "));
}

// Returns true if a line is drawn between two rows: the gap between bars is the background without it.
async function hasLine(share, rank) {
    const [x, y] = await placeOf(share, rank);
    const box = await browser.page.$eval(".timeline canvas", canvas => canvas.getBoundingClientRect().toJSON());
    const pixels = await browser.pixels(".timeline canvas", Math.round(x - box.x) - 4,
        Math.round(y - box.y + rowHeight / 2) - 2, 9, 2);
    return pixels.some((value, at) => at % 4 < 3 && value < 150);
}

test("a message is a line from its sender to its receiver, with a tooltip", {skip}, async () => {
    await browser.show(assemblePage(jobPage(4, [message(0, 2, 2e5, 4e5), message(3, 1, 6e5, 6e5)])), "#timeline");
    assert.match(await browser.text(".tools"), /4 bars, 2 messages.*↘ message/s);
    assert.equal(await hover(0.3, 1), "message from rank 0 to rank 2\n4 KiB, tag 7\n0.200 ms, from 0.200 ms");
    assert.equal(await hover(0.6, 2), "message from rank 3 to rank 1\n4 KiB, tag 7\n0.000 ms, from 0.600 ms");
    assert.ok(await hasLine(0.25, 0) && await hasLine(0.35, 1) && await hasLine(0.6, 1) && await hasLine(0.6, 2));
    assert.ok(!await hasLine(0.25, 1) && !await hasLine(0.6, 0) && !await hasLine(0.8, 1));
    browser.checkQuiet();
});

test("the tooltip of a call has the messages that it sent and received", {skip}, async () => {
    const many = Array.from({length: 50}, (_, at) => message(0, 1, at * 1e3, at * 1e3 + 500, 1024));
    await browser.show(assemblePage(jobPage(3, [...many, message(2, 1, 5e5, 6e5, 8), message(1, 2, 7e5, 9e5, 1)])),
        "#timeline");
    const tip = await hover(0.4, 1);
    assert.match(tip, /\nsent 1 byte to rank 2\n/);
    assert.match(tip, /\nreceived 51 messages of 50 KiB in all\n/);
    assert.match(await hover(0.4, 2), /\nsent 8 bytes to rank 1\nreceived 1 byte from rank 1\n/);
    browser.checkQuiet();
});

test("too many lines are hidden until the user zooms in or selects a rank", {skip}, async () => {
    const many = Array.from({length: 5000}, (_, at) => message(at % 3, at % 3 + 1, at * 200, at * 200 + 100));
    const few = [message(3, 4, 5e5, 52e4)];
    await browser.show(assemblePage(jobPage(5, [...many, ...few].sort((a, b) => a.sent - b.sent))), "#timeline");
    assert.ok(!await hasLine(0.5, 0));
    await browser.page.mouse.click(...await placeOf(0.9, 4));
    await browser.settle();
    assert.ok(!await hasLine(0.5, 0));
    assert.ok(await hasLine(0.51, 3), "those of the selected rank are drawn");
    await browser.show(assemblePage(jobPage(5, many)), "#timeline?span=500000-505000");
    // Rank 0 sends at 500,400 ns, which is at 8 % of what is shown.
    assert.ok(await hasLine(450 / 5000 * shown, 0));
    browser.checkQuiet();
});

test("messages of tracks that the search hides are hidden", {skip}, async () => {
    await browser.show(assemblePage(jobPage(4, [message(0, 1, 2e5, 2e5), message(2, 3, 2e5, 2e5)])),
        "#timeline?trackSearch=rank%200");
    assert.ok(!await hasLine(0.2, 0));
    browser.checkQuiet();
});

test("200,000 messages between 1,000 ranks are painted fast", {skip}, async () => {
    const many = Array.from({length: 200000}, (_, at) =>
        message(at % 1000, (at * 7 + 1) % 1000, at * 5, at * 5 + 1000 + at % 77));
    await browser.show(assemblePage(jobPage(1000, many)), "#timeline?span=500000-500100");
    const longest = await browser.page.evaluate(async () => {
        const canvas = document.querySelector(".timeline canvas");
        let most = 0;
        for (let step = 0; step < 10; step++) {
            canvas.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
            const start = performance.now();
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())));
            most = Math.max(most, performance.now() - start);
        }
        return most;
    });
    assert.ok(longest < 1000, `${longest} ms`);
    browser.checkQuiet();
});
