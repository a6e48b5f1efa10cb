// The timeline in a browser: zoom, move, the tooltip, keys, and half a million bars. Colours are read from the canvas,
// since that is what a reader sees.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {randomNumbers, samplePage} from "./sample.js";

const skip = missingBrowser("chrome");
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

const labels = 168;             // px of the tracks' names
const trackTop = 24;            // px of the axis, without marks
const shown = 1.01;             // shown time divided by the run's time: there is a margin after the last event

// One carrier with nested functions, one virtual thread with all states, one counter, and points.
function smallPage() {
    const page = samplePage({compare: false});
    return {...page, tables: {...page.tables, marks: [], tracks: [
        {kind: 0, name: "carrier", thread: 1}, {kind: 1, name: "fiber"},
        {kind: 2, name: "queue", unit: "items", high: 4},
    ], bars: [
        {track: 0, start: 0, length: 1e6, depth: 0, kind: 1, value: 1, place: 1},
        {track: 0, start: 25e4, length: 5e5, depth: 1, kind: 1, value: 2},
        ...[1, 2, 3, 4].map(value => ({track: 1, start: (value - 1) * 25e4, length: 25e4, kind: 0, value, place: 2,
            function: 3})),
    ], samples: [{track: 2, at: 0, value: 1}, {track: 2, at: 5e5, value: 4}],
    points: [{track: 0, at: 9e5, kind: "wake", other: 2}, {track: 0, at: 75e4, kind: "wake", other: 2},
        {track: 0, at: 25e4, kind: "create", other: 2}, {track: 0, at: 1e5, kind: "comment", text: "half way"}]
        .sort((a, b) => a.at - b.at)}};
}

async function canvasBox() {
    return browser.page.$eval(".timeline canvas", canvas => canvas.getBoundingClientRect().toJSON());
}

// Returns the colour of the canvas at a share of the run's time, `y` px from the top.
async function colourAt(share, y) {
    const {width} = await canvasBox();
    const x = labels + (width - labels) * share / shown;
    const pixel = await browser.pixels(".timeline canvas", Math.round(x), y, 1, 1);
    return pixel.slice(0, 3).join();
}

async function hover(share, y) {
    const box = await canvasBox();
    await browser.page.mouse.move(box.x + labels + (box.width - labels) * share / shown, box.y + y);
    await browser.settle();
    return browser.page.$eval(".tip", tip => tip.hidden ? "" : tip.innerText.replace(/[\u202f\u00a0]/g, " "));
}

// From the top, the page shows a title (22 px), the carrier's two levels (34 px), a title, the fiber (19 px), a title
// and the counter.
const carrier = trackTop + 22 + 10;
const nested = carrier + 15;
const fiber = trackTop + 22 + 34 + 22 + 9;
const counter = trackTop + 22 + 34 + 22 + 19 + 22 + 30;

test("states have the colours of their legend, functions are nested", {skip}, async () => {
    await browser.show(assemblePage(smallPage()), "#timeline");
    const legend = await browser.page.$$eval(".tools .swatch i", marks => marks.map(mark =>
        getComputedStyle(mark).backgroundColor.replace(/rgb\(|\)| /g, "")));
    assert.deepEqual((await browser.texts(".tools .swatch")), ["running", "runnable", "blocked", "waiting",
        "a hue for each function"]);
    assert.match(await browser.text(".tools"), /^6 bars, 4 points, 2 samples/);
    for (const [at, share] of [0.12, 0.37, 0.62, 0.93].entries()) {
        assert.equal(await colourAt(share, fiber), legend[at], `at ${share}`);
    }
    const background = "255,255,255";
    assert.notEqual(await colourAt(0.35, nested), background);
    assert.equal(await colourAt(0.03, nested), background);
    assert.notEqual(await colourAt(0.6, counter), background);
    await browser.picture("timeline-small");
    browser.checkQuiet();
});

test("the tooltip has name, length, start, and carrier, with times in the axis's unit", {skip}, async () => {
    await browser.show(assemblePage(smallPage()), "#timeline");
    assert.match(await hover(0.6, fiber),
        /^blocked in \S.*\n0\.250 ms, from 0\.500 ms\nwoken by carrier\napp\/main\.lua:5 worker\nfiber$/);
    assert.match(await hover(0.4, fiber), /^runnable\n0\.250 ms, from 0\.250 ms\ncreated by carrier\napp/);
    assert.match(await hover(0.1, fiber), /^running\n0\.250 ms, from 0\.000 ms\napp/);
    assert.match(await hover(0.5, nested), /^\[C\] io\.write\n0\.500 ms, from 0\.250 ms\ncarrier$/m);
    assert.match(await hover(0.8, carrier), /^parse\n1\.000 ms, from 0\.000 ms\napp\/server\/read\.lua:12 read/);
    assert.match(await hover(0.7, counter), /^queue\n4 items\nsince 0\.500 ms$/);
    assert.match(await hover(0.1, nested + 6), /^comment\nhalf way\nat 0\.100 ms/);
    assert.match(await hover(0.9, nested + 6), /^wake → fiber/);
    assert.equal(await hover(0.03, nested), "");
    browser.checkQuiet();
});

test("the tooltip of a virtual thread's run says on which carrier it ran, and who resumed, woke or created it", {skip},
    async () => {
        const resumed = smallPage();
        const bars = [[0, 0, 2e5, 2, 2], [0, 2e5, 3e5, 2, 3], [0, 6e5, 4e5, 2, 3],
            [1, 0, 2e5, 0, 1], [1, 2e5, 8e5, 0, 3],
            [2, 1e5, 1e5, 0, 4], [2, 2e5, 3e5, 0, 1, 2], [2, 5e5, 1e5, 0, 2], [2, 6e5, 4e5, 0, 1]];
        Object.assign(resumed.tables, {
            tracks: [{kind: 0, name: "carrier", thread: 1}, {kind: 1, name: "main"}, {kind: 1, name: "job"}],
            bars: bars.map(([track, start, length, kind, value, resumer = 0]) =>
                ({track, start, length, kind, value, resumer})),
            samples: [], points: [{track: 1, at: 5e5, kind: "wake", other: 3}]});
        await browser.show(assemblePage(resumed), "#timeline");
        const run = trackTop + 22 + 9, main = run + 19 + 22, job = main + 19;
        assert.match(await hover(0.3, job), /^running\n0\.300 ms, from 0\.200 ms\nresumed by main\non carrier\njob$/);
        assert.match(await hover(0.3, run), /^job\n0\.300 ms, from 0\.200 ms\nresumed by main\ncarrier$/);
        assert.match(await hover(0.15, job), /^waiting.*\n0\.100 ms, from 0\.100 ms\nresumed by main\njob$/);
        assert.match(await hover(0.8, job), /^running\n0\.400 ms, from 0\.600 ms\nwoken by main\non carrier\njob$/);
        assert.match(await hover(0.8, run), /^job\n0\.400 ms, from 0\.600 ms\nwoken by main\ncarrier$/);
        assert.match(await hover(0.1, main), /^running\n0\.200 ms, from 0\.000 ms\non carrier\nmain$/);
        assert.match(await hover(0.8, main), /^blocked.*\n0\.800 ms, from 0\.200 ms\nmain$/);
        browser.checkQuiet();
    });

test("a point that affects another track is an arrow, not a sign; the legend explains both", {skip}, async () => {
    const created = smallPage();
    created.tables.points = Array.from({length: 1000}, (_, at) => ({track: 0, at: at * 500, kind: "create", other: 2}));
    created.tables.points.push({track: 0, at: 9e5, kind: "comment", text: "late"});
    await browser.show(assemblePage(created), "#timeline");
    assert.match(await browser.text(".legend"), /● comment\s*↓ creates a thread/);
    const sign = nested + 4;
    const black = "28,32,38";
    assert.equal(await colourAt(0.9, sign), black);
    assert.notEqual(await colourAt(0.3, sign), black);
    browser.checkQuiet();
});

test("on a phone, the legend is visible, and the axis has two times or more, which do not overlap", {skip}, async () => {
    const long = smallPage();
    Object.assign(long.tables, {samples: [], points: []});
    const ends = [];
    for (const [start, length] of [[5e6, 277e6], [5e6, 301e6], [5e6, 99e6], [12e9, 9e3]]) {
        long.tables.bars = [{track: 0, start, length, kind: 1, value: 1}];
        await browser.show(assemblePage(long), "#timeline", {width: 390});
        assert.ok(await browser.page.$eval(".legend", legend => legend.offsetHeight) > 10);
        ends.push(...await browser.page.evaluate(async () => {
            const texts = [];
            const {prototype} = CanvasRenderingContext2D;
            const draw = prototype.fillText;
            prototype.fillText = function(text, x, y) {
                if (y === 12 && this.canvas.isConnected) {
                    texts.push([x, x + this.measureText(text).width]);
                }
                return draw.call(this, text, x, y);
            };
            document.querySelector(".timeline canvas").dispatchEvent(new PointerEvent("pointerleave"));
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())));
            return [texts.filter(([x]) => x >= 96)];
        }));
    }
    for (const texts of ends) {
        assert.ok(texts.length >= 2, JSON.stringify(ends));
        texts.forEach(([left], at) => assert.ok(at === 0 || left >= texts[at - 1][1], JSON.stringify(texts)));
    }
    browser.checkQuiet();
});

test("a click selects a function, a double click opens it", {skip}, async () => {
    await browser.show(assemblePage(smallPage()), "#timeline");
    const box = await canvasBox();
    const place = [box.x + labels + (box.width - labels) / 2, box.y + nested];
    await browser.page.mouse.click(...place);
    await browser.settle();
    assert.match(await browser.hash(), /function=1/);
    await browser.page.mouse.click(...place, {clickCount: 2});
    await browser.settle();
    assert.match(await browser.hash(), /^#functions\?function=1/);
    browser.checkQuiet();
});

async function span() {
    await new Promise(done => setTimeout(done, 400));
    const [, from, to] = /span=(\d+)-(\d+)/.exec(await browser.hash()) || [];
    return from === undefined ? null : [Number(from), Number(to)];
}

test("wheel, keys, buttons and drag zoom and move; the address follows", {skip}, async () => {
    await browser.show(assemblePage(smallPage()), "#timeline");
    const box = await canvasBox();
    await browser.page.mouse.move(box.x + labels + (box.width - labels) / 2, box.y + 60);
    await browser.page.keyboard.down("Control");
    await browser.page.mouse.wheel({deltaY: -400});
    await browser.page.keyboard.up("Control");
    const [from, to] = await span();
    assert.ok(to - from < 6e5 && Math.abs((from + to) / 2 - 5e5) < 2e4, `${from} to ${to}`);
    await browser.press("ArrowRight");
    const [later] = await span();
    assert.ok(later > from);
    await browser.press("+");
    const [near, far] = await span();
    assert.ok(far - near < to - from);
    await browser.page.mouse.move(box.x + 600, box.y + 60);
    await browser.page.mouse.down();
    await browser.page.mouse.move(box.x + 800, box.y + 60, {steps: 4});
    await browser.page.mouse.up();
    const [dragged] = await span();
    assert.ok(dragged < near);
    await browser.press("Escape");
    assert.equal(await span(), null);
    browser.checkQuiet();
});

test("keys select tracks and bars, which are announced", {skip}, async () => {
    await browser.show(assemblePage(smallPage()), "#timeline");
    const spoken = () => browser.page.$eval("[aria-live=polite].spoken", live => live.textContent);
    await browser.press("ArrowDown");
    assert.equal(await spoken(), "carrier");
    await browser.press("ArrowDown");
    assert.equal(await spoken(), "fiber");
    await browser.press(".", ".");
    assert.match(await spoken(), /^runnable, 0\.250\sms/);
    await browser.press(",");
    assert.match(await spoken(), /^running/);
    await browser.press("ArrowUp", ".", "Enter");
    assert.match(await browser.hash(), /^#functions\?function=0/);
    browser.checkQuiet();
});

test("bars that the search does not match lose their colour", {skip}, async () => {
    await browser.show(assemblePage(smallPage()), "#timeline");
    const before = await colourAt(0.5, nested);
    await browser.show(assemblePage(smallPage()), "#timeline?search=parse");
    assert.notEqual(await colourAt(0.5, nested), before);
    assert.equal(await colourAt(0.85, fiber), "224,176,76");
    browser.checkQuiet();
});

test("damaged and odd events are harmless", {skip}, async () => {
    const odd = smallPage();
    odd.tables.tracks[2] = {kind: 2, name: "odd", low: -1e308, high: 1e308};
    odd.tables.samples = [NaN, Infinity, -Infinity, 1e308, 0].map((value, at) => ({track: 2, at: at * 1e5, value}));
    odd.tables.bars = [{track: 0, start: 0, length: 0, depth: 4e9, kind: 9, value: 4e9, place: 99},
        {track: 0, start: 10, length: 2 ** 52, depth: 3, kind: 1, value: 4e9},
        {track: 77, start: 0, length: 9, value: 1},
        {track: 1, start: 0, length: 5, kind: 2, value: 0}].sort((a, b) => a.track - b.track);
    odd.tables.points = [{track: 0, at: 5, kind: "toString", text: "?", other: 4e9}];
    await browser.show(assemblePage(odd), "#timeline");
    for (let step = 0; step < 12; step++) {
        await hover(step / 12, 30 + 12 * step);
        await browser.press(["ArrowDown", ".", "+", "ArrowRight"][step % 4]);
    }
    const alone = smallPage();
    alone.tables = {...alone.tables, bars: [], samples: [], points: []};
    await browser.show(assemblePage(alone), "#timeline");
    await browser.press("ArrowDown", ".", ",", "+", "-", "Escape");
    browser.checkQuiet();
});

test("a frame draws few of half a million bars on 300 tracks", {skip, timeout: 300000}, async () => {
    const many = smallPage();
    const random = randomNumbers(3);
    many.tables.tracks = Array.from({length: 300}, (_, track) => ({kind: 1, name: `fiber ${track}`}));
    many.tables.bars = [];
    for (let track = 0; track < 300; track++) {
        for (let at = 0, count = 0; count < 1700; count++) {
            const length = 1 + Math.floor(20000 * random() ** 4);
            many.tables.bars.push({track, start: at, length, kind: 0, value: 1 + Math.floor(4 * random())});
            at += length;
        }
    }
    many.tables.samples = [];
    many.tables.points = [];
    await browser.show(assemblePage(many), "#timeline");
    // Count drawing calls, because the time to paint a frame depends on the machine's load (7 ms on an idle machine).
    const [most, frames] = await browser.page.evaluate(async () => {
        const {prototype} = CanvasRenderingContext2D;
        let calls = 0;
        for (const name of ["fillRect", "drawImage", "fillText", "fill", "stroke"]) {
            const draw = prototype[name];
            prototype[name] = function(...given) {
                calls++;
                return draw.apply(this, given);
            };
        }
        const counts = [];
        const canvas = document.querySelector(".timeline canvas");
        for (let step = 0; step < 60; step++) {
            const key = ["+", "ArrowRight", "ArrowLeft", "-"][step % 4];
            calls = 0;
            canvas.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
            document.querySelector(".timeline").scrollTop += 40;
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())));
            counts.push(calls);
        }
        return [Math.max(...counts), counts.filter(count => count > 0).length];
    });
    assert.ok(frames > 50, `${frames} frames`);
    assert.ok(most < 6000, `${most} drawing calls a frame`);
    browser.checkQuiet();
});
