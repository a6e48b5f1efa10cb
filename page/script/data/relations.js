// Callers and callees of functions, exact over all threads: the rows of the table `calls`, indexed by callee and by
// caller.

export class Relations {
    constructor(calls, functionCount) {
        this.calls = calls;
        this.byCaller = indexBy(calls.caller, functionCount);
        this.byCallee = indexBy(calls.callee, functionCount);
    }

    // Return [{function, calls, total}], sorted by `order` ("total" or "calls"), largest first. A function is -1 for
    // calls from the root of a thread.
    callersOf(index, order) {
        return this.listed(this.byCallee, index, "caller", order);
    }

    calleesOf(index, order) {
        return this.listed(this.byCaller, index, "callee", order);
    }

    listed({starts, rows}, index, end, order) {
        const {calls} = this;
        const list = [];
        for (let at = starts[index]; at < starts[index + 1]; at++) {
            const row = rows[at];
            list.push({function: calls[end][row], calls: calls.calls[row], total: calls.total[row]});
        }
        return list.sort((a, b) => b[order] - a[order] || b.calls - a.calls);
    }
}

// Group the rows of a table by a value of each row. All groups share one array, since a run may have a million
// functions: rows of a value start at rows[starts[value]].
function indexBy(values, valueCount) {
    const starts = new Uint32Array(valueCount + 1);
    for (const value of values) {
        if (value >= 0) {
            starts[value + 1]++;
        }
    }
    for (let value = 0; value < valueCount; value++) {
        starts[value + 1] += starts[value];
    }
    const next = starts.slice();
    const rows = new Uint32Array(starts[valueCount]);
    values.forEach((value, row) => {
        if (value >= 0) {
            rows[next[value]++] = row;
        }
    });
    return {starts, rows};
}
