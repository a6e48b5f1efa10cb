// Callers and callees of one function within some trees. Each has a value of a measure. The values of all callers add
// up to the function's total, and so do those of all callees. The rules are those of `qii report --callers`
// (profile/tree/neighbours.h):
//     callers   a call below another call of the function (recursion) counts as a call, but adds no value
//     callees   if the function is called again below a callee, the value belongs to the callee
// The field `function` of a caller or callee is an index, or rootFunction for the root of a thread, foldedFunction for
// folded paths, or ownPart for the function's own part of the measure.

export const ownPart = -3;

// Return {callers, callees}: lists of {function, calls, value}, largest value first.
export function relationsOf(tree, tops, measureId, searched) {
    const {own, total} = tree.measure(measureId);
    const callers = new Map(), callees = new Map();
    const ownNodes = new Set();     // outermost nodes of the function, and nodes of direct recursion below them
    for (const top of tops) {
        const root = tree.roots[top];
        for (let node = root + 1, closedAt = root; node < tree.end[root]; node++) {
            if (tree.function[node] !== searched) {
                continue;
            }
            const parent = tree.parent[node];
            const isOutermost = node >= closedAt;
            if (isOutermost) {
                closedAt = tree.end[node];
            }
            if (isOutermost || ownNodes.has(parent)) {
                ownNodes.add(node);
                addRelation(callees, ownPart, 0, own[node]);
            }
            addRelation(callers, tree.function[parent], tree.calls[node], isOutermost ? total[node] : 0);
            addCallees(callees, tree, node, ownNodes.has(node) ? total : null);
        }
    }
    return {callers: listRelations(callers), callees: listRelations(callees)};
}

// Return a list of {function, calls, value}, largest value first: the nearest callers with a file of some nodes of a
// tree. Functions of a runtime, such as those that take a lock, have no file. `values` is an array by node, and `files`
// an array by function (-1: none).
export function callersWithFile(tree, nodes, values, files) {
    const callers = new Map();
    for (const node of nodes) {
        let at = tree.parent[node];
        while (at >= 0 && (tree.function[at] < 0 || files[tree.function[at]] < 0)) {
            at = tree.parent[at];
        }
        if (at >= 0) {
            addRelation(callers, tree.function[at], tree.calls[node], values[node]);
        }
    }
    return listRelations(callers);
}

// Add the functions that a node calls, with their calls. Unless `total` is null, add their totals as well.
function addCallees(callees, tree, node, total) {
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
        const isRecursion = tree.function[child] === tree.function[node];
        addRelation(callees, tree.function[child], tree.calls[child], total === null || isRecursion ? 0 : total[child]);
    }
}

function addRelation(relations, index, calls, value) {
    const relation = relations.get(index);
    if (relation === undefined) {
        relations.set(index, {function: index, calls, value});
    } else {
        relation.calls += calls;
        relation.value += value;
    }
}

function listRelations(relations) {
    return Array.from(relations.values()).filter(({calls, value}) => calls > 0 || value > 0)
        .sort((a, b) => b.value - a.value || b.calls - a.calls);
}
