import assert from "node:assert/strict";
import {test} from "node:test";
import {openPayload, readPayload} from "../../page/script/payload.js";
import {encodeBase64, encodePayload} from "./encode.js";

const run = {program: "test"};

function opened(tables) {
    return openPayload(encodePayload({run, tables}));
}

test("numbers come back, small and beyond 32 bits", () => {
    const selfs = [0, 1, 127, 128, 16383, 16384, 4294967295, 4294967296, 2 ** 53 - 1, 5];
    const payload = opened({nodes: selfs.map((self) => ({self, calls: 3}))});
    assert.deepEqual(Array.from(payload.numbers("nodes", "self")), selfs);
    assert.ok(payload.numbers("nodes", "calls") instanceof Uint32Array);
    assert.equal(payload.rows("nodes"), selfs.length);
});

test("differences add up, forward and backward", () => {
    const starts = [5, 1000000, 3, 0, 2 ** 41, 7, 6];
    const payload = opened({bars: starts.map((start) => ({start}))});
    assert.deepEqual(Array.from(payload.numbers("bars", "start")), starts);
});

test("reals come back", () => {
    const values = [0.5, -1e300, Number.MIN_VALUE, Infinity];
    const payload = opened({samples: values.map((value) => ({value}))});
    assert.deepEqual(Array.from(payload.numbers("samples", "value")), values);
});

test("texts come back, one by one and all", () => {
    const texts = ["", "a", "\ufeffü€😀", "x".repeat(70000), "</script>\n"];
    const payload = opened({files: texts.map((text) => ({text}))});
    assert.deepEqual(texts.map((_, row) => payload.text("files", "text", row)), texts);
    assert.deepEqual(payload.texts("files", "text"), texts);
});

test("what is left out reads as zeros and empty texts", () => {
    const payload = opened({nodes: [{self: 1}, {self: 2}]});
    assert.deepEqual(Array.from(payload.numbers("nodes", "calls")), [0, 0]);
    assert.deepEqual(payload.texts("nodes", "name"), ["", ""]);
    assert.equal(payload.text("nodes", "name", 1), "");
    assert.equal(payload.numbers("threads", "calls").length, 0);
    assert.equal(payload.has("nodes", "calls"), false);
    assert.equal(payload.other, null);
});

test("the page's text is inflated", async () => {
    const payload = await readPayload(encodeBase64({run, notes: [{level: "good", text: "fine"}],
        tables: {nodes: [{self: 7}]}}));
    assert.equal(payload.numbers("nodes", "self")[0], 7);
    assert.equal(payload.notes[0].text, "fine");
    assert.equal(payload.run.program, "test");
});

test("damaged data says so instead of showing wrong numbers", async () => {
    const bytes = encodePayload({run, tables: {nodes: [{self: 300}, {self: 1}]}});
    assert.throws(() => openPayload(bytes.subarray(0, 3)), /too short/);
    assert.throws(() => openPayload(bytes.subarray(0, bytes.length - 1)), /directory|JSON/);
    await assert.rejects(readPayload("AAAA"));
    const column = (size, rows) => ({version: 1, run, tables: {t: {rows, columns: {c: {type: "uint", at: 0, size}}}}});
    for (const [size, rows] of [[3, 3], [3, 1], [4, 2], [2, 2]]) {
        const payload = openPayload(wrap(Buffer.from([0xac, 0x02, 0x01]), column(size, rows)));
        assert.throws(() => payload.numbers("t", "c"), /damaged/, `${size} bytes, ${rows} rows`);
    }
    assert.throws(() => openPayload(wrap(Buffer.alloc(0), {version: 2})), /version 2/);
});

function wrap(columns, directory) {
    const text = Buffer.from(JSON.stringify(directory));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(text.length);
    return Buffer.concat([columns, text, size]);
}
