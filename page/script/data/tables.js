// A table of the payload as an object of columns: table.count, table.name[row], table.self[row]. A column is decoded
// when it is first read. page/schema.def lists the columns; reading any other name throws an error instead of yielding
// undefined.

export function tableOf(payload, table) {
    const made = Object.create(new Proxy({}, {get: (_, name) => typeof name === "symbol" ? undefined :
        payload.column(table, name)}));
    made.count = payload.rows(table);
    for (const column of Object.keys(payload.table(table).columns)) {
        defineLazily(made, column, () => payload.values(table, column));
    }
    return made;
}

// Return the numbers of all rows.
export function rowsOf(table) {
    return Array.from({length: table.count}, (_, row) => row);
}

export function defineLazily(holder, name, make) {
    Object.defineProperty(holder, name, {
        configurable: true,
        enumerable: true,
        get() {
            const value = make();
            Object.defineProperty(holder, name, {value, enumerable: true});
            return value;
        },
    });
}

// Return a function that maps a value to [first row, row after the last one] in a table sorted by this column. Ignore
// values of `count` or more.
export function rangesOf(column, count) {
    const starts = new Uint32Array(count + 1);
    for (const value of column) {
        if (value < count) {
            starts[value + 1]++;
        }
    }
    for (let value = 0; value < count; value++) {
        starts[value + 1] += starts[value];
    }
    return value => [starts[value], starts[value + 1]];
}

// Return the first index in from..to whose value is at least `limit`, or greater than `limit` if `isAbove` is true. The
// values must ascend.
export function halve(values, from, to, limit, isAbove) {
    let low = from;
    let high = to;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (values[middle] < limit || (isAbove && values[middle] === limit)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Return a map from each key to the list of the items that have it.
export function grouped(items, keyOf) {
    const lists = new Map();
    for (const item of items) {
        const key = keyOf(item);
        if (!lists.has(key)) {
            lists.set(key, []);
        }
        lists.get(key).push(item);
    }
    return lists;
}
