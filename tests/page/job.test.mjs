// Names, sums and pairs of the ranks of a job.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Model} from "../../page/script/data/model.js";
import {openPayload} from "../../page/script/data/payload.js";
import {formatBytes, formatSize, formatSizes} from "../../page/script/data/number.js";
import {imbalanceOf} from "../../page/script/data/job.js";
import {encodePayload} from "./encode.js";
import {samplePage} from "./sample.js";
import {withJob} from "./sample_job.js";

const plain = text => text.replace(/[\u202f\u00a0]/g, " ");
const modelOf = page => new Model(openPayload(encodePayload(page)));
const jobOf = (settings, change = page => page) => modelOf(change(withJob(samplePage(), settings))).job;

test("a page without a job has no ranks", () => {
    const model = modelOf(samplePage());
    assert.equal(model.job, null);
});

test("balance has the mean and the maximum of the ranks that have data", () => {
    const {balance} = jobOf({});
    assert.deepEqual([balance.sum, balance.mean, balance.most, balance.rank], [220e6, 55e6, 70e6, 3]);
    assert.equal(balance.imbalance.toFixed(4), (15 / 70).toFixed(4));
    const damaged = jobOf({}, page => {
        page.tables.ranks.push({name: "4", ending: "damaged"}, {name: "9", ending: "no file"});
        return page;
    });
    assert.deepEqual(damaged.measured, [0, 1, 2, 3]);
    assert.equal(damaged.balance.mean, 55e6);
    assert.equal(imbalanceOf(0, 0, 4), 0);
});

test("a pair has the messages and the waiting of its two ranks", () => {
    const job = jobOf({});
    const {pairs, waits} = job.rowsOfPair(0, 1);
    assert.deepEqual(pairs.map(row => [job.pairs.from[row], job.pairs.to[row], job.pairs.sent_bytes[row]]),
        [[0, 1, 10000]]);
    assert.deepEqual(waits, []);
    assert.deepEqual(job.rowsOfPair(0, 3).waits.map(row => job.waitPairs.ns[row]), [15e6]);
    assert.deepEqual(job.rowsOfPair(0, 0), {pairs: [], waits: []});
    assert.deepEqual(job.sizesOf(pairs), [[4, 9], [13, 1]]);
});

test("cells are in ascending order and have the larger number of sender and receiver", () => {
    const job = jobOf({}, page => {
        Object.assign(page.tables.pairs[0], {received_bytes: 0, sent: 0});
        return page;
    });
    const bytes = job.cellsOf("bytes");
    assert.equal(bytes.values.length, 8);
    assert.deepEqual([bytes.rows.at(-1), bytes.columns.at(-1), bytes.most], [0, 1, 10000]);
    assert.deepEqual(Array.from(bytes.values), Array.from(bytes.values).sort((a, b) => a - b));
    assert.equal(bytes.valueAt(0, 2), 0);
    assert.equal(job.cellsOf("messages").valueAt(0, 1), 10);
    assert.equal(job.cellsOf("time").valueAt(0, 1), 5e5);
    assert.equal(job.cellsOf("waiting").valueAt(0, 3), 15e6);
});

test("messages, collective operations and reasons add up", () => {
    const job = jobOf({});
    const {pairs} = job;
    const sent = pairs.sent_bytes.reduce((sum, bytes, row) => pairs.kind[row] === 0 ? sum + bytes : sum, 0);
    assert.deepEqual(job.movedBy("message"), {count: 80, bytes: sent});
    assert.deepEqual(job.movedBy("collective"), {count: 40, bytes: 320});
    assert.deepEqual(Array.from(job.bytesOfRanks("collective")), [80, 80, 80, 80]);
    assert.deepEqual(job.reasons, [["collective", 30e6]]);
});

test("ranks, blocks of ranks and unknown processes have names", () => {
    const one = jobOf({});
    assert.deepEqual([one.size, one.nameOf(3), one.titleOf(3), one.titleOfRank(3)], [4, "3", "rank 3", "rank 3"]);
    assert.deepEqual([one.nameOf(4), one.titleOf(4), one.titleOfRank(-1)], ["?", "an unknown process",
        "an unknown process"]);
    const blocks = jobOf({ranks: 10, block: 4}, page => {
        page.tables.pairs.push({kind: 0, from: 0, to: 5, received: 1, received_bytes: 77});
        return page;
    });
    assert.deepEqual([blocks.blocks, blocks.size], [3, 4]);
    assert.deepEqual([0, 1, 2, 3].map(at => blocks.nameOf(at)), ["0–3", "4–7", "8–9", "?"]);
    assert.equal(blocks.titleOf(1), "ranks 4–7");
    assert.equal(blocks.cellsOf("bytes").valueAt(3, 1), 77);
    assert.equal(jobOf({ranks: 9, block: 4}).titleOf(2), "rank 8");
});

test("bytes and ranges of sizes are those of qii messages", () => {
    const bytes = [[0, "0 B"], [1023, "1 023 B"], [1024, "1 KiB"], [1229, "1.2 KiB"], [1280, "1.2 KiB"],
        [10752, "10 KiB"], [65536, "64 KiB"], [5 * 2 ** 30, "5 GiB"]];
    for (const [number, text] of bytes) assert.equal(plain(formatSize(number)), text);
    assert.deepEqual([1, 320, 1280].map(number => plain(formatBytes(number))), ["1 byte", "320 bytes", "1.2 KiB"]);
    const sizes = [[0, 0, "0 B"], [1, 1, "1 B"], [4, 4, "8..15 B"], [10, 10, "512..1023 B"], [11, 11, "1 KiB..2 KiB"],
        [13, 13, "4 KiB..8 KiB"], [0, 4, "0..15 B"], [4, 13, "8 B..8 KiB"]];
    for (const [least, most, text] of sizes) assert.equal(plain(formatSizes(least, most)), text);
});
