// Intervals in the page equal those of the tool (tests/unit/interval.c).
import assert from "node:assert/strict";
import {test} from "node:test";
import {intervalOf, intervalOfChange} from "../../page/script/data/interval.js";

const rounded = interval => interval.map(value => Math.round(value * 10000));

test("intervals of shares are Wilson's", () => {
    assert.deepEqual(rounded(intervalOf(50, 100, 100)), [4038, 5962]);
    assert.deepEqual(rounded(intervalOf(50, 100, 100, 3)), [3563, 6437]);
    assert.deepEqual(rounded(intervalOf(0, 10, 100)), [0, 370]);
    assert.deepEqual(rounded(intervalOf(10, 10, 100)), [9630, 10000]);
    assert.deepEqual(intervalOf(0, 0, 0), [0, 1]);
});

test("intervals of changes are Newcombe's", () => {
    assert.deepEqual(rounded(intervalOfChange(0.6, intervalOf(48, 80, 80), 0.8, intervalOf(56, 70, 70))), [524, 3339]);
});
