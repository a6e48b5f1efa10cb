// Names and sources come from untrusted programs, so none may run, become markup, or break a view.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";
import {withContexts} from "./sample_contexts.js";
import {withJob} from "./sample_job.js";

const hostile = [
    "<img src=x onerror=window.hacked=1>",
    "</script><script>window.hacked=1</script>",
    "\"><svg onload=window.hacked=1>",
    "' onmouseover='window.hacked=1",
    "<iframe srcdoc='<script>parent.hacked=1</script>'>",
    "javascript:window.hacked=1",
    "<style>*{display:none}</style>",
    "<!-- -->",
    "]]>",
    "${window.hacked=1}",
    "{{constructor.constructor('window.hacked=1')()}}",
    "__proto__",
    "constructor",
    "=cmd|'/C calc'!A0",
    "&lt;b&gt;&#x202e;",
    "\u202egnp.exe\u2066",
    "x".repeat(65536),
];

// Columns of words that the script compares.
const readByScript = ["points kind", "traffic by", "waits by"];

// Makes a page in which every other text of every table is hostile. Names of functions and files, source texts and notes
// include each of the hostile texts.
function hostilePage() {
    const page = withContexts(withJob(samplePage()));
    let turn = 0;
    const next = () => hostile[turn++ % hostile.length];
    for (const [table, rows] of Object.entries(page.tables)) {
        page.tables[table] = rows.map(row => Object.fromEntries(Object.entries(row).map(([column, value]) =>
            [column, typeof value === "string" && !readByScript.includes(`${table} ${column}`) ? next() : value])));
    }
    page.tables.files = hostile.map((name, at) => ({...page.tables.files[at % 3], name, short_name: name,
        text: hostile.join("\n") + "\n"}));
    page.tables.functions = page.tables.functions.map(row =>
        ({...row, file: row.file && 1 + row.line % hostile.length}));
    page.tables.functions.push(...hostile.map((name, at) => ({name, file: at + 1, line: 1, calls: 1, self: 5,
        total: 5})));
    page.notes = hostile.map(text => ({level: "warning", text}));
    Object.assign(page.run, {program: hostile[1], directory: hostile[0], product: hostile[2], ended: hostile[3],
        clock: hostile[4], started: hostile[5], options: hostile[6]});
    page.other.started = hostile[0];
    page.cover = {...page.run, name: "pid 9"};
    return page;
}

for (const name of ["chrome", "firefox"]) {
    test(`17 hostile names and sources run nothing in ${name}`, {skip: missingBrowser(name), timeout: 300000},
        async t => {
        const browser = await Browser.open(name);
        t.after(() => browser.close());
        const html = assemblePage(hostilePage());
        await browser.show(html);
        const tabs = await browser.page.$$eval("[role=tab]", all => all.map(tab => tab.id));
        assert.equal(tabs.length, 8);
        for (const tab of tabs) {
            await browser.click("#" + tab);
            await browser.press("ArrowDown", "ArrowDown", "Enter");
            await browser.click("#" + tab);
            for (const canvas of await browser.page.$$("main canvas")) {
                const box = await canvas.boundingBox();
                if (box && box.width > 100 && box.y < 800) {
                    await browser.page.mouse.move(box.x + box.width / 2, box.y + 20);
                    await browser.settle();
                }
            }
        }
        for (let file = 0; file < hostile.length; file += 4) {
            await browser.show(html, `#source?file=${file}&contexts=true`);
        }
        await browser.show(html, "#functions?search=" + encodeURIComponent(hostile[0]));
        const made = await browser.page.evaluate(() => ({
            hacked: window.hacked, elements: Array.from(document.querySelectorAll("#page *"), one => one.localName),
            handlers: Array.from(document.querySelectorAll("#page *")).flatMap(one => one.getAttributeNames())
                .filter(attribute => /^on|^src|^href|^style$/.test(attribute) && attribute !== "style"),
        }));
        assert.equal(made.hacked, undefined);
        assert.deepEqual(made.handlers, []);
        assert.deepEqual(made.elements.filter(one =>
            /^(img|svg|iframe|script|style|object|embed|link|base|a)$/.test(one)), []);
        browser.checkQuiet();
    });
}
