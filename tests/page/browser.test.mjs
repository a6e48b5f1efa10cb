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

test("starts without a word on the console and without a request", {skip}, async () => {
    await browser.show(assemblePage(samplePage()));
    await browser.picture("start");
    browser.checkQuiet();
});
