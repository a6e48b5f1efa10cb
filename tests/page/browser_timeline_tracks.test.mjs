// The timeline with many tracks in a browser: search, order, groups, pins, the strip of the whole run, and the links
// between a virtual thread and its track.

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

const axis = 24;                // px
const title = 22;
const group = 36;
const track = 19;
const run = 1e6;                // ns

// Makes a page with one carrier and `count` virtual threads, alternately of the groups worker and timer. Each virtual
// thread waits, longer than the one before, and then runs. Virtual thread n has track n + 1.
function manyTracks(count) {
    const page = samplePage({compare: false});
    const tracks = [{kind: 0, name: "carrier", thread: 1}];
    const bars = [{track: 0, start: 0, length: run, kind: 1, value: 1}];
    const vthreads = [];
    for (let at = 0; at < count; at++) {
        const waiting = Math.floor(run * (at + 1) / (count + 1));
        vthreads.push({name: `fiber ${at}`, id: `0x${at}f`, group: 1 + at % 2, state: "ended", running: run - waiting,
            waiting, life: run});
        tracks.push({kind: 1, name: `fiber ${at} 0x${at}f`, vthread: at + 1, group: 1 + at % 2});
        bars.push({track: at + 1, start: 0, length: waiting, kind: 0, value: 4},
            {track: at + 1, start: waiting, length: run - waiting, kind: 0, value: 1});
    }
    return {...page, tables: {...page.tables, marks: [], samples: [], points: [], tracks, bars, vthreads}};
}

// Returns the name of the row that is `y` px below the top of the canvas, as the tooltip shows it.
async function nameAt(y) {
    const box = await browser.page.$eval(".timeline canvas", canvas => canvas.getBoundingClientRect().toJSON());
    await browser.page.mouse.move(box.x + 40, box.y + y);
    await browser.settle();
    return browser.page.$eval(".tip", tip => tip.hidden ? "" : tip.querySelector("b").textContent);
}

// Returns the names of consecutive rows with these heights. `top` is the top of the first of them.
async function namesFrom(top, heights) {
    const names = [];
    for (const height of heights) {
        names.push(await nameAt(top + height / 2));
        top += height;
    }
    return names;
}

const found = () => browser.text(".tools [aria-live]");
const virtual = axis + title + track + title;   // px above the first virtual thread

test("a search shows the tracks that it finds, also those of folded groups", {skip}, async () => {
    await browser.show(assemblePage(manyTracks(300)), "#timeline");
    assert.equal(await found(), "301 tracks");
    assert.deepEqual(await namesFrom(virtual, [group, group]), ["worker", "timer"]);
    await browser.page.type(".tools input", "fiber 29");
    await browser.settle();
    assert.equal(await found(), "11 of 301 tracks");
    assert.deepEqual(await namesFrom(axis + title, [group, ...new Array(6).fill(track), group, track]),
        ["timer", "fiber 29 0x29f", ...[1, 3, 5, 7, 9].map(at => `fiber 29${at} 0x29${at}f`), "worker",
            "fiber 290 0x290f"]);
    assert.match(await browser.hash(), /trackSearch=fiber%2029/);
    await browser.press("Escape");
    assert.equal(await found(), "301 tracks");
    await browser.turn("#timeline?trackSearch=worker");
    assert.equal(await found(), "150 of 301 tracks");
    await browser.turn("#timeline?trackSearch=worker&track=2");
    assert.equal(await found(), "301 tracks");
    await browser.show(assemblePage(manyTracks(300)), "#timeline?trackSearch=worker&track=2");
    assert.equal(await found(), "150 of 301 tracks");
    browser.checkQuiet();
});

test("tracks are sorted by name or time, groups are folded by click, key and button", {skip}, async () => {
    await browser.show(assemblePage(manyTracks(6)), "#timeline");
    const rows = () => namesFrom(virtual, [group, track, track, track, group, track]);
    assert.deepEqual(await rows(), ["worker", "fiber 0 0x0f", "fiber 2 0x2f", "fiber 4 0x4f", "timer", "fiber 1 0x1f"]);
    await browser.page.select(".tools select", "waiting");
    await browser.settle();
    assert.deepEqual(await rows(), ["timer", "fiber 5 0x5f", "fiber 3 0x3f", "fiber 1 0x1f", "worker", "fiber 4 0x4f"]);
    const box = await browser.page.$eval(".timeline canvas", canvas => canvas.getBoundingClientRect().toJSON());
    await browser.page.mouse.click(box.x + 40, box.y + virtual + group / 2);
    await browser.settle();
    assert.deepEqual(await namesFrom(virtual, [group, group, track]), ["timer", "worker", "fiber 4 0x4f"]);
    const spoken = () => browser.page.$eval(".spoken", live => live.textContent);
    assert.equal(await spoken(), "timer, 3 tracks, folded");
    await browser.press("Enter");
    assert.equal(await spoken(), "timer, 3 tracks, unfolded");
    assert.deepEqual(await namesFrom(virtual, [group, track]), ["timer", "fiber 5 0x5f"]);
    await browser.press("g");
    assert.deepEqual(await namesFrom(virtual, [group, group, track]), ["timer", "worker", ""]);
    assert.match(await browser.text(".tools button"), /^Unfold groups$/);
    await browser.click(".tools button");
    assert.deepEqual(await namesFrom(virtual, [group, track]), ["timer", "fiber 5 0x5f"]);
    browser.checkQuiet();
});

test("the row of a group has the number of its tracks in each state", {skip}, async () => {
    await browser.show(assemblePage(manyTracks(300)), "#timeline");
    const box = await browser.page.$eval(".timeline canvas", canvas => canvas.getBoundingClientRect().toJSON());
    await browser.page.mouse.move(box.x + 168 + (box.width - 168) / 2, box.y + virtual + 10);
    await browser.settle();
    const tip = await browser.text(".tip");
    const [, running, waiting] = /^worker\nat 0\.\d+ ms, on average:\n([\d.]+) running\n([\d.]+) waiting\n/.exec(tip);
    assert.ok(Math.abs(running - 75) < 3 && Math.abs(Number(running) + Number(waiting) - 150) < 0.5, tip);
    const middle = Math.round(168 + (box.width - 168) / 2);
    const pixel = async y => (await browser.pixels(".timeline canvas", middle - 9, y, 1, 1)).slice(0, 3).join();
    assert.equal(await pixel(virtual + group - 6), "76,154,91");
    assert.equal(await pixel(virtual + 6), "224,176,76");
    browser.checkQuiet();
});

test("pinned tracks stay at the top while the others scroll", {skip}, async () => {
    await browser.show(assemblePage(manyTracks(90)), "#timeline?track=5");
    await browser.press("p");
    assert.match(await browser.hash(), /pinned=5/);
    await browser.page.$eval(".timeline", box => {
        box.scrollTop = 1e6;
    });
    await browser.settle();
    assert.equal(await nameAt(axis + title + track / 2), "fiber 4 0x4f");
    const {width, height} = await browser.page.$eval(".timeline canvas", canvas =>
        canvas.getBoundingClientRect().toJSON());
    assert.equal(await nameAt(height - 5), "fiber 89 0x89f");
    const pixel = async y => (await browser.pixels(".timeline canvas", (168 + width) / 2, y, 1, 1)).slice(0, 3).join();
    assert.equal(await pixel(axis + title + track / 2 - 2.5), "76,154,91");
    assert.equal(await pixel(height - 10), "224,176,76");
    await browser.press("p");
    assert.doesNotMatch(await browser.hash(), /pinned/);
    browser.checkQuiet();
});

test("a drag over the strip of the whole run selects a part, a click moves it", {skip}, async () => {
    await browser.show(assemblePage(manyTracks(40)), "#timeline");
    const box = await browser.page.$eval(".timeline-overview", canvas => canvas.getBoundingClientRect().toJSON());
    const xOf = share => box.x + 168 + (box.width - 168) * share;
    const span = async () => {
        await new Promise(done => setTimeout(done, 400));
        return /span=(\d+)-(\d+)/.exec(await browser.hash()).slice(1).map(time => Number(time) / 1.01e6);
    };
    await browser.page.mouse.move(xOf(0.2), box.y + 10);
    await browser.page.mouse.down();
    await browser.page.mouse.move(xOf(0.4), box.y + 10, {steps: 4});
    await browser.page.mouse.up();
    const near = (measured, wanted) => measured.every((value, at) => Math.abs(value - wanted[at]) < 0.01);
    assert.ok(near(await span(), [0.2, 0.4]));
    await browser.page.mouse.click(xOf(0.7), box.y + 10);
    assert.ok(near(await span(), [0.6, 0.8]));
    await browser.page.mouse.move(xOf(0.7), box.y + 10);
    await browser.page.mouse.down();
    await browser.page.mouse.move(xOf(0.6), box.y + 10, {steps: 4});
    await browser.page.mouse.up();
    assert.ok(near(await span(), [0.5, 0.7]));
    browser.checkQuiet();
});

test("a virtual thread in Threads leads to its track, even in a folded group, and the track leads back", {skip},
    async () => {
        await browser.show(assemblePage(manyTracks(300)), "#threads?threadSearch=0x150f&trackSearch=worker");
        await browser.click(`[aria-label="Virtual threads"] .table-row button`);
        assert.match(await browser.hash(), /^#timeline\?.*track=151/);
        assert.match(await browser.page.$eval(".spoken", live => live.textContent), /^fiber 150 /);
        const {height} = await browser.page.$eval(".timeline canvas", canvas => canvas.getBoundingClientRect().toJSON());
        const middle = (axis + height) / 2;
        const names = await namesFrom(middle - 2 * track, new Array(4).fill(track));
        assert.ok(names.includes("fiber 150 0x150f"), names.join());
        await browser.press("ArrowDown", "ArrowUp");
        assert.deepEqual(await namesFrom(middle - 2 * track, new Array(4).fill(track)), names);
        await browser.press(...new Array(25).fill("ArrowDown"));
        assert.equal(await nameAt(height - track / 2), "fiber 200 0x200f");
        await browser.press(...new Array(25).fill("ArrowUp"));
        await browser.press("t");
        assert.match(await browser.hash(), /^#threads\?.*threadSearch=0x150f/);
        assert.deepEqual(await browser.texts(`[aria-label="Virtual threads"] .table-row span:first-child .cut-name`),
            ["fiber 150"]);
        browser.checkQuiet();
    });

test("a keystroke of the search over 10,001 tracks is shown within three frames", {skip}, async context => {
    await browser.show(assemblePage(manyTracks(10000)), "#timeline?folds=none");
    const [times, handled, frames] = await browser.page.evaluate(async () => {
        const input = document.querySelector(".tools input");
        const {prototype} = CanvasRenderingContext2D;
        const draw = prototype.fillText;
        let isPainted = false;
        prototype.fillText = function(...given) {
            isPainted = true;
            return draw.apply(this, given);
        };
        const frame = () => new Promise(done => requestAnimationFrame(done));
        const measured = [];
        const work = [];
        const counted = [];
        for (const text of ["f", "fi", "fib", "fibe", "fiber", "fiber ", "fiber 7", "fiber 77", "fiber 777", ""]) {
            await frame();
            isPainted = false;
            const start = performance.now();
            input.value = text;
            input.dispatchEvent(new InputEvent("input", {bubbles: true}));
            work.push(performance.now() - start);
            let count = 0;
            while (!isPainted) {
                await frame();
                count++;
            }
            measured.push(performance.now() - start);
            counted.push(count);
        }
        return [measured, work, counted];
    });
    const figures = list => {
        const sorted = [...list].sort((a, b) => a - b);
        return `median ${sorted[5].toFixed(1)} ms, longest ${sorted.at(-1).toFixed(1)} ms`;
    };
    context.diagnostic(`handler of a keystroke: ${figures(handled)}; until it is painted: ${figures(times)}`);
    assert.ok(Math.max(...frames) <= 3, `frames: ${frames}`);
    assert.equal(await found(), "10 001 tracks");
    browser.checkQuiet();
});
