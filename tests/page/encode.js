// Makes a payload of plain tables, as the writer in C does, so that a test of the script needs no recorder.

import {deflateSync} from "node:zlib";

// Which columns are no `uint`. A column that a table may have and that does not stand here is a `uint`.
const typesOf = {
    files: {name: "text", short: "text", text: "text"},
    functions: {name: "text"},
    compared: {name: "text", place: "text", from_caller: "real", of_own: "real", a_normal: "real", b_normal: "real",
        a_spread: "real", b_spread: "real", by_calls: "real", p: "real"},
    tops: {phase: "text"},
    other_tops: {phase: "text"},
    threads: {name: "text"},
    groups: {name: "text", creator: "text"},
    vthreads: {name: "text", id: "text", state: "text"},
    phases: {name: "text", product: "text"},
    marks: {kind: "text", text: "text"},
    tracks: {name: "text", unit: "text", low: "real", high: "real"},
    bars: {start: "delta"},
    samples: {at: "delta", value: "real"},
    points: {at: "delta", kind: "text", text: "text"},
    places: {text: "text"},
};

// `page` has run, other, cover, comparison, notes, and tables of rows: {files: [{name: "a.lua", ...}], ...}.
// Returns the inflated bytes.
export function encodePayload(page) {
    const parts = [];
    const tables = {};
    let at = 0;
    for (const [table, rows] of Object.entries(page.tables)) {
        const columns = {};
        for (const column of new Set(rows.flatMap(Object.keys))) {
            const type = (typesOf[table] || {})[column] || "uint";
            const values = rows.map(row => row[column] ?? (type === "text" ? "" : 0));
            if (values.every(value => value === 0 || value === "")) continue;
            const bytes = encodeColumn(type, values);
            columns[column] = {type, at, size: bytes.length};
            parts.push(bytes);
            at += bytes.length;
        }
        tables[table] = {rows: rows.length, columns};
    }
    const {run, other = null, cover = null, comparison = null, notes = []} = page;
    const directory = Buffer.from(JSON.stringify({version: 1, run, other, cover, comparison, notes, tables}));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(directory.length);
    return Buffer.concat([...parts, directory, size]);
}

// What stands in the page.
export function encodeBase64(page) {
    return deflateSync(encodePayload(page)).toString("base64");
}

function encodeColumn(type, values) {
    if (type === "real") {
        const bytes = Buffer.alloc(8 * values.length);
        values.forEach((value, i) => bytes.writeDoubleLE(value, 8 * i));
        return bytes;
    }
    const bytes = new Bytes();
    let before = 0;
    for (const value of values) {
        if (type === "uint") bytes.varint(BigInt(value));
        else if (type === "delta") bytes.varint(zigzag(BigInt(value) - BigInt(before)));
        else bytes.text(String(value));
        before = value;
    }
    return bytes.end();
}

function zigzag(value) {
    return value < 0n ? -2n * value - 1n : 2n * value;
}

class Bytes {
    constructor() {
        this.buffer = Buffer.alloc(1 << 16);
        this.size = 0;
    }

    room(size) {
        if (this.size + size <= this.buffer.length) return;
        const larger = Buffer.alloc(2 * (this.size + size));
        this.buffer.copy(larger);
        this.buffer = larger;
    }

    varint(value) {
        this.room(10);
        while (value > 127n) {
            this.buffer[this.size++] = Number(value & 127n) | 128;
            value >>= 7n;
        }
        this.buffer[this.size++] = Number(value);
    }

    text(value) {
        const bytes = Buffer.from(value);
        this.varint(BigInt(bytes.length));
        this.room(bytes.length);
        bytes.copy(this.buffer, this.size);
        this.size += bytes.length;
    }

    end() {
        return this.buffer.subarray(0, this.size);
    }
}
