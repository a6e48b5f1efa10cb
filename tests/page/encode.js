// Makes a page's payload from plain tables, as the writer in C does. So a test of the script needs no recorder.

import {readFileSync} from "node:fs";
import {deflateSync} from "node:zlib";

// {table: {column: type}} for all tables and columns of the writer in C.
const schema = {};
const list = readFileSync(new URL("../../page/schema.def", import.meta.url), "utf8");
for (const [, table, type, column, alike, other] of
    list.matchAll(/^TABLE\((\w+)|COLUMN\((\w+), (\w+)\)|^ALIKE\((\w+), (\w+)\)/gm)) {
    if (table || alike) schema[table || alike] = schema[other] || {};
    else Object.values(schema).at(-1)[column] = type;
}

// "table column" for each column.
export const columnNames = Object.entries(schema).flatMap(([table, columns]) =>
    Object.keys(columns).map(column => `${table} ${column}`));

// Returns the bytes of a payload before compression. `page` has run, other, cover, comparison, job, notes, and tables of
// rows: {files: [{name: "a.lua", ...}], ...}. A reference to a row is given as it is stored: the row's index plus 1, or
// 0 for none. page.without lists columns that the payload lacks: {threads: ["name"]}.
export function encodePayload(page) {
    const parts = [];
    const tables = {};
    let at = 0;
    checkNames(page.tables);
    for (const [table, types] of Object.entries(schema)) {
        const rows = page.tables[table] ?? [];
        const columns = {};
        for (const [column, type] of Object.entries(types)) {
            if (page.without?.[table]?.includes(column)) continue;
            const values = rows.map(row => row[column] ?? (type === "text" ? "" : 0));
            const isLeftOut = values.every(value => value === 0 || value === "");
            const bytes = isLeftOut ? Buffer.alloc(0) : encodeColumn(type, values);
            columns[column] = {type, at, size: bytes.length};
            parts.push(bytes);
            at += bytes.length;
        }
        tables[table] = {rows: rows.length, columns};
    }
    const {other = null, cover = null, comparison = null, job = null, notes = []} = page;
    const run = {...suspendedTotals(page.tables), ...page.run};
    const directory = Buffer.from(JSON.stringify({version: 1, run, other, cover, comparison, job, notes, tables}));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(directory.length);
    return Buffer.concat([...parts, directory, size]);
}

// Returns the facts of the run that a page without time outside of functions has.
function suspendedTotals({nodes = []}) {
    const sum = (...columns) => nodes.reduce((all, node) =>
        columns.reduce((part, column) => part + (node[column] ?? 0), all), 0);
    return {runnable_ns: sum("runnable"), blocked_ns: sum("blocked"), waiting_ns: sum("waiting"),
        elapsed_ns: sum("self", "runnable", "blocked", "waiting")};
}

function checkNames(tables) {
    for (const [table, rows] of Object.entries(tables)) {
        for (const column of new Set(rows.flatMap(Object.keys))) {
            if (!schema[table]?.[column]) throw new Error(`page/schema.def has no column ${column} in ${table}`);
        }
    }
}

// Returns the payload in the form in which the page contains it.
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
        if (type === "text") bytes.text(String(value));
        else bytes.varint(type === "delta" ? zigzag(BigInt(value) - BigInt(before)) : BigInt(value));
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
