// Output of `qii html` for two sides of runs, compared with `qii diff --format=json` for the same files. The
// environment variable QII names the tool, MAKE_VERSION a program that makes data files of different versions of a
// program.

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {modelIn, runTool} from "./written.js";

const {QII, MAKE_VERSION} = process.env;
const skip = QII && MAKE_VERSION ? false : "QII and MAKE_VERSION are not set";
const folder = mkdtempSync(join(tmpdir(), "qii-compared-"));
const sides = [[], []];
let page, model, compared, expected;

function makeRun(name, ...words) {
    const file = join(folder, `${name}.qii`);
    execFileSync(MAKE_VERSION, [file, ...words]);
    return file;
}

// The second side runs another version in another folder, with added lines. One function is called more often, one is
// slower and one is new. The fastest run of this side calls a function that the median run does not call.
before(async () => {
    if (skip) return;
    for (const number of [1, 2, 3, 4]) {
        sides[0].push(makeRun(`a${number}`, `pid=${number}`, "noise=5", `speed=${number}`,
            "file=/home/ann/src/app.lua"));
        sides[1].push(makeRun(`b${number}`, `pid=${10 + number}`, "noise=5", `speed=${number * 1.5}`, "slow=1.5",
            "calls=200", "helper=300", "shift=30", "file=/tmp/ci/src/app.lua", ...number === 2 ? ["added=extra"] :
                number === 1 ? ["added=rare"] : []));
    }
    const words = [...sides[0], "--", ...sides[1]];
    page = runTool("html", ...words);
    model = await modelIn(page);
    compared = model.comparison;
    expected = JSON.parse(runTool("diff", "--format=json", "--all", ...words));
});
after(() => rmSync(folder, {recursive: true}));

const rowOf = name => compared.rows.find(row => compared.nameOf(row) === name);
const states = ["same", "varies", "more", "less", "new", "gone"];

test("calls, callers and consequences are those of qii diff", {skip}, () => {
    const {table} = compared;
    assert.equal(expected.calls.length, table.count);
    for (const it of expected.calls) {
        const row = rowOf(it.function);
        const side = letter => ({least: table[letter + "_least"][row], median: table[letter + "_calls"][row],
            most: table[letter + "_most"][row]});
        assert.deepEqual([states[table.state[row]], side("a"), side("b"), compared.callerOf(row) || null,
            table.from_caller[row], table.of_own[row], table.depth[row]],
            [it.state, it.a, it.b, it.called_by, it.change_by_it, it.of_its_own, it.depth], it.function);
    }
    const ordered = [...compared.changed].sort((a, b) => table.order[a] - table.order[b]);
    assert.deepEqual(ordered.map(row => compared.nameOf(row)),
        expected.calls.filter(it => !["same", "varies"].includes(it.state)).map(it => it.function));
    assert.deepEqual(["f7", "helper"].map(name => table.of_own[rowOf(name)]), [0, 100]);
});

test("times after drift, spreads and p are those of qii diff", {skip}, () => {
    const {table, facts} = compared;
    assert.equal(expected.self_time.length, compared.timed.length);
    for (const it of expected.self_time) {
        const row = rowOf(it.function), p = table.p[row];
        assert.deepEqual([table.a_normal[row], table.b_normal[row], table.a_spread[row], table.b_spread[row],
            table.a_self[row], table.b_self[row], table.by_calls[row], p < 0 ? null : p.toFixed(6),
            table.differs[row] > 0], [it.a_ns, it.b_ns, it.a_spread_ns, it.b_spread_ns, it.raw_a_ns, it.raw_b_ns,
            it.by_calls_ns, it.p === null ? null : it.p.toFixed(6), it.differs], it.function);
    }
    assert.deepEqual([facts.drift.toFixed(6), facts.a.runs, facts.b.runs, facts.has_p, facts.a.normal_ns],
        [expected.drift.b_of_a.toFixed(6), 4, 4, true, expected.a.self_ns]);
    assert.ok(compared.differing.map(row => compared.nameOf(row)).includes("f5"));
});

test("a function that moved is a single function on the page, in tables and in both call trees", {skip}, () => {
    const {functions, files} = model;
    assert.deepEqual([files.count, files.name[0]], [1, "/home/ann/src/app.lua"]);
    const index = functions.name.indexOf("f7");
    assert.equal(functions.name.lastIndexOf("f7"), index);
    assert.ok(model.tree.function.includes(index) && model.otherTree.function.includes(index));
    assert.equal(compared.functionOf(rowOf("f7")), index);
    assert.equal(functions.line[index], 70);
});

test("the median runs represent their sides", {skip}, () => {
    assert.deepEqual([model.run.name, model.other.name], ["pid 2", "pid 12"]);
    assert.match(model.notes.map(note => note.text).join("\n"), /This page shows one of 4 runs/);
    const factorOf = side => compared.facts[side].factor;
    // The factor is near 0.8 on side A: the median run has speed 2, the mean speed of the side is 2.5.
    assert.ok(factorOf("a") > 0.7 && factorOf("a") < 0.9, `${factorOf("a")}`);
    assert.ok(factorOf("b") > 1.1 && factorOf("b") < 1.3, `${factorOf("b")}`);
});

test("new functions have no source of the other version, and functions of other runs have their own name", {skip}, () => {
    const extra = model.functions.name.indexOf("extra");
    assert.deepEqual([model.hasSource(extra), model.placeOf(extra)], [false, "src/app.lua:330"]);
    assert.equal(model.functions.name.indexOf("rare"), -1);
    const row = rowOf("rare");
    assert.deepEqual([compared.functionOf(row), compared.placeOf(row)], [-1, "/tmp/ci/src/app.lua:330"]);
});

test("the page without JavaScript has the tables of qii diff", {skip}, () => {
    const rows = title => new RegExp(`<h2>${title}: [^]*?</table>`).exec(page)[0].split("<tr>").slice(2)
        .map(row => row.replace(/<[^>]*>/g, "|").trim());
    assert.match(page, /<p>Compared: A, pid 2, representing 4 runs; B, pid 12, representing 4 runs\.<\/p>/);
    assert.match(rows("Calls")[0], /^\|\+100\|\|100\|200\|f7\|main\|/);
    assert.match(rows("Calls")[1], /^\|\+200\|\+100\|100\|300\|\u2003helper\|f7\|/);
    const slower = rows("Self time").find(row => row.includes("|f5|"));
    assert.match(slower, /^\|\+[\d.]+ ms\|\+\d+\.\d%\|\|\|\+[\d.]+ ms(\|[\d.]+ ms){4}\|0\.029(\|[\d.]+%){2}\|f5\|/);
});
