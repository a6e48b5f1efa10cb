// Pages of `qii html` in a browser: a run in which every text is an attack, and a run without calls. The environment
// variable QII names the tool, MAKE_SHAPE the program that makes such data files.

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {Browser, missingBrowser} from "./browser.js";

const {QII, MAKE_SHAPE} = process.env;
const skip = QII && MAKE_SHAPE ? missingBrowser("chrome") : "QII and MAKE_SHAPE are not set";
const folder = mkdtempSync(join(tmpdir(), "qii-pages-"));
let browser;
before(async () => {
    browser = skip ? null : await Browser.open();
});
after(async () => {
    await browser?.close();
    rmSync(folder, {recursive: true});
});

// compared: if true, make a page that compares the run with itself
function writePage(shape, {compared = false} = {}) {
    const data = join(folder, `${shape}.qii`), page = join(folder, `${shape}.html`);
    execFileSync(MAKE_SHAPE, [shape, data]);
    execFileSync(QII, ["html", "-o", page, data, ...compared ? ["--", data, data] : []]);
    return page;
}

async function openTabs(name) {
    const tabs = await browser.page.$$("[role=tab]");
    assert.ok(tabs.length > 1);
    for (const [number, tab] of tabs.entries()) {
        await tab.click();
        await browser.settle();
        await browser.picture(`${name}-${number}`);
    }
    browser.checkQuiet();
}

for (const theme of ["light", "dark"]) {
    test(`nothing in a hostile run does anything (${theme})`, {skip}, async () => {
        await browser.show(writePage("hostile"), "", {theme});
        await openTabs(`hostile-${theme}`);
        assert.match(await browser.page.title(), /^<\/script><script>document.title='run'<\/script>/);
        assert.equal(await browser.page.$$eval("img, iframe, object, embed, link, form", found => found.length), 0);
    });
}

test("nothing in a hostile run that is compared does anything", {skip}, async () => {
    await browser.show(writePage("hostile", {compared: true}), "#compare?compareAll=all");
    await browser.picture("hostile-compared");
    assert.ok((await browser.texts(`[aria-label="Self time"] .table-row`)).length > 10);
    assert.equal(await browser.page.$$eval("img, iframe, object, embed, link, form", found => found.length), 0);
    await browser.show(writePage("hostile", {compared: true}), "", {script: false});
    assert.match(await browser.text("#static"), /Calls: none of \d+ functions/);
    assert.equal(await browser.page.$$eval("img, iframe, svg[onload]", found => found.length), 0);
    browser.checkQuiet();
});

test("nothing does anything without JavaScript either", {skip}, async () => {
    await browser.show(writePage("hostile"), "", {script: false});
    assert.equal((await browser.texts("#static h1"))[0], "</script><script>document.title='run'</script>");
    assert.equal(await browser.page.$$eval("img, iframe, svg[onload]", found => found.length), 0);
    browser.checkQuiet();
});

test("a run without calls is noted", {skip}, async () => {
    await browser.show(writePage("empty"));
    assert.match(await browser.text("#page"), /no calls/);
    await openTabs("empty");
});
