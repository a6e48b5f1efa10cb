import assert from "node:assert/strict";
import {test} from "node:test";
import {
    formatCount, formatCounted, formatDifference, formatInstant, formatPart, formatPerCall, formatReal, formatShare,
    formatTime, indexOfLargest, roundStep,
} from "../../page/script/data/number.js";

const plain = (text) => text.replace(/[\u202f\u00a0]/g, " ");

test("times have three digits", () => {
    const cases = [[0, "0 ns"], [49, "49 ns"], [999, "999 ns"], [999.6, "1.00 µs"], [1380, "1.38 µs"],
        [9996, "10.0 µs"],
        [99960, "100 µs"], [999499, "999 µs"], [999600, "1.00 ms"], [315e6, "315 ms"], [999.7e6, "1.00 s"],
        [7.6e9, "7.60 s"], [26.2e9, "26.2 s"], [3600e9, "3 600 s"], [-1380, "−1.38 µs"]];
    for (const [ns, text] of cases) assert.equal(plain(formatTime(ns)), text);
});

test("counts are in groups of three", () => {
    const cases = [[0, "0"], [999, "999"], [1000, "1 000"], [30286484, "30 286 484"], [-1234, "−1 234"], [-0.4, "0"]];
    for (const [count, text] of cases) assert.equal(plain(formatCount(count)), text);
});

test("a share is 0 or 100 % only if exact", () => {
    const cases = [[0, 5, "0 %"], [1, 1e6, "<0.1 %"], [1, 1000, "0.1 %"], [1, 3, "33.3 %"], [999999, 1e6, "99.9 %"],
        [9995, 10000, "99.9 %"], [5, 5, "100 %"], [0, 0, "–"], [3, 2, "150.0 %"]];
    for (const [part, whole, text] of cases) assert.equal(plain(formatShare(part, whole)), text);
});

test("per call, differences, values and instants", () => {
    assert.equal(plain(formatPerCall(1000, 4)), "250 ns");
    assert.equal(plain(formatPerCall(1999, 4)), "499 ns", "rounded down, as in the terminal");
    assert.equal(formatPerCall(1000, 0), "");
    assert.equal(plain(formatDifference(153130, formatCount)), "+153 130");
    assert.equal(plain(formatDifference(-3.2e6, formatTime)), "−3.20 ms");
    assert.equal(formatDifference(0, formatTime), "±0");
    assert.equal(plain(formatReal(20)), "20");
    assert.equal(formatReal(93.59123), "93.591");
    assert.equal(formatReal(1.5e-7), "1.500e-7");
    assert.equal(plain(formatInstant(50e6, 50e6)), "50 ms");
    assert.equal(plain(formatInstant(1.5e6, 500e3)), "1.5 ms");
    assert.equal(plain(formatInstant(2e9, 1e9)), "2 s");
    assert.equal(plain(formatInstant(1234, 1)), "1234 ns");
});

test("the noun of a count of 1 has no s", () => {
    assert.equal(formatCounted(1, "function"), "1 function");
    assert.equal(formatCounted(0, "function"), "0 functions");
    assert.equal(plain(formatCounted(1234, "call")), "1 234 calls");
    assert.equal(formatPart(1, 1, "line"), "1 of 1 line");
    assert.equal(formatPart(1, 2, "line"), "1 of 2 lines");
});

test("the largest of many values is found", () => {
    assert.equal(indexOfLargest([3, 5, 5, 1]), 1);
    assert.equal(indexOfLargest([]), -1);
    const values = Array.from({length: 500000}, (_, index) => index % 1000);
    assert.throws(() => Math.max(...values), RangeError);
    assert.equal(indexOfLargest(values), 999);
});

test("marks of an axis are at round distances, of at least 1", () => {
    assert.deepEqual([0.02, 1, 1.2, 4, 51, 100, 2.4e9].map(roundStep), [1, 1, 2, 5, 100, 100, 5e9]);
});
