// The call tree of a run: nodes in preorder, so that the nodes below a node are those from the next one to its end.
// Arrays by node, since a run may have millions of them: parent (-1: none), end, function, calls and times.

export const rootFunction = -1;      // the top of a thread's or a group's tree
export const foldedFunction = -2;    // several paths, folded into one node by the recorder or the writer

export class CallTree {
    // columns: {step, function, calls, self, runnable, blocked, waiting, cycles}, as the payload has them;
    // tops: the table of the roots
    constructor(columns, tops) {
        this.count = columns.step.length;
        this.parent = new Int32Array(this.count);
        this.end = new Int32Array(this.count);
        this.depth = 0;
        this.columns = columns;
        this.calls = columns.calls;
        this.self = columns.self;
        this.function = functionsOf(columns.function);
        this.tops = tops;
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
            open.push(node);
            if (depth > this.depth) {
                this.depth = depth;
            }
        }
        for (const node of open) {
            end[node] = count;
        }
    }

    // {own, total} by node: what the node itself has of a measure, and with all nodes below it.
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

    // The nodes of a function below these tops that have none of its own nodes above them: their totals add up to the
    // function's total, however deep it calls itself.
    outermost(searched, tops) {
        const found = [];
        for (const top of tops) {
            const root = this.tops.node[top];
            for (let node = root + 1; node < this.end[root]; node++) {
                if (this.function[node] === searched) {
                    found.push(node);
                    node = this.end[node] - 1;
                }
            }
        }
        return found;
    }

    // What stands at or below nodes of matching functions, each node counted once.
    totalOfMatching(matching, tops, id) {
        const {total} = this.measure(id);
        let sum = 0;
        for (const top of tops) {
            const root = this.tops.node[top];
            for (let node = root + 1; node < this.end[root]; node++) {
                if (this.function[node] >= 0 && matching[this.function[node]]) {
                    sum += total[node];
                    node = this.end[node] - 1;
                }
            }
        }
        return sum;
    }

    // Sums by function of these tops only; a function that calls itself counts once in its total.
    // names: of columns to be added up as they are, such as "blocked".
    sumsByFunction(functionCount, tops, names) {
        const total = new Float64Array(functionCount);
        const elapsed = new Float64Array(functionCount);
        const sums = Object.fromEntries(names.map(name => [name, new Float64Array(functionCount)]));
        const times = this.measure("time").total;
        const elapsedTimes = this.measure("elapsed").total;
        const closedAt = new Int32Array(functionCount);
        for (const top of tops) {
            const root = this.tops.node[top];
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
