// Filters of call paths, as pprof has them. A filter is a Uint8Array by function with 1 for a match; null is no filter:
//     focus   keep only paths through a matching function: what is called by it, and the calls that lead to it
//     ignore  drop matching functions and all that they call
//     hide    drop only the frames of matching functions; their own time belongs to their callers then

import {CallTree} from "./tree.js";

// Kinds of filters: [name of the value in the page's state, title, explanation].
export const filterKinds = [
    ["focus", "Focus", "keep only call paths through these functions"],
    ["ignore", "Ignore", "drop these functions and all that they call"],
    ["hide", "Hide", "drop only the frames of these functions; their time goes to their callers"],
];

const keptColumns = ["self", "runnable", "blocked", "waiting", "cycles", "allocated", "objects"];

// Return a call tree of the paths that pass the filters. It has the same roots as `tree`.
export function filteredTree(tree, {focus, ignore, hide}) {
    const kept = keptNodes(tree, focus, ignore);
    const columns = Object.fromEntries([...keptColumns, "step", "function", "calls"].map(name => [name, []]));
    const rowOf = new Int32Array(tree.count);
    const depths = new Int32Array(tree.count);
    let before = -1;
    for (let node = 0; node < tree.count; node++) {
        const parent = tree.parent[node];
        if (kept[node] === keptNot) {
            continue;
        }
        if (parent >= 0 && isFilteredBy(hide, tree.function[node])) {
            rowOf[node] = rowOf[parent];
            depths[node] = depths[parent];
        } else {
            depths[node] = parent < 0 ? 0 : depths[parent] + 1;
            rowOf[node] = columns.step.length;
            columns.step.push(before + 1 - depths[node]);
            columns.function.push(tree.function[node] + 2);
            columns.calls.push(kept[node] === keptWhole ? tree.calls[node] : 0);
            keptColumns.forEach(name => columns[name].push(0));
            before = depths[node];
        }
        if (kept[node] === keptWhole) {
            keptColumns.forEach(name => {
                columns[name][rowOf[node]] += tree.columns[name][node];
            });
        }
    }
    return new CallTree(columns);
}

const keptNot = 0;
const keptLeading = 1;              // direct or indirect caller of a focused function; its own time is dropped
const keptWhole = 2;

// Return an array by node: keptNot, keptLeading or keptWhole.
function keptNodes(tree, focus, ignore) {
    const kept = new Uint8Array(tree.count).fill(focus === null ? keptWhole : keptNot);
    for (let node = 0; node < tree.count; node++) {
        const index = tree.function[node];
        if (isFilteredBy(ignore, index)) {
            kept.fill(keptNot, node, tree.end[node]);
            node = tree.end[node] - 1;
        } else if (focus !== null && (kept[tree.parent[node]] === keptWhole || isFilteredBy(focus, index))) {
            kept[node] = keptWhole;
        }
    }
    for (let node = tree.count - 1; node >= 0; node--) {
        const parent = tree.parent[node];
        if (parent < 0) {
            kept[node] ||= keptLeading;
        } else if (kept[node] !== keptNot) {
            kept[parent] ||= keptLeading;
        }
    }
    return kept;
}

function isFilteredBy(filter, index) {
    return filter !== null && index >= 0 && filter[index] === 1;
}
