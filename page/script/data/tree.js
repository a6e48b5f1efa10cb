// The call tree of a run. Nodes are in preorder: all nodes below node n are n + 1 to end[n] - 1. Since a run may have
// millions of nodes, there is an array by node for each property: parent (-1: none), end, function, calls and times.
// Row n of the table `tops` describes the tree whose root is node roots[n].

export const rootFunction = -1;      // root of the tree of a thread or group
export const foldedFunction = -2;    // several paths that the recorder or the writer of the page folded into one

export class CallTree {
    // columns: the columns of the table `nodes`
    constructor(columns) {
        this.count = columns.step.length;
        this.parent = new Int32Array(this.count);
        this.end = new Int32Array(this.count);
        this.columns = columns;
        this.calls = columns.calls;
        this.self = columns.self;
        this.function = functionsOf(columns.function);
        this.roots = [];
        this.measures = new Map();
        this.link(columns.step);
    }

    link(step) {
        const {parent, end, count} = this;
        const open = [];
        let depth = -1;
        for (let node = 0; node < count; node++) {
            depth += 1 - step[node];
            while (open.length > depth) {
                end[open.pop()] = node;
            }
            parent[node] = depth > 0 ? open[depth - 1] : -1;
            if (depth === 0) {
                this.roots.push(node);
            }
            open.push(node);
        }
        for (const node of open) {
            end[node] = count;
        }
    }

    // Return {own, total}, two arrays by node: the measure of the node itself, and of the node with all nodes below it.
    measure(id) {
        if (!this.measures.has(id)) {
            const own = this.ownOf(id);
            this.measures.set(id, {own, total: this.totalOf(own)});
        }
        return this.measures.get(id);
    }

    ownOf(id) {
        const {self, runnable, blocked, waiting} = this.columns;
        if (id === "time") {
            return self;
        }
        if (id === "elapsed") {
            return Float64Array.from(self, (time, node) => time + runnable[node] + blocked[node] + waiting[node]);
        }
        return this.columns[id];
    }

    totalOf(own) {
        const {parent} = this;
        const total = Float64Array.from(own);
        for (let node = this.count - 1; node >= 0; node--) {
            if (parent[node] >= 0) {
                total[parent[node]] += total[node];
            }
        }
        return total;
    }

    // Return the nodes of a function below some tops.
    nodesOf(searched, tops) {
        const found = [];
        for (const top of tops) {
            const root = this.roots[top];
            for (let node = root + 1; node < this.end[root]; node++) {
                if (this.function[node] === searched) {
                    found.push(node);
                }
            }
        }
        return found;
    }

    // Return the nodes of a function below some tops, except those below another node of the function. Their totals add
    // up to the function's total, even if it is recursive.
    outermost(searched, tops) {
        let closedAt = 0;
        return this.nodesOf(searched, tops).filter(node => {
            const isOutermost = node >= closedAt;
            closedAt = isOutermost ? this.end[node] : closedAt;
            return isOutermost;
        });
    }

    // Return the sum of a measure over the nodes of matching functions and all nodes below them. Each node counts once.
    totalOfMatching(matching, tops, id) {
        const {total} = this.measure(id);
        let sum = 0;
        for (const top of tops) {
            const root = this.roots[top];
            for (let node = root + 1; node < this.end[root]; node++) {
                if (this.function[node] >= 0 && matching[this.function[node]]) {
                    sum += total[node];
                    node = this.end[node] - 1;
                }
            }
        }
        return sum;
    }

    // Return {total, elapsed, ...}, arrays by function with sums over the trees of some tops. `total` and `elapsed`
    // include callees. `names` lists the columns that are only summed up, such as "blocked".
    sumsByFunction(functionCount, tops, names) {
        const sums = Object.fromEntries(names.map(name => [name, new Float64Array(functionCount)]));
        for (const top of tops) {
            const root = this.roots[top];
            for (let node = root + 1; node < this.end[root]; node++) {
                const index = this.function[node];
                if (index < 0) {
                    continue;
                }
                for (const name of names) {
                    sums[name][index] += this.columns[name][node];
                }
            }
        }
        return {...sums, total: this.totalsByFunction(functionCount, tops, "time"),
            elapsed: this.totalsByFunction(functionCount, tops, "elapsed")};
    }

    // Return an array by function: a measure including callees over the trees of some tops. Recursive calls count once.
    totalsByFunction(functionCount, tops, id) {
        const {total} = this.measure(id);
        const sums = new Float64Array(functionCount);
        const closedAt = new Int32Array(functionCount);
        for (const top of tops) {
            const root = this.roots[top];
            for (let node = root + 1; node < this.end[root]; node++) {
                const index = this.function[node];
                if (index >= 0 && node >= closedAt[index]) {
                    closedAt[index] = this.end[node];
                    sums[index] += total[node];
                }
            }
        }
        return sums;
    }
}

function functionsOf(stored) {
    const functions = new Int32Array(stored.length);
    for (let node = 0; node < stored.length; node++) {
        functions[node] = stored[node] - 2;
    }
    return functions;
}
