// The status of a file's lines, from their counts and branches, and the headers of its functions.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Model} from "../../page/script/data/model.js";
import {openPayload} from "../../page/script/data/payload.js";
import {LineIndex} from "../../page/script/source/source_file.js";
import {encodePayload} from "./encode.js";
import {samplePage} from "./sample.js";

function fileOf(change, file = 0, measure = "") {
    const page = samplePage();
    change(page.tables);
    return new LineIndex(new Model(openPayload(encodePayload(page)))).open(file, measure);
}

test("a line is hit, missed, partial, excluded, or unknown", () => {
    const file = fileOf(() => {});
    assert.deepEqual([1, 3, 4, 13, 14].map(line => file.status(line)), ["", "hit", "missed", "partial", "excluded"]);
    assert.deepEqual([1, 4, 6].map(line => file.count(line)), [-1, 0, 119]);
    assert.equal(file.heat(6), 1);
    assert.equal(file.heat(4), 0);
    assert.equal(file.costly()[0], 6);
    assert.deepEqual(file.branchesOf.get(13), {taken: 3, outcomes: 4, excluded: false, counts: [[114, 3, 111, 0]]});
});

test("branches of an uncounted line show whether it ran", () => {
    const file = fileOf(tables => {
        tables.branches = [{file: 0, line: 1, outcomes: 2, taken: 0}, {file: 0, line: 5, outcomes: 2, taken: 1},
            {file: 0, line: 5, outcomes: 3, taken: 3}, {file: 0, line: 7, outcomes: 2, taken: 1, excluded: 1}];
        tables.outcomes = [0, 0, 4, 0, 1, 2, 3, 9, 0].map(count => ({count}));
    });
    assert.deepEqual([1, 5, 7].map(line => file.status(line)), ["missed", "partial", ""]);
    assert.deepEqual(file.branchesOf.get(5).counts, [[4, 0], [1, 2, 3]]);
});

test("heads of functions are above their lines, known lines beyond the text after it", () => {
    const file = fileOf(tables => {
        tables.lines.push({file: 2, line: 4000000000, count: 1}, {file: 2, line: 99, count: 0});
    }, 2);
    const rows = file.rows();
    const lines = rows.filter(row => row > 0);
    assert.deepEqual(lines.slice(-3), [13, 99, 4000000000]);
    assert.equal(rows.filter(row => row < 0).length, 2);
    assert.equal(file.model.functions.name[-1 - rows[rows.indexOf(3) - 1]], "worker");
});

test("bytes or objects are the cost if they are the measure", () => {
    const tables = page => {
        page.lines = [{file: 0, line: 3, time: 7, count: 5, allocated: 4096, objects: 2},
            {file: 0, line: 6, time: 9, uncounted: 1, allocated: 16, objects: 1}];
        page.nodes[1] = {...page.nodes[1], allocated: 4112, objects: 3};
    };
    const open = measure => fileOf(tables, 0, measure);
    assert.deepEqual(["", "calls", "allocated", "objects"].map(measure => open(measure).costly()), [[6, 3], [6, 3],
        [3, 6], [3, 6]]);
    assert.equal(open("allocated").heat(6), 16 / 4096);
    assert.deepEqual(["", "allocated", "objects"].map(measure => open(measure).figure(open(measure).cost(3))),
        ["7 ns", "4 KiB", "2"].map(text => text.replace(" ", "\u00a0")));
    assert.equal(open("allocated").hasCounts, true);
});

test("lines that were not counted have no counts", () => {
    const file = fileOf(tables => {
        tables.lines = [{file: 0, line: 3, uncounted: 1, allocated: 1}];
    });
    assert.equal(file.hasCounts, false);
    assert.equal(file.status(3), "");
});

test("without times, runs are the cost", () => {
    const file = fileOf(tables => {
        tables.lines = tables.lines.map(row => ({...row, time: 0}));
    });
    assert.equal(file.hasCosts, false);
    assert.equal(file.costly()[0], 26);
});
