// measure.mjs - times pages in Chromium alternately (see measure).

import {pathToFileURL} from "node:url";
import {statSync} from "node:fs";
import puppeteer from "puppeteer-core";

const [rounds, ...pages] = process.argv.slice(2);

function percentile(numbers, share) {
    const sorted = [...numbers].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

// Record the time at which the first canvas with a size has been painted.
function watchReady() {
    const look = () => {
        const canvas = document.querySelector("canvas");
        if (canvas && canvas.width > 300 && canvas.offsetWidth > 0) {
            requestAnimationFrame(() => requestAnimationFrame(() => {
                window.readyAt = performance.now();
            }));
        } else {
            requestAnimationFrame(look);
        }
    };
    look();
}

// Turn a wheel over the largest canvas, one step per frame, in and out again. Returns the times between frames.
async function zoom() {
    const canvases = [...document.querySelectorAll("canvas")].filter(one => one.offsetWidth > 0);
    const canvas = canvases.sort((a, b) => b.offsetWidth * b.offsetHeight - a.offsetWidth * a.offsetHeight)[0];
    const box = canvas.getBoundingClientRect();
    const frames = [];
    let before = await new Promise(requestAnimationFrame);
    for (let step = 0; step < 120; step++) {
        canvas.dispatchEvent(new WheelEvent("wheel", {bubbles: true, cancelable: true, ctrlKey: true,
            deltaY: step < 60 ? -40 : 40, clientX: box.left + box.width / 3, clientY: box.top + box.height / 3}));
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - before);
        before = now;
    }
    return frames;
}

async function measure(page, hash) {
    const browser = await puppeteer.launch({executablePath: process.env.QII_TEST_CHROMIUM || "/usr/bin/chromium",
        headless: true, args: ["--no-sandbox", "--disable-gpu"]});
    const tab = await browser.newPage();
    await tab.setViewport({width: 1440, height: 900});
    await tab.evaluateOnNewDocument(watchReady);
    await tab.goto(pathToFileURL(page).href + hash, {waitUntil: "load"});
    await tab.waitForFunction(() => window.readyAt);
    const ready = await tab.evaluate(() => window.readyAt);
    const frames = hash ? await tab.evaluate(zoom) : [];
    await browser.close();
    return {ready, frames};
}

const measured = pages.map(() => ({ready: [], frames: []}));
for (let round = 0; round < Number(rounds); round++) {
    for (const [number, page] of pages.entries()) {
        measured[number].ready.push((await measure(page, "")).ready);
        measured[number].frames.push(...(await measure(page, "#flame")).frames);
    }
}
for (const [number, page] of pages.entries()) {
    const {ready, frames} = measured[number];
    console.log(`${page}: ${(statSync(page).size / 1e6).toFixed(2)} MB, ready ${percentile(ready, 0.5).toFixed(0)} ms ` +
        `(${Math.min(...ready).toFixed(0)} to ${Math.max(...ready).toFixed(0)}), a zoom's frame p50 ` +
        `${percentile(frames, 0.5).toFixed(1)} ms, p95 ${percentile(frames, 0.95).toFixed(1)} ms`);
}
