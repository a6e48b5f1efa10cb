// Two call trees are joined into one tree, which has each path once, with the numbers of both runs.

import assert from "node:assert/strict";
import {test} from "node:test";
import {differenceOf, pairRoot, strengthOf} from "../../page/script/compare/compare_item.js";
import {topDownRoot} from "../../page/script/data/item.js";
import {Model} from "../../page/script/data/model.js";
import {openPayload} from "../../page/script/data/payload.js";
import {encodePayload} from "./encode.js";
import {samplePage} from "./sample.js";

function rootOf(measure) {
    const model = new Model(openPayload(encodePayload(samplePage())));
    const rootOfTree = tree => topDownRoot(tree, [...tree.roots.keys()], measure);
    return [model, pairRoot(rootOfTree(model.tree), rootOfTree(model.otherTree))];
}

function walk(item, use) {
    use(item);
    item.children().forEach(child => walk(child, use));
}

test("self times of all paths add up to both runs", () => {
    const [model, root] = rootOf("time");
    let [first, second] = [0, 0];
    walk(root, item => {
        if (item.parent !== null) {
            first += item.first ? item.first.self : 0;
            second += item.second ? item.second.self : 0;
        }
    });
    assert.deepEqual([first, second], [model.run.self_ns, model.other.self_ns]);
    assert.equal(differenceOf(root), model.other.self_ns - model.run.self_ns);
});

test("paths of only one run appear once", () => {
    const [model, root] = rootOf("calls");
    const names = [];
    walk(root, item => names.push([model.functions.name[item.function], Boolean(item.first), Boolean(item.second)]));
    assert.deepEqual(names.filter(([, first, second]) => !first || !second),
        [["[C] collectgarbage", true, false], ["[C] os.clock", false, true]]);
    assert.equal(new Set(names.map(([name]) => name)).size, names.length);
});

test("widths are those of the chosen run, or of both", () => {
    const [model, root] = rootOf("calls");
    const [first, second] = ["first", "second"].map(widths => pairRoot(root.first, root.second, widths));
    assert.deepEqual([first.total, second.total, root.total],
        [model.run.calls, model.other.calls, model.run.calls + model.other.calls]);
    assert.equal(differenceOf(first), differenceOf(root));
    const totals = [];
    for (const one of [first, second, root]) {
        walk(one, item => model.functions.name[item.function] === "[C] collectgarbage" && totals.push(item.total));
        walk(one, item => assert.ok(item.children().reduce((sum, child) => sum + child.total, 0) <= item.total));
    }
    assert.deepEqual(totals, [3, 0, 3]);
});

test("colours show what is significant, and how much it is of the whole", () => {
    const scale = {whole: 1000, noise: 0.1, isSignificant: item => item.function === 7};
    const strength = (before, after, index = 0) =>
        strengthOf({totals: [before, after], function: index}, scale);
    assert.deepEqual([strength(500, 500), strength(500, 549), strength(500, 460)], [0, 0, 0]);
    assert.deepEqual([strength(20, 25), strength(25, 20), strength(30, 45), strength(100, 140), strength(500, 700),
        strength(200, 0)], [1, -1, 2, 3, 4, -4]);
    assert.equal(strength(500, 512, 7), 2);
    assert.equal(strengthOf({totals: [5, 6], function: 0}, {...scale, noise: 0, whole: 0}), 4);
});
