// The page as a whole: its start, its tabs, its keys, its address, its colours, its print, and the page without script.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";

const skip = missingBrowser("chrome");
const page = assemblePage(samplePage());
const views = ["overview", "flame", "functions", "source", "threads", "timeline", "compare"];
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

const selectedTab = () => browser.text("[role=tab][aria-selected=true]");

test("starts on the overview, without a console message and without a request", {skip}, async () => {
    await browser.show(page);
    assert.match(await selectedTab(), /^Overview/);
    assert.equal(await browser.page.title(), "sample · Overview");
    assert.match(await browser.text("main"), /The program ended normally/);
    browser.checkQuiet();
});

test("the policy forbids requests and foreign script", {skip}, async () => {
    await browser.show(page);
    const reached = await browser.page.evaluate(async () => {
        const tries = [fetch("data:text/plain,x"), new Promise((done, fail) => {
            const image = new Image();
            image.onload = done;
            image.onerror = fail;
            image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
        })];
        const script = document.createElement("script");
        script.textContent = "window.foreign = true";
        document.body.append(script);
        const results = await Promise.allSettled(tries);
        return [window.foreign === true, ...results.map(result => result.status === "fulfilled")];
    });
    const refused = browser.messages.splice(0);
    browser.requests.length = 0;
    assert.deepEqual(reached, [false, false, false]);
    assert.ok(refused.every(message => /[Pp]olicy/.test(message)) && refused.length >= 3, refused.join());
});

test("an address shows the same view after a reload", {skip}, async () => {
    for (const hash of ["#source?file=1&line=3", "#functions?function=2&search=a", "#timeline?span=5000000-9000000",
        "#threads?threadSearch=worker%201&scope=group%200", "#compare?measure=calls"]) {
        await browser.show(page, hash);
        const seen = await browser.text("main");
        await browser.page.reload();
        await browser.page.waitForSelector("#page");
        await browser.settle();
        assert.equal(await browser.hash(), hash);
        assert.equal(await browser.text("main"), seen);
    }
    browser.checkQuiet();
});

test("an address with unknown names is harmless", {skip}, async () => {
    for (const hash of ["#nothing", "#source?file=99&line=1e9", "#source?line=-4", "#functions?function=-7",
        "#%E0%A4%A", "#timeline?span=9-1", "#timeline?span=x-y", "#timeline?track=0.5&pinned=0.5",
        "#flame?zoom=77.__proto__&range=2-1", "#flame?mode=around&around=0.5", "#threads?scope=constructor",
        "#compare?compareCalls=-nothing", "#source?fileOrder=constructor", "#overview?__proto__=1"]) {
        await browser.show(page, hash);
        assert.ok((await browser.text("main")).length > 0, hash);
    }
    browser.checkQuiet();
});

test("the search finds functions and files everywhere", {skip}, async () => {
    await browser.show(page, "#functions");
    await browser.press("/");
    await browser.page.keyboard.type("write");
    await browser.settle();
    assert.deepEqual((await browser.texts(".table-row")).map(row => /(\[C\] io\.)?write/.exec(row)?.[0]).sort(),
        ["[C] io.write", "write"]);
    await browser.press("Enter", "4");
    assert.deepEqual(await browser.texts(".file-name"), ["write.lua"]);
    await browser.press("/", "Escape");
    assert.equal((await browser.texts(".file-name")).length, 3);
    browser.checkQuiet();
});

test("Enter in the search on the overview lists what it found, heaviest first", {skip}, async () => {
    await browser.show(page, "#overview");
    await browser.press("/");
    await browser.page.keyboard.type("write");
    await browser.press("Enter");
    assert.match(await browser.hash(), /^#functions\?/);
    assert.equal((await browser.texts(".table-row")).length, 2);
    assert.match(await browser.text(".table-row[aria-selected=true]"), /io\.write/);
    assert.match(await browser.text(".panel-name"), /io\.write/);
    const hint = await browser.page.$eval(".panel-relations td[title]", cell => cell.title);
    assert.equal(hint, "write  server/write.lua:1  114 calls");
    await browser.show(page, "#overview?search=nothing");
    await browser.press("/", "Enter");
    assert.match(await browser.hash(), /^#overview/);
    browser.checkQuiet();
});

test("every tab is reached and used by keyboard alone", {skip}, async () => {
    await browser.show(page);
    const reached = new Set();
    for (let step = 0; step < 30; step++) {
        await browser.page.keyboard.press("Tab");
        reached.add(await browser.page.evaluate(() => document.activeElement.getAttribute("role") ||
            document.activeElement.getAttribute("aria-label") || document.activeElement.tagName));
    }
    assert.ok(reached.has("tab"), Array.from(reached).join());
    await browser.press("?");
    assert.equal(await browser.page.$eval("dialog", dialog => dialog.open), true);
    assert.match(await browser.text("dialog"), /missed/);
    await browser.press("Escape");
    for (const view of views) {
        await browser.press(String(views.indexOf(view) + 1), "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft",
            "Enter");
    }
    browser.checkQuiet();
});

test("every element with a role has a name", {skip}, async () => {
    await browser.show(page);
    for (const view of views) {
        await browser.turn("#" + view);
        const nameless = await browser.page.$$eval(
            "button, select, input, canvas:not([aria-hidden]), [role=grid], [role=region]",
            found => found.filter(one => !one.closest("[hidden]") &&
                !(one.getAttribute("aria-label") || one.textContent ||
                one.title)).map(one => one.outerHTML.slice(0, 100)));
        assert.deepEqual(nameless, [], view);
    }
});

test("dark and light, by the system and by key", {skip}, async () => {
    const background = () => browser.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await browser.show(page, "", {theme: "dark"});
    for (const view of views) {
        await browser.turn("#" + view);
        const dark = await background();
        await browser.picture(`${view}-dark`);
        await browser.press("d");
        assert.notEqual(await background(), dark);
        await browser.picture(`${view}-light`);
        await browser.press("d");
        assert.equal(await background(), dark);
    }
    await browser.page.evaluate(() => localStorage.clear());
    browser.checkQuiet();
});

test("nothing overflows sideways from 360 px to 4k", {skip}, async () => {
    for (const [width, height] of [[360, 640], [800, 600], [3840, 2160]]) {
        await browser.show(page, "", {width, height});
        for (const view of views) {
            await browser.turn("#" + view);
            const wide = await browser.page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width, `${view} is ${wide} px wide on ${width}`);
            await browser.picture(`${view}-${width}`);
        }
    }
    browser.checkQuiet();
});

test("the print has what the view shows, without controls", {skip}, async () => {
    await browser.show(page);
    for (const view of views) {
        await browser.turn("#" + view);
        await browser.page.emulateMediaType("print");
        const seen = await browser.page.evaluate(() => [document.querySelector("main").innerText.length > 20,
            getComputedStyle(document.querySelector(".search")).display === "none" ||
            getComputedStyle(document.querySelector(".controls")).display === "none"]);
        assert.deepEqual(seen, [true, true], view);
        assert.ok((await browser.page.pdf({format: "A4", timeout: 60000})).length > 1000);
        await browser.page.emulateMediaType("screen");
    }
    browser.checkQuiet();
});

test("printed rows are complete from the first one, wherever the screen has scrolled to", {skip}, async () => {
    const long = samplePage();
    const {functions, files} = long.tables;
    functions.push(...Array.from({length: 2000}, (_, at) => ({name: `f${at}`, file: 1, line: 1, calls: 1})));
    files[2].text = "local x\n".repeat(3000);
    await browser.show(assemblePage(long), "#functions");
    for (const [hash, box, row, count] of [["#functions", ".table", ".table-row", 500],
        ["#source?file=2", ".source-text", ".source-body .source-line", 1000]]) {
        await browser.turn(hash);
        await browser.page.$eval(box, one => {
            one.scrollTop = one.scrollHeight;
        });
        await browser.settle();
        await browser.page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
        await browser.page.emulateMediaType("print");
        const tops = await browser.page.$$eval(row, rows => rows.map(one => one.getBoundingClientRect().top));
        assert.equal(tops.length, count);
        assert.ok(tops.every((top, at) => at === 0 || top - tops[at - 1] >= 18), hash);
        await browser.page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
        await browser.page.emulateMediaType("screen");
    }
    browser.checkQuiet();
});

test("a dark page is printed in light colours", {skip}, async () => {
    const canvases = [["overview", ".flame canvas"], ["flame", ".flame canvas"], ["timeline", ".timeline canvas"],
        ["compare", ".flame canvas"], ["source", ".source-ruler"]];
    const colours = async canvas => (await browser.pixels(canvas, 5, 5, 300, 300)).join();
    const printed = new Map();
    await browser.show(page, "", {theme: "dark"});
    for (const [view, canvas] of canvases) {
        await browser.turn("#" + view);
        const dark = await colours(canvas);
        await browser.page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
        printed.set(view, await colours(canvas));
        await browser.page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
        assert.equal(await colours(canvas), dark, view);
    }
    await browser.show(page);
    for (const [view, canvas] of canvases) {
        await browser.turn("#" + view);
        assert.equal(printed.get(view), await colours(canvas), view);
    }
    browser.checkQuiet();
});

test("the static part is shown without JavaScript", {skip}, async () => {
    await browser.show(page, "", {script: false});
    assert.match(await browser.page.$eval("#static", part => part.innerText), /Readable/);
    await browser.page.setJavaScriptEnabled(true);
    browser.checkQuiet();
});

test("runs without time, lines, threads, events or a single call", {skip}, async () => {
    const bare = samplePage({time: false, lines: false, timeline: false, compare: false});
    await browser.show(assemblePage(bare));
    assert.ok(!(await browser.texts("[role=tab]")).some(tab => /Timeline|Compare|coverage/.test(tab)));
    for (const tab of await browser.page.$$("[role=tab]")) {
        await tab.click();
        await browser.settle();
        assert.doesNotMatch(await browser.text("main"), /NaN|undefined|Infinity|(^|\s)0 %/);
    }
    const empty = {run: {...bare.run, calls: 0, self_ns: 0, elapsed_ns: 0, paths: 0}, notes: [], tables: {}};
    await browser.show(assemblePage(empty));
    assert.match(await selectedTab(), /^Overview/);
    assert.doesNotMatch(await browser.text("main"), /NaN|undefined|Infinity/);
    browser.checkQuiet();
});
