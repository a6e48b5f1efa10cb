import assert from "node:assert/strict";
import {test} from "node:test";
import {openPayload, readPayload} from "../../page/script/data/payload.js";
import {encodeBase64, encodePayload} from "./encode.js";

const run = {program: "test"};

function opened(tables) {
    return openPayload(encodePayload({run, tables}));
}

test("numbers are decoded, small ones and those beyond 32 bits", () => {
    const selfs = [0, 1, 127, 128, 16383, 16384, 4294967295, 4294967296, 2 ** 53 - 1, 5];
    const payload = opened({nodes: selfs.map((self) => ({self, calls: 300, waiting: 127}))});
    assert.deepEqual(Array.from(payload.values("nodes", "self")), selfs);
    assert.deepEqual(payload.values("nodes", "calls"), new Uint32Array(selfs.length).fill(300));
    assert.deepEqual([...payload.values("nodes", "waiting")], new Array(selfs.length).fill(127));
    assert.equal(payload.rows("nodes"), selfs.length);
});

test("differences add up, forward and backward", () => {
    const starts = [5, 1000000, 3, 0, 2 ** 41, 7, 6];
    const payload = opened({bars: starts.map((start) => ({start}))});
    assert.deepEqual(Array.from(payload.values("bars", "start")), starts);
});

test("real numbers are decoded", () => {
    const values = [0.5, -1e300, Number.MIN_VALUE, Infinity];
    const payload = opened({samples: values.map((value) => ({value}))});
    assert.deepEqual(Array.from(payload.values("samples", "value")), values);
});

test("texts are decoded, one by one and all at once", () => {
    const texts = ["", "a", "\ufeffü€😀", "x".repeat(70000), "</script>\n"];
    const payload = opened({files: texts.map((text) => ({text}))});
    assert.deepEqual(texts.map((_, row) => payload.text("files", "text", row)), texts);
    assert.deepEqual(payload.values("files", "text"), texts);
});

test("references to rows are decoded, no row as -1", () => {
    const payload = opened({functions: [0, 1, 127, 128, 4294967295].map((file) => ({file}))});
    assert.deepEqual([...payload.values("functions", "file")], [-1, 0, 126, 127, -2]);
});

test("columns without bytes are zeros, empty texts and no rows", () => {
    const payload = opened({tops: [{group: 1}, {}], samples: [{}]});
    assert.deepEqual([...payload.values("tops", "outside")], [0, 0]);
    assert.deepEqual([...payload.values("tops", "thread")], [-1, -1]);
    assert.deepEqual(payload.values("tops", "phase"), ["", ""]);
    assert.equal(payload.text("tops", "phase", 1), "");
    assert.deepEqual([...payload.values("samples", "value")], [0]);
    assert.equal(payload.values("threads", "calls").length, 0);
    assert.deepEqual([payload.has("tops", "group"), payload.has("tops", "outside")], [true, false]);
    assert.equal(payload.other, null);
});

test("a table or a column that the writer does not have is an error", () => {
    const payload = opened({nodes: [{self: 1}]});
    for (const read of [() => payload.values("nodes", "clicks"), () => payload.has("nodes", "clicks"),
        () => payload.text("nodes", "clicks", 0), () => payload.values("nodes", "toString")]) {
        assert.throws(read, /no column (clicks|toString) in nodes/);
    }
    assert.throws(() => payload.rows("knots"), /no table knots/);
    assert.throws(() => payload.values("knots", "self"), /no table knots/);
});

test("the page's text is inflated", async () => {
    const payload = await readPayload(encodeBase64({run, notes: [{level: "good", text: "fine"}],
        tables: {nodes: [{self: 7}]}}));
    assert.equal(payload.values("nodes", "self")[0], 7);
    assert.equal(payload.notes[0].text, "fine");
    assert.equal(payload.run.program, "test");
});

test("damaged data is reported instead of showing wrong numbers", async () => {
    const bytes = encodePayload({run, tables: {nodes: [{self: 300}, {self: 1}]}});
    assert.throws(() => openPayload(bytes.subarray(0, 3)), /too short/);
    assert.throws(() => openPayload(bytes.subarray(0, bytes.length - 1)), /directory|JSON/);
    await assert.rejects(readPayload("AAAA"));
    const column = (size, rows) => ({version: 1, run, tables: {t: {rows, columns: {c: {type: "uint", at: 0, size}}}}});
    for (const [size, rows] of [[3, 3], [3, 1], [4, 2], [2, 2]]) {
        const payload = openPayload(wrap(Buffer.from([0xac, 0x02, 0x01]), column(size, rows)));
        assert.throws(() => payload.values("t", "c"), /damaged/, `${size} bytes, ${rows} rows`);
    }
    assert.throws(() => openPayload(wrap(Buffer.alloc(0), {version: 2})), /version 2/);
});

function wrap(columns, directory) {
    const text = Buffer.from(JSON.stringify(directory));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(text.length);
    return Buffer.concat([columns, text, size]);
}
