// The contexts of lines in a browser: their number beside each line, their list, and the lines of one of them.

import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {assemblePage} from "./assemble.js";
import {Browser, missingBrowser} from "./browser.js";
import {samplePage} from "./sample.js";
import {withContexts} from "./sample_contexts.js";

const skip = missingBrowser("chrome");
const page = assemblePage(withContexts(samplePage()));
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(() => browser?.close());

const names = () => browser.texts(".side tbody td:last-child");
const lineWith = name => browser.page.$$eval(`.source-line.${name} .line-number`, cells =>
    cells.map(cell => Number(cell.textContent)));

test("a click on the number of contexts of a line lists them, and one of them marks its lines", {skip}, async () => {
    await browser.show(page, "#source?file=0");
    assert.equal(await browser.page.$eval(".side", side => side.hidden), true);
    await browser.click("[aria-label='2 contexts of line 6']");
    assert.equal(await browser.text(".side h2"), "2 contexts of line 6");
    assert.deepEqual(await names(), ["spec: parses", "spec: reads"]);
    await browser.picture("contexts_of_line");
    await browser.click(".side tbody tr");
    assert.match(await browser.text(".side"), /spec: parses[^]*4 lines ran in this context, 1 of them in no other/);
    assert.match(await browser.text(".side"), /Lines that only it ran: 3[^]*Lines that ran: 3, 6, 12/);
    assert.deepEqual([await lineWith("only-context"), await lineWith("in-context")], [[3, 14], [6, 12]]);
    assert.ok((await lineWith("other-context")).includes(4));
    await browser.picture("context");
    await browser.click(".side tbody tr:nth-child(2)");
    assert.match(await browser.hash(), /file=1&line=2/);
    assert.deepEqual(await lineWith("in-context"), [2]);
    browser.checkQuiet();
});

test("keys open the contexts, choose one and return", {skip}, async () => {
    await browser.show(page, "#source?file=0");
    await browser.press("t");
    assert.equal(await browser.text(".side h2"), "3 contexts");
    assert.deepEqual(await names(), ["spec: parses", "spec: reads", "spec: writes"]);
    await browser.page.focus(".side tbody tr:nth-child(2)");
    await browser.press("Enter");
    assert.equal(await browser.text(".side h2"), "spec: reads");
    await browser.press("Backspace");
    assert.equal(await browser.text(".side h2"), "3 contexts");
    assert.deepEqual(await lineWith("other-context"), []);
    await browser.press("t");
    assert.equal(await browser.page.$eval(".side", side => side.hidden), true);
    browser.checkQuiet();
});

test("an address may name any context", {skip}, async () => {
    await browser.show(page, "#source?file=0&contexts=true&context=3&line=5");
    assert.equal(await browser.text(".side h2"), "0 contexts of line 5");
    browser.checkQuiet();
});

test("without contexts there is neither a column nor a panel", {skip}, async () => {
    await browser.show(assemblePage(samplePage()), "#source?file=0&contexts=true&context=0");
    await browser.press("t");
    assert.ok(!(await browser.texts(".source-titles span")).includes("contexts"));
    assert.equal(await browser.page.$eval(".side", side => side.hidden), true);
    assert.deepEqual(await lineWith("other-context"), []);
    browser.checkQuiet();
});
