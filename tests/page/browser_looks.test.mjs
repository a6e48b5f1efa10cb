// The page's looks: no text is cut if there is enough room, and every text contrasts with its background.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";
import {withContexts} from "./sample_contexts.js";
import {withJob} from "./sample_job.js";

const skip = missingBrowser("chrome");
const views = ["overview", "job", "flame", "flame?form=table", "functions", "source?file=0",
    "source?file=0&contexts=true&context=0", "threads", "timeline", "compare"];
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

// Makes counts of nine digits, as in runs of a minute.
function largePage() {
    const page = withContexts(withJob(samplePage(), {ranks: 40}));
    const scale = rows => rows.map(row => Object.fromEntries(Object.entries(row).map(([column, value]) =>
        [column, /calls$|least$|most$/.test(column) && column !== "by_calls" ? value * 123456 : value])));
    for (const table of ["functions", "nodes", "threads", "other_nodes", "compared", "ranks"]) {
        page.tables[table] = scale(page.tables[table]);
    }
    page.run.calls *= 123456;
    return assemblePage(page);
}

// Returns the texts of elements that overflow.
function cutTexts(selector) {
    return browser.page.$$eval(selector, all => all.filter(one => one.offsetWidth > 0 &&
        one.scrollWidth > one.clientWidth).map(one => one.textContent || one.placeholder));
}

test("figures and their titles are not cut", {skip}, async () => {
    const page = largePage();
    for (const width of [1280, 1680]) {
        await browser.show(page, "", {width});
        for (const view of views) {
            await browser.turn("#" + view);
            assert.deepEqual(await cutTexts(".number, .table-head > span, .tabs"), [], `${view} at ${width}`);
        }
    }
    browser.checkQuiet();
});

test("the search and the name of the program have space for their texts", {skip}, async () => {
    const few = samplePage({compare: false, timeline: false});
    const many = samplePage();
    few.run.program = many.run.program = "a program with a longer name";
    for (const [page, width] of [[few, 1440], [many, 1680]]) {
        await browser.show(assemblePage(page), "", {width});
        assert.deepEqual(await cutTexts(".program"), []);
        const {wide, needed} = await browser.page.$eval("header .search", search => {
            const drawing = document.createElement("canvas").getContext("2d");
            drawing.font = getComputedStyle(search).font;
            return {wide: search.clientWidth, needed: drawing.measureText(search.placeholder).width + 16};
        });
        assert.ok(wide >= needed, `${wide} px of ${needed} at ${width}`);
    }
});

// Returns texts below the contrast that WCAG requires, 4.5 to 1. A disabled button may be paler.
function paleTexts() {
    const channels = colour => colour.match(/[\d.]+/g).map(Number);
    const luminance = colour => {
        const [red, green, blue] = channels(colour).map(one => one / 255)
            .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const groundOf = one => {
        for (let at = one; at; at = at.parentElement) {
            const {backgroundColor} = getComputedStyle(at);
            if (channels(backgroundColor)[3] !== 0) {
                return backgroundColor;
            }
        }
        return "rgb(255, 255, 255)";
    };
    const pale = new Set();
    for (const one of document.querySelectorAll("#page *")) {
        const hasText = Array.from(one.childNodes).some(node => node.nodeType === 3 && node.data.trim() !== "");
        if (!hasText || one.offsetWidth === 0 || one.disabled || one.closest(".spoken")) {
            continue;
        }
        const [text, ground] = [getComputedStyle(one).color, groundOf(one)].map(luminance);
        const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
        if (contrast < 4.5) {
            pale.add(`${one.className || one.localName} in ${one.parentElement.className}: ${contrast.toFixed(2)}`);
        }
    }
    return Array.from(pale);
}

for (const theme of ["light", "dark"]) {
    test(`text has a contrast of at least 4.5 to 1 (${theme})`, {skip}, async () => {
        const page = withContexts(withJob(samplePage()));
        page.tables.files[0].text = page.tables.files[0].text.split("\n")
            .map(line => line + " if x == 17 then -- remark 'text'").join("\n");
        const html = assemblePage(page);
        await browser.show(html, "", {theme});
        for (const view of views) {
            await browser.turn("#" + view);
            assert.deepEqual(await browser.page.evaluate(paleTexts), [], view);
        }
        browser.checkQuiet();
    });
}
