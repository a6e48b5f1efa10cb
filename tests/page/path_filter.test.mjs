// Focus, ignore and hide keep or drop call paths, as pprof does; patterns of the search are texts, names or regexes.

import assert from "node:assert/strict";
import {test} from "node:test";
import {bottomUpRoot, topDownRoot} from "../../page/script/data/item.js";
import {Model} from "../../page/script/data/model.js";
import {openPayload} from "../../page/script/data/payload.js";
import {exactPattern, searchPattern} from "../../page/script/data/search_pattern.js";
import {encodePayload} from "./encode.js";

// The call tree: main calls parse and log; parse calls read and itself; the outer read calls lock, the inner parse
// calls read. The file parse.lua has parse and read; the other functions have no file.
function modelOf(more = {}) {
    const run = {program: "p", has_time: true, callers: true, calls: 7, running_ns: 137, self_ns: 127};
    const names = ["main", "parse", "read", "lock", "log"];
    return new Model(openPayload(encodePayload({run, notes: [], tables: {
        files: [{name: "/src/parse.lua", short_name: "parse.lua"}],
        functions: names.map(name => ({name, file: ["parse", "read"].includes(name) ? 1 : 0})),
        nodes: [{function: 1}, {function: 2, calls: 1, self: 1}, {function: 3, calls: 2, self: 2},
            {function: 4, calls: 3, self: 4}, {function: 5, calls: 1, self: 8, blocked: 50},
            {function: 3, calls: 1, self: 16, step: 2}, {function: 4, calls: 1, self: 32},
            {function: 6, calls: 1, self: 64, step: 3}],
        tops: [{thread: 1}], threads: [{number: 1}], ...more,
    }})));
}

// Returns "name own" for each node, indented by its depth.
function shown(model) {
    const {tree} = model;
    const lines = [];
    for (let node = 1; node < tree.count; node++) {
        let depth = 0;
        for (let at = tree.parent[node]; tree.parent[at] >= 0; at = tree.parent[at]) {
            depth++;
        }
        lines.push(`${" ".repeat(depth)}${model.functions.name[tree.function[node]]} ${tree.columns.self[node]}`);
    }
    return lines;
}

const filteredBy = (patterns, model = modelOf()) => model.filtered({focus: "", ignore: "", hide: "", ...patterns});

test("focus keeps what a function calls, and the calls that lead to it without their own time", () => {
    const model = filteredBy({focus: "read"});
    assert.deepEqual(shown(model), ["main 0", " parse 0", "  read 4", "   lock 8", "  parse 0", "   read 32"]);
    assert.deepEqual([model.whole("time", ""), model.whole("blocked", ""), model.whole("calls", "")], [44, 50, 5]);
    assert.deepEqual([...model.functionsOf("").total], [44, 44, 44, 8, 0]);
    assert.deepEqual(shown(filteredBy({focus: "nothing"})), []);
});

test("ignore drops a function with all that it calls, and hide only its frames", () => {
    assert.deepEqual(shown(filteredBy({ignore: "read"})), ["main 1", " parse 2", "  parse 16", " log 64"]);
    const hidden = filteredBy({hide: '"parse"'});
    assert.deepEqual(shown(hidden), ["main 19", " read 4", "  lock 8", " read 32", " log 64"]);
    assert.equal(hidden.whole("time", ""), 127);
    assert.deepEqual(shown(filteredBy({focus: "lock", hide: "/^(main|parse)$/", ignore: "log"})), ["read 0", " lock 8"]);
});

test("the time of a hidden outermost function stays part of the whole graph", () => {
    const hidden = filteredBy({hide: '"main"'});
    for (const rootOf of [topDownRoot, bottomUpRoot]) {
        const root = rootOf(hidden.tree, [0], "time");
        assert.deepEqual([root.total, root.self], [hidden.whole("time", ""), 1]);
    }
});

test("without filters the model is the run's own, with the time in no function", () => {
    const model = modelOf();
    assert.equal(filteredBy({}, model), model);
    assert.deepEqual([model.whole("time", ""), filteredBy({ignore: "log"}, model).whole("time", "")], [137, 63]);
});

test("a thread without calls that pass the filters stays a scope, with nothing in it", () => {
    const nodes = [{function: 1}, {function: 2, calls: 1, self: 1}, {function: 1, step: 2},
        {function: 6, calls: 1, self: 64}];
    const model = modelOf({nodes, tops: [{thread: 1}, {thread: 2}], threads: [{number: 1}, {number: 2}]});
    const {scopes} = model;
    assert.equal(scopes.length, 3);
    const onlyLog = filteredBy({focus: "log"}, model);
    assert.deepEqual(onlyLog.scopes, scopes);
    assert.deepEqual(scopes.map(({id}) => onlyLog.whole("time", id)), [64, 0, 64]);
});

test("filters apply to both runs of a comparison", () => {
    const nodes = [{function: 1}, {function: 2, calls: 1, self: 1}, {function: 6, calls: 1, self: 64}];
    const {tree, otherTree} = filteredBy({focus: '"main"', ignore: "log"}, modelOf({nodes, other_nodes: nodes}));
    assert.deepEqual([tree, otherTree].map(one => [...one.function]), [[-1, 0], [-1, 0]]);
});

test("a pattern is a text, an exact name, or a regular expression", () => {
    const names = pattern => [...modelOf().match(pattern).functions].map(Number).join("");
    assert.deepEqual(["parse", '"parse"', "/^l/", "/PARSE.lua$/", "LO", '"PARSE"'].map(names),
        ["01100", "01000", "00011", "01100", "00011", "00000"]);
    assert.equal(searchPattern("  "), null);
    assert.deepEqual(["", '""'].map(name => searchPattern(exactPattern("")).test(name, "")), [true, false]);
    const wrong = modelOf().match("/(/");
    assert.equal(wrong.count, 0);
    assert.match(wrong.error, /regular expression/i);
});
