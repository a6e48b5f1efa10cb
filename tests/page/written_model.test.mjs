// The script's model of a page that `qii html` wrote: the script reads every number that the tool writes. The
// environment variable QII names the tool, MAKE_SAMPLE, MAKE_SHAPE and so on the programs that make data files.

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {Contexts} from "../../page/script/source/contexts.js";
import {stateSum, statesIn} from "../../page/script/threads/thread_states.js";
import {columnNames} from "./encode.js";
import {modelOf, payloadIn, printedRows, runTool} from "./written.js";

const {QII, MAKE_SAMPLE, MAKE_SHAPE, MAKE_VERSION, MAKE_JOB, MAKE_RANK} = process.env;
const skip = QII && MAKE_SAMPLE && MAKE_SHAPE && MAKE_VERSION && MAKE_JOB && MAKE_RANK ? false :
    "QII, MAKE_SAMPLE and the other programs that make data files are not set";
const folder = mkdtempSync(join(tmpdir(), "qii-model-"));
const file = join(folder, "sample.qii");

before(() => skip || execFileSync(MAKE_SAMPLE, [file]));
after(() => rmSync(folder, {recursive: true}));

function make(maker, name, ...words) {
    const made = join(folder, `${name}.qii`);
    execFileSync(maker, maker === MAKE_SHAPE ? [name, made] : [made, ...words]);
    return made;
}

test("the states of a thread add up to its wall time, and those of a group to its lives", {skip}, async () => {
    const {threads, groups} = await modelOf(file);
    assert.ok(threads.uncounted.some(time => time > 0));
    for (const [table, whole] of [[threads, threads.wall], [groups, groups.life]]) {
        const states = statesIn(table);
        assert.ok(table.count > 0);
        assert.deepEqual(Array.from(whole, (_, row) => stateSum(table, states, row)), [...whole]);
    }
});

test("a run that counted cycles offers them as a measure", {skip}, async () => {
    const model = await modelOf(file);
    const {own, total} = model.tree.measure("cycles"), {format, figure} = model.measure("cycles");
    assert.deepEqual([format(512), figure(512)], ["512 cycles", "512"]);
    assert.deepEqual([Math.max(...own), Math.max(...total), model.whole("cycles", "")], [512, 512, 512]);
    assert.deepEqual(model.functionsOf("thread 0").cycles.filter(cycles => cycles > 0), Float64Array.of(512));
    const {measures} = await modelOf(make(MAKE_SHAPE, "quiet"));
    assert.ok(!measures.some(measure => measure.id === "cycles"));
});

test("a run with allocations offers bytes and objects as measures", {skip}, async () => {
    const model = await modelOf(make(MAKE_SAMPLE, "allocated", "allocated"));
    const bytes = model.measure("allocated"), objects = model.measure("objects");
    assert.deepEqual([bytes.format(1000), bytes.format(2 << 20)].map(text => text.replace("\u00a0", " ")),
        ["1\u202f000 bytes", "2 MiB"]);
    assert.equal(model.whole("allocated", ""), (6 << 20) + 1000);
    assert.equal(model.whole("objects", ""), 120003);
    assert.deepEqual([...model.functions.objects].sort((a, b) => a - b), [0, 3, 40000, 80000]);
    assert.equal(Math.max(...model.tree.measure("objects").total), 120003);
    assert.equal(objects.format(3), "3 objects");
    const {lines} = model;
    assert.deepEqual([...lines.allocated].filter(bytes => bytes > 0).sort((a, b) => a - b), [1 << 20, 2 << 20, 3 << 20]);
    assert.deepEqual([...lines.objects].filter(count => count > 0), [40000, 20000, 60000]);
    assert.ok([...lines.uncounted].every(flag => flag === 1));
    const {measures} = await modelOf(make(MAKE_SHAPE, "quiet"));
    assert.ok(!measures.some(measure => measure.id === "allocated"));
});

test("shares of files and functions are those of qii report", {skip}, async () => {
    const model = await modelOf(file), whole = model.whole("time", "");
    const own = model.ownOfFiles("time", "");
    const files = printedRows("report", "--by=file", file).filter(row => row.file !== "(no file)");
    for (const row of files) {
        const share = own[model.files.name.findIndex(name => row.file.endsWith(name.slice(-8)))] / whole;
        assert.ok(Math.abs(share - Number(row.share)) < 1e-5, `${row.file}: ${share}, ${row.share}`);
    }
    assert.equal(files.length, 2);
    const [costliest] = printedRows("report", file);
    const index = model.functions.name.indexOf(costliest.function);
    assert.ok(Math.abs(model.functions.self[index] / whole - Number(costliest.share)) < 1e-5, costliest.function);
});

test("callers and callees of every function are those of qii report", {skip}, async () => {
    const data = make(MAKE_SHAPE, "deep"); // seven functions that call each other recursively
    for (const one of [file, data]) {
        const model = await modelOf(one);
        for (const kind of ["callers", "callees"]) {
            model.functions.name.forEach((name, index) => {
                if (model.functions.calls[index] === 0 || model.functions.name.filter(other => other === name).length > 1) {
                    return;
                }
                const sums = new Map(); // the page has one row for all roots of threads
                for (const row of printedRows("report", `--${kind}=${name}`, one)) {
                    const key = (row.caller ?? row.callee).replace(/^\(first on .*/, "(root)");
                    const [total, calls] = sums.get(key) ?? [0, 0];
                    sums.set(key, [total + Number(row.total_ns), calls + Number(row.calls)]);
                }
                const relations = model.relationsOf(index, "time", "")[kind].map(({value, calls}) => [value, calls]);
                assert.deepEqual(relations.map(String).sort(), [...sums.values()].map(String).filter(row => row !== "0,0").sort(),
                    `${kind} of ${name}`);
            });
        }
    }
});

test("a sampled run has counted calls and lines beside samples", {skip}, async () => {
    const model = await modelOf(make(MAKE_SAMPLE, "counted", "counted")), {functions, lines} = model;
    const row = name => functions.name.indexOf(name);
    assert.deepEqual(["work", "quick", "never", "library", "main"].map(name => [functions.calls[row(name)],
        model.countedOf(row(name))]), [[6, 5], [0, 7000], [0, 0], [3, -1], [3, -1]]);
    assert.deepEqual([model.run.calls, model.run.counted_calls, model.hasCounted], [12, 7005, true]);
    assert.deepEqual([...lines.line].map((line, at) => [line, lines.uncounted[at] ? -1 : lines.count[at]])
        .sort(([a], [b]) => a - b), [[2, 50], [3, 500], [4, 0], [6, 7000], [7, 1], [9, 0], [20, -1], [21, -1]]);
});

// Makes a run in which the first and the third context ran a line, and only the second one another line.
function contextsFile() {
    const names = ["<first>", "second", "third"], merged = join(folder, "contexts.qii");
    const runs = names.map((name, at) => make(MAKE_VERSION, `context${at}`, `context=${name}`, `lines=${1 + at % 2}`,
        `pid=${at + 1}`));
    runTool("merge", "-o", merged, ...runs);
    return merged;
}

test("the lines of contexts are those of qii cover", {skip}, async () => {
    const made = contextsFile(), model = await modelOf(made), contexts = new Contexts(model);
    assert.deepEqual([...model.contexts.name], ["<first>", "second", "third"]);
    const {lines, only} = contexts.counts();
    const printed = runTool("cover", "--contexts", "--format=tsv", made);
    for (const [at, numbers] of [[1, 0], [1, 1], [1, 0]].entries()) {
        assert.deepEqual([lines[at], only[at]], numbers);
        assert.ok(printed.includes([...numbers, model.contexts.name[at]].join("\t")), printed);
    }
    assert.deepEqual(contexts.lists, [[0, 2], [1]]);
    assert.equal((await modelOf(make(MAKE_SHAPE, "quiet"))).contexts.count, 0);
});

// The tool fails to fill a column if the column is empty in all of these pages.
test("each column of each table is written", {skip}, async () => {
    const version = (name, ...words) => make(MAKE_VERSION, name, "noise=5", ...words);
    const before = [1, 2, 3, 4].map(number => version(`a${number}`, `pid=${number}`, `speed=${number}`));
    const after = [1, 2, 3, 4].map(number => version(`b${number}`, `pid=${10 + number}`, `speed=${number * 2}`,
        "slow=1.5", "calls=200", "helper=300", "shift=30", number === 1 ? "added=rare" : "added=extra"));
    execFileSync(MAKE_JOB, [join(folder, "ring"), "4711"]);
    const pages = [[join(folder, "ring.0000.qii"), "--job"], [make(MAKE_RANK, "solver"), "--job"],
        [file, "--", file], ["--product=vt", file], [contextsFile()], [...before, "--", ...after],
        ...["copies", "rare", "resumed"].map(shape => [make(MAKE_SHAPE, shape)]),
        [make(MAKE_SAMPLE, "before", "counted"), "--", make(MAKE_SAMPLE, "after", "counted")],
        ...["estimated", "timeline", "balanced", "counted"].map(state => [make(MAKE_SAMPLE, state, state)]),
        [make(MAKE_SAMPLE, "allocated", "allocated"), "--", make(MAKE_SAMPLE, "allocated2", "allocated", "2")]];
    let missing = columnNames;
    for (const words of pages) {
        const payload = await payloadIn(runTool("html", ...words));
        missing = missing.filter(name => !payload.has(...name.split(" ")));
    }
    assert.deepEqual(missing, []);
});
