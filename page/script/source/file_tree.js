// The source files as a tree of folders, with totals.

// Values of a file that are summed up for its folders.
const summed = ["cost", "calls", "lines", "hit", "outcomes", "taken"];

// Maximum depth of folders. A name of 64 KB may have 32,000 folders. Folders below the maximum depth stay part of the
// file's name.
const deepestFolder = 40;

// Return the root folder of files [{file, name, cost, calls, lines, hit, outcomes, taken}]. A folder is {name, path,
// children, file: -1, parent, and the totals}. A folder that contains only another folder is merged with it, as "a/b".
export function fileTree(files) {
    const root = folder("", "", null);
    for (const one of files) {
        const parts = one.name.split("/").filter(Boolean);
        if (parts.length > deepestFolder) {
            parts.push(parts.splice(deepestFolder).join("/"));
        }
        let parent = root;
        for (const part of parts.slice(0, -1)) {
            let next = parent.folders.get(part);
            if (next === undefined) {
                next = folder(part, parent.path + "/" + part, parent);
                parent.folders.set(part, next);
                parent.children.push(next);
            }
            parent = next;
        }
        const leaf = {...one, name: parts.at(-1) || one.name || "(no name)", path: one.name, parent, children: null};
        parent.children.push(leaf);
        for (let at = parent; at !== null; at = at.parent) {
            summed.forEach(name => {
                at[name] += one[name];
            });
        }
    }
    root.children = root.children.map(joined);
    return onlyFolder(root);
}

function folder(name, path, parent) {
    const made = {name, path, parent, file: -1, children: [], folders: new Map()};
    summed.forEach(name => {
        made[name] = 0;
    });
    return made;
}

function joined(node) {
    if (node.children === null) {
        return node;
    }
    node.children = node.children.map(joined);
    const [only] = node.children;
    if (node.children.length === 1 && only.children !== null) {
        only.name = node.name + "/" + only.name;
        only.parent = node.parent;
        return only;
    }
    return node;
}

// If the root contains only one folder, return that folder as the root, because a prefix of all names is no
// information.
function onlyFolder(root) {
    const [only] = root.children;
    return root.children.length === 1 && only.children !== null ? {...only, parent: null} : root;
}

const orders = {
    name: (a, b) => (a.children === null) - (b.children === null) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    time: (a, b) => b.cost - a.cost || b.calls - a.calls || orders.name(a, b),
    calls: (a, b) => b.calls - a.calls || orders.name(a, b),
    missed: (a, b) => missedLines(b) - missedLines(a) || missedOutcomes(b) - missedOutcomes(a) || orders.name(a, b),
};

export function missedLines(node) {
    return node.lines - node.hit;
}

function missedOutcomes(node) {
    return node.outcomes - node.taken;
}

// Return the visible part of the tree, top down: [{node, depth}]. It lacks the contents of closed folders; `closed` is
// a Set of their paths.
export function shownTree(root, order, closed) {
    const shown = [];
    const open = [];
    const push = (node, depth) => {
        const sorted = [...node.children].sort(orders[order] || orders.name);
        for (const child of sorted.reverse()) {
            open.push({node: child, depth});
        }
    };
    push(root, 0);
    while (open.length > 0) {
        const row = open.pop();
        shown.push(row);
        if (row.node.children !== null && !closed.has(row.node.path)) {
            push(row.node, row.depth + 1);
        }
    }
    return shown;
}
