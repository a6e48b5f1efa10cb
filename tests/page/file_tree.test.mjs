import assert from "node:assert/strict";
import {test} from "node:test";
import {fileTree, shownTree} from "../../page/script/source/file_tree.js";

const file = (name, cost, lines, hit) => ({file: 0, name, cost, calls: 0, lines, hit, outcomes: 0, taken: 0});
const seen = (root, order, closed = new Set()) => shownTree(root, order, closed)
    .map(({node, depth}) => "  ".repeat(depth) + node.name);

test("folders have sums, and a chain of single folders is one", () => {
    const root = fileTree([file("/usr/share/a/x.lua", 1, 10, 5), file("/usr/share/a/deep/er/y.lua", 5, 4, 4),
        file("/usr/share/z.lua", 3, 2, 0)]);
    assert.deepEqual(seen(root, "time"), ["a", "  deep/er", "    y.lua", "  x.lua", "z.lua"]);
    assert.deepEqual(seen(root, "missed"), ["a", "  x.lua", "  deep/er", "    y.lua", "z.lua"]);
    assert.deepEqual(seen(root, "name"), ["a", "  deep/er", "    y.lua", "  x.lua", "z.lua"]);
    assert.deepEqual([root.cost, root.lines, root.hit, root.children[0].lines], [9, 16, 9, 14]);
});

test("the content of a closed folder is not shown", () => {
    const root = fileTree([file("a/x", 1, 0, 0), file("a/b/y", 1, 0, 0), file("c", 0, 0, 0)]);
    assert.deepEqual(seen(root, "name", new Set(["/a"])), ["a", "c"]);
    assert.deepEqual(seen(root, "name", new Set(["/a/b"])), ["a", "  b", "  x", "c"]);
});

test("hostile names", () => {
    const names = ["", "/", "//", "__proto__/constructor", "a//b", "..", "a/".repeat(3000) + "x"];
    const root = fileTree(names.map(name => file(name, 1, 1, 1)));
    assert.equal(root.cost, names.length);
    assert.equal(shownTree(root, "name", new Set()).filter(row => row.node.children === null).length, names.length);
});
