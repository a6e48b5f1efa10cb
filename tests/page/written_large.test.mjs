// The page of a job of 1,000 ranks. The environment variable QII names the tool, MAKE_JOB the program that makes the files
// of a job.

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import {modelIn, runTool} from "./written.js";

const {QII, MAKE_JOB} = process.env;
const skip = QII && MAKE_JOB ? false : "QII and MAKE_JOB are not set";
const folder = mkdtempSync(join(tmpdir(), "qii-large-"));
after(() => rmSync(folder, {recursive: true}));

test("the page of 1,000 ranks stays below 5 MB, and shows the whole run", {skip}, async () => {
    execFileSync(MAKE_JOB, [join(folder, "app"), "4712", "1000", "250"]);
    const page = runTool("html", folder);
    assert.ok(page.length < 5e6, String(page.length));
    const {bars, messages, pairs, ranks, tracks, notes, job} = await modelIn(page);
    assert.deepEqual([ranks.count, tracks.count, job.block], [1000, 1000, 1]);
    assert.equal(Array.from(pairs.sent).filter((_, row) => pairs.kind[row] === 0).reduce((a, b) => a + b), 249751);
    assert.equal(bars.count + messages.count, 400000);
    assert.equal(messages.count, 100000);
    assert.ok(messages.sent.at(-1) > 2.4e9, "the last message is late in the run");
    assert.ok(notes.some(note => /The timeline omits 600,253 items/.test(note.text)));
});
