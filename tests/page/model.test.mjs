import assert from "node:assert/strict";
import {test} from "node:test";
import {openPayload} from "../../page/script/data/payload.js";
import {Model} from "../../page/script/data/model.js";
import {groupTitle, outsideText} from "../../page/script/data/naming.js";
import {ownPart} from "../../page/script/data/relations.js";
import {encodePayload} from "./encode.js";

const run = {program: "p", has_time: true, callers: true, calls: 9, running_ns: 100, self_ns: 100};
const modelOf = (tables, facts = run) => new Model(openPayload(encodePayload({run: facts, notes: [], tables})));

const tables = () => ({
    files: [{name: "/src/a.lua", short_name: "a.lua", lines: 10, lines_hit: 7, functions: 2, functions_hit: 1},
            {name: "/src/b.lua", short_name: "b.lua", functions: 1, functions_hit: 1}],
    functions: [
        {name: "walk", file: 1, line: 3, calls: 5, self: 60, total: 90},
        {name: "[C] find", calls: 3, self: 30, total: 30},
        {name: "main chunk", file: 2, line: 1, calls: 1, self: 10, total: 100},
        {name: "never", file: 2, line: 9},
    ],
    nodes: [
        {function: 1}, {function: 4, calls: 1, self: 10}, {function: 2, calls: 5, self: 60},
        {function: 1, step: 3}, {function: 3, calls: 3, self: 30, waiting: 4},
    ],
    tops: [{thread: 1}, {group: 1}],
    threads: [{number: 7}],
    groups: [{name: "workers"}],
});

test("optional columns read as -1, omitted ones as zeros", () => {
    const model = modelOf(tables());
    assert.deepEqual([...model.functions.file], [0, -1, 1, 1]);
    assert.deepEqual([...model.functions.cycles], [0, 0, 0, 0]);
    assert.deepEqual(model.vthreads.name, []);
});

test("reading a column that the payload lacks is an error, but not checking whether it has the column", () => {
    const {threads} = modelOf(tables());
    assert.throws(() => threads.runnable, /no column runnable in threads/);
    assert.deepEqual(["runnable" in threads, "running" in threads], [false, true]);
});

test("a function's location is its file and line, empty for a native function", () => {
    const model = modelOf(tables());
    assert.deepEqual([0, 1, 2].map(index => model.placeOf(index)), ["a.lua:3", "", "b.lua:1"]);
});

test("the run offers the measures that it has", () => {
    const ids = model => model.measures.map(measure => measure.id);
    assert.deepEqual(ids(modelOf(tables())), ["time", "elapsed", "calls", "waiting"]);
    assert.deepEqual(ids(modelOf(tables(), {...run, has_time: false})), ["calls"]);
    assert.equal(modelOf(tables()).measure("blocked").id, "time");
});

test("samples are not called calls, and have no average time", () => {
    const model = modelOf(tables(), {...run, sampled: true});
    const measure = model.measure("calls");
    assert.deepEqual([measure.title, measure.word, measure.format(2)], ["Samples", "samples", "2 samples"]);
    assert.deepEqual([model.callWord, model.hasPerCall], ["sample", false]);
    const exact = modelOf(tables());
    assert.deepEqual([exact.measure("calls").title, exact.callWord, exact.hasPerCall], ["Calls", "call", true]);
});

test("callers are unknown for a function with counters of its own", () => {
    const counted = tables();
    counted.functions[2].lacks_callers = 1;
    counted.functions[1].lacks_callers = 1;
    counted.nodes = [{function: 1}, {function: 4, calls: 1}, {function: 1, step: 2}, {function: 3, calls: 2},
        {function: 2, calls: 1, step: 1}, {function: 3, calls: 1}];
    const cprof = {...run, has_time: false, callers: true};
    const model = modelOf(counted, {...cprof, lacks_callers: true});
    const callers = index => model.relationsOf(index, "calls", "").callers.map(relation => relation.function);
    assert.deepEqual([0, 1, 2].map(index => model.knowsCallers(index)), [true, false, false]);
    assert.deepEqual([callers(1), callers(2)], [[-1, 0], []]);
    assert.equal(model.noCaller, "(no caller recorded)");
    assert.equal(modelOf(tables(), cprof).noCaller, "(thread root)");
    // This run has times. In such a run, functions with counters in their own code report no calls.
    assert.equal(modelOf(counted, run).noCaller, "(thread root)");
    assert.deepEqual(modelOf(tables(), {...cprof, callers: false}).relationsOf(1, "calls", "").callers, []);
});

test("scopes are the threads and groups that have a tree", () => {
    const model = modelOf(tables());
    assert.deepEqual(model.scopes.map(scope => [scope.id, scope.title, scope.tops]), [["", "All threads", [0, 1]],
        ["thread 0", "thread 7", [0]], ["group 0", "workers", [1]]]);
    assert.equal(model.scope("thread 9").id, "");
    assert.deepEqual([...model.functionsOf("group 0").self], [0, 30, 0, 0]);
    assert.equal(model.functionsOf(""), model.functions);
});

// The example of profile/tree/neighbours.h: even > odd > even > log below main, with a direct recursion of log.
const recursive = () => ({
    functions: ["main", "even", "odd", "log"].map(name => ({name})),
    nodes: [{function: 1}, {function: 2, calls: 1, self: 1}, {function: 3, calls: 1, self: 10, blocked: 100},
        {function: 4, calls: 2, self: 20}, {function: 3, calls: 3, self: 30, blocked: 7}, {function: 5, calls: 4, self: 5},
        {function: 5, calls: 1, self: 2}],
    tops: [{thread: 1}],
    threads: [{number: 1}],
});

test("callers and callees add up to the function's total, even in recursion", () => {
    const model = modelOf(recursive());
    const relations = (index, measure) => model.relationsOf(index, measure, "");
    assert.deepEqual(relations(1, "time"), {
        callers: [{function: 0, calls: 1, value: 67}, {function: 2, calls: 3, value: 0}],
        callees: [{function: 2, calls: 2, value: 57}, {function: ownPart, calls: 0, value: 10},
            {function: 3, calls: 4, value: 0}]});
    assert.deepEqual(relations(3, "time").callers, [{function: 1, calls: 4, value: 7}, {function: 3, calls: 1, value: 0}]);
    assert.deepEqual(relations(3, "time").callees,
        [{function: ownPart, calls: 0, value: 7}, {function: 3, calls: 1, value: 0}]);
});

test("callers and callees follow the measure and the scope", () => {
    const model = modelOf(recursive());
    const {callers, callees} = model.relationsOf(1, "blocked", "");
    assert.deepEqual(callers, [{function: 0, calls: 1, value: 107}, {function: 2, calls: 3, value: 0}]);
    assert.deepEqual(callees[0], {function: ownPart, calls: 0, value: 100});
    const two = modelOf(tables());
    assert.deepEqual(two.relationsOf(1, "time", "").callers, [{function: -1, calls: 3, value: 30}]);
    assert.deepEqual(two.relationsOf(1, "time", "thread 0").callers, []);
});

test("shares are of all running time, with the part that is in no function", () => {
    const model = modelOf(tables(), {...run, running_ns: 160});
    assert.deepEqual([model.whole("time", ""), model.outside("time", ""), model.inFunctions("time", "")], [160, 60, 100]);
    assert.match(outsideText(model, model.measure("time"), ""), /^60.ns, 37\.5.% of all running time, in no function$/);
    assert.equal(outsideText(modelOf(tables()), model.measure("time"), ""), "");
    assert.deepEqual([...model.ownOf("elapsed", "")], [60, 30, 10, 0]);
});

test("the search finds names and files, in any case of letters", () => {
    const model = modelOf(tables());
    assert.equal(model.match("  "), null);
    assert.deepEqual([...model.match("B.LUA").functions], [0, 0, 1, 1]);
    assert.equal(model.match("walk").count, 1);
});

test("sums by file omit native functions", () => {
    const model = modelOf(tables());
    assert.deepEqual([...model.ownOfFiles("time", "")], [60, 10]);
    assert.deepEqual([...model.ownOfFiles("calls", "")], [5, 1]);
    assert.deepEqual([model.totals.functionsRun, model.totals.functions], [2, 3]);
    assert.equal(model.totals.lines, 10);
});

test("an empty run has a model", () => {
    const model = modelOf({}, {program: "p", has_time: false, calls: 0});
    assert.equal(model.hasCalls, false);
    assert.deepEqual(model.scopes.map(scope => scope.tops), [[]]);
    assert.equal(model.totals.functionsRun, 0);
});

test("a phase in which functions only continued has calls", () => {
    assert.equal(modelOf(tables(), {...run, calls: 0}).hasCalls, true);
    assert.equal(modelOf(tables(), {...run, calls: 0, self_ns: 0}).hasCalls, false);
});

test("the total for shares includes the running time of virtual threads outside of functions", () => {
    const timed = tables();
    timed.tops[1].outside = 7;
    const model = modelOf(timed, {...run, running_ns: 107});
    assert.equal(model.whole("time", ""), 107);
    assert.equal(model.whole("time", "thread 0"), 70);
    assert.equal(model.whole("time", "group 0"), 37);
    assert.equal(model.whole("calls", ""), 9);
});

test("time in which virtual threads were suspended in no function belongs to the total, and makes a measure", () => {
    const suspended = tables();
    suspended.tops[1].runnable = 50;
    const model = modelOf(suspended, {...run, runnable_ns: 90});
    assert.ok(model.measures.some(measure => measure.id === "runnable"));
    assert.deepEqual(["", "group 0", "thread 0"].map(scope => model.whole("runnable", scope)), [90, 50, 0]);
    assert.match(outsideText(model, model.measure("runnable"), ""), /^90.ns, 100.% of all runnable time, in no function$/);
    assert.ok(!modelOf(tables()).measures.some(measure => measure.id === "runnable"));
});

test("groups with one name are distinguished by their creator", () => {
    const named = tables();
    named.groups = [{name: "w", creator: "main"}, {name: "w"}, {name: "timer"}, {}];
    const model = modelOf(named);
    assert.deepEqual([0, 1, 2, 3].map(index => groupTitle(model, index)),
        ["w (by main)", "w (from the start)", "timer", "no name (from the start)"]);
});
