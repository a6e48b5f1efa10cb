// Two call trees are joined into one tree, which has each path once, with the numbers of both runs.

import assert from "node:assert/strict";
import {test} from "node:test";
import {differenceOf, differenceShare, pairRoot} from "../../page/script/compare/compare_item.js";
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
        [["[C] os.clock", false, true], ["[C] collectgarbage", true, false]]);
    assert.equal(new Set(names.map(([name]) => name)).size, names.length);
});

test("widths are those of the chosen run", () => {
    const [model, root] = rootOf("calls");
    const first = pairRoot(root.first, root.second, "first");
    assert.deepEqual([first.total, root.total], [model.run.calls, model.other.calls]);
    assert.equal(differenceOf(first), differenceOf(root));
    const totals = [];
    for (const one of [first, root]) {
        walk(one, item => model.functions.name[item.function] === "[C] collectgarbage" && totals.push(item.total));
    }
    assert.deepEqual(totals, [3, 0]);
});

test("colours grow with the root of a difference, within limits", () => {
    assert.deepEqual([0, 1, -4, 100, -100, 400].map(difference => differenceShare(difference, 100)),
        [0, 0.1, -0.2, 1, -1, 1]);
    assert.equal(differenceShare(5, 0), 1);
});
