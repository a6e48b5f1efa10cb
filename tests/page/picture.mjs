// Takes the picture of a page in a browser for the README. The environment variables PAGE and PICTURE name the page and
// the picture's file.

import {Browser} from "./browser.js";

const {PAGE, PICTURE} = process.env;
const browser = await Browser.open();
const page = await browser.show(PAGE, "", {width: 1200, height: 800});
await page.screenshot({path: PICTURE, type: "webp", quality: 85});
await browser.close();
