// Takes the picture for the README: a page in a browser. With PAGE and PICTURE, a page and a file.

import {Browser} from "./browser.js";

const {PAGE, PICTURE} = process.env;
const browser = await Browser.open();
const page = await browser.show(PAGE, "", {width: 1200, height: 800});
await page.screenshot({path: PICTURE, type: "webp", quality: 85});
await browser.close();
