// Layout in windows of many sizes: nothing is off screen, and names stay readable.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";

const skip = missingBrowser("chrome");
const widths = [390, 900, 901, 960, 1024, 1100, 1180, 1240, 1241, 1280, 1440];
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

// The sample with the longest header, and with names that differ only at their ends.
function crowdedPage() {
    const page = samplePage();
    page.run.program = "a program with a longer name";
    page.tables.functions.forEach((row, index) => {
        row.name = `stage.run_of_a_stage (detect_uninitialized_${"abcdefghijkl"[index]}.lua)`;
        row.blocked = 5;
    });
    page.tables.nodes.forEach(node => {
        node.blocked = 5;
    });
    page.tables.files.forEach((row, index) => {
        row.name = row.short_name = `app/stages/detect_uninitialized_accesses_${"abc"[index]}.lua`;
    });
    return assemblePage(page);
}

test("no part of the header is off screen", {skip}, async () => {
    const page = crowdedPage();
    await browser.show(page);
    for (const width of widths) {
        await browser.page.setViewport({width, height: 800});
        await browser.settle();
        const outside = await browser.page.$$eval("header .controls > *:not([hidden])", (all, most) =>
            all.filter(one => one.getBoundingClientRect().right > most || one.offsetWidth < 20)
                .map(one => one.title || one.className), width);
        assert.deepEqual(outside, [], `at ${width}`);
        const sideways = await browser.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(sideways <= 0, `${sideways} px at ${width}`);
    }
    browser.checkQuiet();
});

test("on a phone, the lists of the header show the chosen entry, and the search has space", {skip}, async () => {
    await browser.show(crowdedPage(), "#overview", {width: 390});
    const rooms = await browser.page.$$eval("header select", lists => lists.map(list => {
        const drawing = document.createElement("canvas").getContext("2d");
        drawing.font = getComputedStyle(list).font;
        return list.offsetWidth - drawing.measureText(list.selectedOptions[0].text).width;
    }));
    const paddingAndArrow = 30;
    assert.equal(rooms.length, 2);
    assert.ok(Math.min(...rooms) > paddingAndArrow, rooms.join());
    const search = await browser.page.$eval("header .search", one => one.offsetWidth);
    assert.ok(search > 80, String(search));
    browser.checkQuiet();
});

// Returns for each visible cell with a name the end of the name, or "(cut)" if the end is not completely visible.
function visibleEnds(selector) {
    return browser.page.$$eval(selector, cells => cells.filter(cell => cell.offsetWidth > 0).map(cell => {
        const name = cell.querySelector(".cut-name") ?? cell;
        const range = document.createRange();
        range.selectNodeContents(name);
        range.setStart(name.lastChild, 0);
        const end = range.getBoundingClientRect(), box = cell.getBoundingClientRect();
        return end.right <= box.right + 1 ? name.lastChild.textContent : "(cut)";
    }));
}

test("long names are cut in the middle, so that their ends distinguish them", {skip}, async () => {
    const page = crowdedPage();
    for (const width of [960, 1024, 1280, 1440]) {
        await browser.show(page, "#source", {width});
        const files = await visibleEnds(".source-files .table-row > span:first-child");
        assert.equal(new Set(files).size, files.length, `${files} at ${width}`);
        await browser.show(page, "#functions?function=2", {width});
        for (const part of [".panel-relations td:last-child", ".table-row > span:has(.cut-name)"]) {
            const names = (await visibleEnds(part)).filter(name => name.includes(".lua)"));
            assert.ok(names.length > 0 && !names.includes("(cut)"), `${part}: ${names} at ${width}`);
        }
    }
    browser.checkQuiet();
});

test("a long list of notes leaves no card of the overview empty", {skip}, async () => {
    const page = samplePage();
    page.notes = Array.from({length: 8}, () => ({level: "note", text: "A note on the quality of the data. ".repeat(6)}));
    await browser.show(assemblePage(page));
    for (const width of [390, 960, 1024, 1280]) {
        await browser.page.setViewport({width, height: 800});
        await browser.settle();
        const empty = await browser.page.$eval(".card:has(.costliest)", card =>
            card.getBoundingClientRect().bottom - card.lastElementChild.getBoundingClientRect().bottom);
        assert.ok(empty < 40, `${empty} px are empty at ${width}`);
    }
    browser.checkQuiet();
});

// Times below a total with a shorter text, such as 8.55 ms below 609 ms, are not cut.
test("no time in a table of the overview or of the call tree is cut", {skip}, async () => {
    const page = samplePage();
    page.tables.nodes[1].self = 600e6;
    Object.assign(page.tables.functions.find(row => row.name === "main chunk"), {self: 600e6, total: 600e6});
    await browser.show(assemblePage(page), "#flame?form=table", {width: 1024});
    for (const hash of ["#flame?form=table", "#overview"]) {
        await browser.turn(hash);
        const texts = await browser.texts("main :is(.table-row, tr) .number");
        assert.ok(texts.some(text => /^60\d ms$/.test(text)) && texts.some(text => /^\d\.\d\d ms$/.test(text)), texts.join());
        const cut = await browser.page.$$eval("main :is(.table-row, tr) .number", cells => cells
            .filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent));
        assert.deepEqual(cut, [], hash);
    }
    browser.checkQuiet();
});

test("the list of source files can be made wider, by pointer and by keys", {skip}, async () => {
    const wide = () => browser.page.$eval(".source-files", list => list.offsetWidth);
    await browser.show(crowdedPage(), "#source", {width: 1280});
    const before = await wide();
    await browser.page.focus(".splitter");
    await browser.press("ArrowRight", "ArrowRight");
    assert.equal(await wide(), before + 40);
    const bar = await browser.page.$eval(".splitter", one => one.getBoundingClientRect().toJSON());
    await browser.page.mouse.move(bar.x + 2, bar.y + 200);
    await browser.page.mouse.down();
    await browser.page.mouse.move(bar.x + 102, bar.y + 200);
    await browser.page.mouse.up();
    const after = await wide();
    assert.ok(Math.abs(after - before - 140) <= 3, `${before} to ${after}`);
    assert.match(await browser.hash(), new RegExp(`listWidth=${after}`));
    await browser.page.reload();
    await browser.settle();
    assert.equal(await wide(), after);
    browser.checkQuiet();
});

test("a touch shows the full text of a cut name", {skip}, async () => {
    await browser.show(crowdedPage(), "#overview", {width: 390});
    const cell = await browser.page.$(".costliest td.cut");
    await cell.scrollIntoView();
    const name = await cell.evaluate(one => one.title);
    await cell.evaluate(one => one.dispatchEvent(new PointerEvent("pointerup",
        {pointerType: "touch", bubbles: true, clientX: 50, clientY: 300})));
    assert.equal(await browser.text(".tip"), name);
    browser.checkQuiet();
});
