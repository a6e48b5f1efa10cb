import assert from "node:assert/strict";
import {test} from "node:test";
import {CallTree} from "../../page/script/data/tree.js";
import {bottomUpRoot, calleesRoot, callersRoot, itemAt, pathOf, topDownRoot, whereItParts}
    from "../../page/script/data/item.js";

// Rows are [depth, function, calls, self, waiting]. The function is stored as 0 for a folded node, 1 for a root, else
// as its index + 2.
function treeOf(rows) {
    let before = -1;
    const step = rows.map(([depth]) => {
        const value = before + 1 - depth;
        before = depth;
        return value;
    });
    const column = at => Float64Array.from(rows, row => row[at] || 0);
    const zeros = new Float64Array(rows.length);
    return new CallTree({
        step, function: column(1), calls: column(2), self: column(3), waiting: column(4), runnable: zeros,
        blocked: zeros, cycles: zeros,
    });
}

// Two threads. On the first one, main (function 0) calls walk (1), and walk calls itself and find (2). On the second
// one, the root calls find.
const twoThreads = () => treeOf([
    [0, 1, 0, 7],
    [1, 2, 1, 10],
    [2, 3, 2, 20, 5],
    [3, 3, 3, 30],
    [4, 4, 4, 40],
    [3, 4, 5, 50],
    [2, 0, 9, 2],
    [0, 1, 0, 3],
    [1, 4, 6, 60],
]);

test("nodes are linked by their steps", () => {
    const tree = twoThreads();
    assert.deepEqual([...tree.parent], [-1, 0, 1, 2, 3, 2, 1, -1, 7]);
    assert.deepEqual([...tree.end], [7, 7, 6, 5, 5, 6, 7, 9, 9]);
    assert.deepEqual([...tree.function], [-1, 0, 1, 1, 2, 2, -2, -1, 2]);
});

test("measures add up from the bottom", () => {
    const tree = twoThreads();
    assert.deepEqual([...tree.measure("time").total], [159, 152, 140, 70, 40, 50, 2, 63, 60]);
    assert.equal(tree.measure("elapsed").total[1], 157);
    assert.equal(tree.measure("calls").total[1], 24);
    assert.equal(tree.measure("waiting").own[2], 5);
});

test("sums by function count recursion once, and only the chosen tops", () => {
    const sums = twoThreads().sumsByFunction(3, [0], ["calls", "self"]);
    assert.deepEqual([...sums.total], [152, 140, 90]);
    assert.deepEqual([...sums.self], [10, 50, 90]);
    assert.deepEqual([...sums.calls], [1, 5, 9]);
    assert.equal(sums.elapsed[1], 145);
    assert.deepEqual([...twoThreads().sumsByFunction(3, [1], ["self"]).total], [0, 0, 60]);
});

test("top-down: trees of threads are merged, children are sorted by size and start where the previous one ends", () => {
    const root = topDownRoot(twoThreads(), [0, 1], "time");
    assert.deepEqual([root.total, root.self], [222, 10]);
    assert.deepEqual(root.children().map(item => [item.function, item.x, item.total, item.self, item.calls]),
        [[0, 0, 152, 10, 1], [2, 152, 60, 60, 6]]);
    const [main] = root.children();
    assert.deepEqual(main.children().map(item => [item.function, item.total]), [[1, 140], [-2, 2]]);
});

test("bottom-up: all self time, by function and its callers", () => {
    const root = bottomUpRoot(twoThreads(), [0, 1], "time");
    assert.deepEqual([root.total, root.self], [222, 10]);
    const [find, walk] = root.children();
    assert.deepEqual([find.function, find.total, find.self, find.calls], [2, 150, 150, 15]);
    assert.deepEqual(find.children().map(item => [item.function, item.total, item.calls]), [[1, 90, 9]]);
    assert.deepEqual([walk.function, walk.total], [1, 50]);
    assert.deepEqual(walk.children().map(item => [item.function, item.total]), [[1, 30], [0, 20]]);
});

test("in the trees of callers and callees of a recursive function, nothing exceeds its total", () => {
    const tree = twoThreads();
    const [callers] = callersRoot(tree, [0, 1], "time", 1).children();
    assert.equal(callers.total, 140);
    assert.deepEqual(callers.children().map(item => [item.function, item.total]), [[0, 140]]);
    const [callees] = calleesRoot(tree, [0, 1], "time", 1).children();
    assert.equal(callees.total, 140);
    assert.deepEqual(callees.children().map(item => [item.function, item.total]), [[1, 70], [2, 50]]);
    assert.equal(callersRoot(tree, [1], "time", 1).total, 0);
});

test("nested matching functions count once", () => {
    const tree = twoThreads();
    assert.equal(tree.totalOfMatching(Uint8Array.of(0, 1, 1), [0, 1], "time"), 200);
    assert.equal(tree.totalOfMatching(Uint8Array.of(0, 0, 1), [0], "time"), 90);
});

test("a path finds an item, or its longest part in another tree", () => {
    const root = topDownRoot(twoThreads(), [0, 1], "time");
    const item = itemAt(root, [0, 1, 2]);
    assert.deepEqual(pathOf(item), [0, 1, 2]);
    assert.equal(item.total, 50);
    assert.deepEqual(pathOf(itemAt(root, [0, 99, 2])), [0]);
});

test("the measure splits where the largest child has less than the share of the whole", () => {
    const root = topDownRoot(twoThreads(), [0], "time");
    assert.deepEqual(pathOf(whereItParts(root, 0.8)), [0, 1]);
    assert.equal(whereItParts(topDownRoot(twoThreads(), [0, 1], "time"), 0.8).parent, null);
    const narrowing = treeOf([[0, 1, 0, 0], [1, 2, 1, 10], [2, 3, 1, 10], [3, 4, 1, 10], [4, 5, 1, 70]]);
    assert.deepEqual(pathOf(whereItParts(topDownRoot(narrowing, [0], "time"), 0.85)), [0, 1]);
});

test("a recursion deeper than the browser's stack is shown", () => {
    const deep = 200000;
    const rows = [[0, 1, 0, 0]];
    for (let depth = 1; depth <= deep; depth++) {
        rows.push([depth, 2, 1, 1]);
    }
    const tree = treeOf(rows);
    assert.equal(tree.sumsByFunction(1, [0], ["self"]).total[0], deep);
    let item = topDownRoot(tree, [0], "time");
    assert.equal(item.total, deep);
    for (let depth = 0; depth < deep; depth++) {
        item = item.children()[0];
    }
    assert.equal(item.self, 1);
});
