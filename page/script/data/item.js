// Items of a flame graph. An item is a list of nodes of a call tree. The children of an item are the children of its
// nodes, grouped by function. They are made when they are first needed. With items, one kind of flame graph shows a
// tree top-down, bottom-up or around a function, or the merged trees of several threads.
//
// Every item has: function (an index, or rootFunction, foldedFunction), parent, x (where it starts, in the unit of the
// measure), total, self, calls, and children(), which returns the largest first.

import {rootFunction} from "./tree.js";

export class Item {
    constructor(kind, functionIndex, parent) {
        this.kind = kind;
        this.function = functionIndex;
        this.parent = parent;
        this.x = 0;
        this.total = 0;
        this.self = 0;
        this.calls = 0;
        this.made = null;
    }

    children() {
        if (this.made === null) {
            this.made = this.makeChildren();
            layOut(this);
        }
        return this.made;
    }
}

function layOut(item) {
    item.made.sort((a, b) => b.total - a.total);
    let x = item.x;
    for (const child of item.made) {
        child.x = x;
        x += child.total;
    }
}

// An item of a tree from callers to callees.
class TopDownItem extends Item {
    constructor(source, functionIndex, parent, nodes) {
        super("top-down", functionIndex, parent);
        this.source = source;
        this.nodes = nodes;
        const {tree, own, total} = source;
        for (const node of nodes) {
            this.total += total[node];
            this.self += own[node];
            this.calls += tree.calls[node];
        }
    }

    makeChildren() {
        const {tree} = this.source;
        const nodesOf = new Map();
        for (const node of this.nodes) {
            for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
                const list = nodesOf.get(tree.function[child]);
                if (list === undefined) {
                    nodesOf.set(tree.function[child], [child]);
                } else {
                    list.push(child);
                }
            }
        }
        return Array.from(nodesOf, ([index, nodes]) => new TopDownItem(this.source, index, this, nodes));
    }
}

// An item of a tree from callees to callers. The numbers of a caller are those that the tree's function has when it is
// called along this path, not those of the caller itself.
class BottomUpItem extends Item {
    constructor(source, functionIndex, parent) {
        super("bottom-up", functionIndex, parent);
        this.source = source;
        this.nodes = [];
        this.weights = [];
        this.callsOf = [];
    }

    add(node, weight, calls) {
        this.nodes.push(node);
        this.weights.push(weight);
        this.callsOf.push(calls);
        this.total += weight;
        this.calls += calls;
    }

    makeChildren() {
        const {tree} = this.source;
        const items = new Map();
        for (let index = 0; index < this.nodes.length; index++) {
            const caller = tree.parent[this.nodes[index]];
            if (caller >= 0 && tree.function[caller] !== rootFunction) {
                addTo(items, this, caller, this.weights[index], this.callsOf[index]);
            }
        }
        return Array.from(items.values());
    }
}

function addTo(items, parent, node, weight, calls) {
    const index = parent.source.tree.function[node];
    let item = items.get(index);
    if (item === undefined) {
        item = new BottomUpItem(parent.source, index, parent);
        items.set(index, item);
    }
    item.add(node, weight, calls);
}

function sourceOf(tree, measureId) {
    return {tree, ...tree.measure(measureId)};
}

// Return the root of the top-down tree of some tops (rows of the table `tops`). Its children are the outermost
// functions. `outside` is time that belongs to the total, but to no function.
export function topDownRoot(tree, tops, measureId, outside = 0) {
    const source = sourceOf(tree, measureId);
    const root = new TopDownItem(source, rootFunction, null, tops.map(top => tree.roots[top]));
    root.calls = 0;
    root.self += outside;
    root.total += outside;
    return root;
}

// Return the root of the bottom-up tree of some tops. Its children are all functions by their own part of the measure,
// such as self time; the children of these are their callers. `outside` is time that belongs to the total, but to no
// function.
export function bottomUpRoot(tree, tops, measureId, outside = 0) {
    const source = sourceOf(tree, measureId);
    const root = new BottomUpItem(source, rootFunction, null);
    const items = new Map();
    for (const top of tops) {
        const rootNode = tree.roots[top];
        for (let node = rootNode + 1; node < tree.end[rootNode]; node++) {
            if (source.own[node] > 0) {
                addTo(items, root, node, source.own[node], tree.calls[node]);
            }
        }
    }
    for (const item of items.values()) {
        item.self = item.total;
    }
    withChildren(root, Array.from(items.values()));
    root.self = tops.reduce((sum, top) => sum + source.own[tree.roots[top]], outside);
    root.total += root.self;
    return root;
}

// Return the tree of a function with everything that it called.
export function calleesRoot(tree, tops, measureId, functionIndex) {
    const root = new BottomUpItem(sourceOf(tree, measureId), rootFunction, null);
    const item = new TopDownItem(root.source, functionIndex, root, tree.outermost(functionIndex, tops));
    return withChildren(root, [item]);
}

// Return the tree of a function with its callers. The total is the same as in the tree of calleesRoot.
export function callersRoot(tree, tops, measureId, functionIndex) {
    const root = new BottomUpItem(sourceOf(tree, measureId), rootFunction, null);
    const item = new BottomUpItem(root.source, functionIndex, root);
    for (const node of tree.outermost(functionIndex, tops)) {
        item.add(node, root.source.total[node], tree.calls[node]);
    }
    return withChildren(root, [item]);
}

function withChildren(root, children) {
    root.made = children;
    layOut(root);
    root.total = children.reduce((sum, child) => sum + child.total, 0);
    return root;
}

// Return the functions on the path from the root to an item. The page's state refers to an item by this path.
export function pathOf(item) {
    const path = [];
    for (let at = item; at.parent !== null; at = at.parent) {
        path.push(at.function);
    }
    return path.reverse();
}

// Return the item at a path, or the last existing item along it.
export function itemAt(root, path) {
    let item = root;
    for (const index of path) {
        const next = item.children().find(child => child.function === index);
        if (next === undefined) {
            break;
        }
        item = next;
    }
    return item;
}

export function depthOf(item) {
    let depth = 0;
    for (let at = item.parent; at !== null; at = at.parent) {
        depth++;
    }
    return depth;
}

const deepestParting = 60;      // frames; a longer path without a split is a recursion, which is of no interest
const leastBranch = 0.05;       // share of the root; a second child with at least this share is a split

// Return the item at which the measure splits. Descend from the root to the largest child while that child has at least
// this share of the root, and no other child has much of it.
export function whereItParts(root, share) {
    let item = root;
    for (let depth = 0; depth < deepestParting; depth++) {
        const [largest, second] = item.children();
        if (largest === undefined || largest.function < 0 || largest.total < root.total * share ||
            largest.total === 0 || second?.total >= root.total * leastBranch) {
            break;
        }
        item = largest;
    }
    return item;
}
