// The call tree of a run: nodes in preorder, so that the nodes below a node are those from the next one to its end.
// Arrays by node, since a run may have millions: parent (-1: none), end, function, calls and times. A row of the table
// of tops is also the index of its node in roots.

export const rootFunction = -1;      // the top of a thread's or a group's tree
export const foldedFunction = -2;    // several paths, folded into one node by the recorder or the writer

export class CallTree {
    // columns: the table of the nodes
    constructor(columns) {
        this.count = columns.step.length;
        this.parent = new Int32Array(this.count);
        this.end = new Int32Array(this.count);
        this.depth = 0;
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
            if (depth > this.depth) {
                this.depth = depth;
            }
        }
        for (const node of open) {
            end[node] = count;
        }
    }

    // Return {own, total} by node: the measure of the node itself, and including all nodes below it.
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

    // Return the nodes of a function below these tops that are not below another of its nodes: their totals add up to
    // the function's total, whatever its recursion.
    outermost(searched, tops) {
        const found = [];
        for (const top of tops) {
            const root = this.roots[top];
            for (let node = root + 1; node < this.end[root]; node++) {
                if (this.function[node] === searched) {
                    found.push(node);
                    node = this.end[node] - 1;
                }
            }
        }
        return found;
    }

    // Return the measure at or below nodes of matching functions, counting each node once.
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

    // Sum up by function, for these tops only; a recursive function counts once in its total. names: columns to be
    // summed up directly, such as "blocked".
    sumsByFunction(functionCount, tops, names) {
        const total = new Float64Array(functionCount);
        const elapsed = new Float64Array(functionCount);
        const sums = Object.fromEntries(names.map(name => [name, new Float64Array(functionCount)]));
        const times = this.measure("time").total;
        const elapsedTimes = this.measure("elapsed").total;
        const closedAt = new Int32Array(functionCount);
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
                if (node >= closedAt[index]) {
                    closedAt[index] = this.end[node];
                    total[index] += times[node];
                    elapsed[index] += elapsedTimes[node];
                }
            }
        }
        return {...sums, total, elapsed};
    }
}

function functionsOf(stored) {
    const functions = new Int32Array(stored.length);
    for (let node = 0; node < stored.length; node++) {
        functions[node] = stored[node] - 2;
    }
    return functions;
}
