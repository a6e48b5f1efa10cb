// The contexts of lines: their lists, and the lines of each context.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Model} from "../../page/script/data/model.js";
import {openPayload} from "../../page/script/data/payload.js";
import {Contexts, sequences} from "../../page/script/source/contexts.js";
import {encodePayload} from "./encode.js";
import {samplePage} from "./sample.js";
import {withContexts} from "./sample_contexts.js";

const contextsOf = page => new Contexts(new Model(openPayload(encodePayload(page))));

test("a context has its lines, those that only it ran, and their files, without excluded lines", () => {
    const contexts = contextsOf(withContexts(samplePage()));
    assert.deepEqual(contexts.lists, [[0], [0, 1], [0, 2]]);
    const {lines, only} = contexts.counts();
    assert.deepEqual([[...lines], [...only]], [[4, 2, 1], [1, 0, 0]]);
    assert.deepEqual(contexts.files(0), [{file: 0, lines: [3, 6, 12], only: [3]}, {file: 1, lines: [2], only: []}]);
    assert.deepEqual(contexts.files(2), [{file: 1, lines: [2], only: []}]);
});

test("a run without contexts has no lists", () => {
    const contexts = contextsOf(samplePage());
    assert.deepEqual([contexts.count, contexts.lists, contexts.ofRow(0)], [0, [], []]);
});

test("consecutive lines form a sequence", () => {
    assert.deepEqual(sequences([1, 2, 3, 7, 9, 10]), [{from: 1, to: 3}, {from: 7, to: 7}, {from: 9, to: 10}]);
    assert.deepEqual(sequences([]), []);
});
