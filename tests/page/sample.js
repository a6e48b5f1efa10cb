// A run of a small program with all features: sources with counts, threads, virtual threads, events, a second run. It
// is deterministic, and its numbers are consistent, as in real pages: a function's numbers are the sums of its nodes'.

const sources = {
    "app/server/read.lua": `-- reads requests
local function parse(text)
    if text == "" then
        return nil
    end
    return text:match("^(%w+)")
end

local function read(queue)
    --[[ a comment
    of two lines ]]
    local text = queue:take()
    if not text or text == "end" then
        return nil, 'nothing'
    end
    for i = 1, 10 do
        parse(text)
    end
    return parse(text)
end

local function unused()
    return 42
end

return {read = read, unused = unused}
`,
    "app/server/write.lua": `local function write(answer)
    if answer then
        io.write(answer, "\\n") -- never flushed
    else
        error("no answer")
    end
end

return {write = write}
`,
    "app/main.lua": `local server = require "server"

local function worker(id)
    while true do
        local request = server.read(id)
        if not request then break end
        server.write(request)
    end
end

for i = 1, 6 do
    start(worker, i)
end
`,
};

const functionsOfProgram = [
    {name: "parse", file: "app/server/read.lua", line: 2, last_line: 7},
    {name: "read", file: "app/server/read.lua", line: 9, last_line: 20},
    {name: "unused", file: "app/server/read.lua", line: 22, last_line: 24},
    {name: "write", file: "app/server/write.lua", line: 1, last_line: 7},
    {name: "worker", file: "app/main.lua", line: 3, last_line: 9},
    {name: "main chunk", file: "app/main.lua", line: 1, last_line: 13},
    {name: "[C] string.match"},
    {name: "[C] io.write"},
    {name: "[C] start"},
    {name: "[C] os.clock"},
    {name: "[C] collectgarbage"},
];

// calleesOf: for each function, [callee, number of its calls in one call of the function]. selfOf: self time of one
// call in ns.
const calleesOf = {"main chunk": [["[C] start", 6]], worker: [["read", 20], ["write", 19]],
    read: [["parse", 11]], parse: [["[C] string.match", 1]], write: [["[C] io.write", 1]]};
const selfOf = {"main chunk": 2e6, worker: 90e3, read: 8e3, parse: 2200, write: 5e3, "[C] string.match": 900,
    "[C] io.write": 21e3, "[C] start": 40e3, "[C] os.clock": 70e3,
    "[C] collectgarbage": 1e5};

export function randomNumbers(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

// timeline, lines, compare: include these parts. time: if false, the run has counts, but no times.
export function samplePage({timeline = true, lines = true, compare = true, time = true} = {}) {
    const first = sampleTree({times: time ? 1 : 0, reads: 20});
    const second = sampleTree({times: 1.3, reads: 24});
    const order = functionsOfProgram.map((_, index) => index)
        .sort((a, b) => first.sums[b].self - first.sums[a].self || first.sums[b].calls - first.sums[a].calls);
    const rank = new Map(order.map((index, at) => [index, at]));
    const files = sampleFiles(lines);
    const names = Object.keys(sources);
    const functions = order.map(index => ({
        name: functionsOfProgram[index].name, file: names.indexOf(functionsOfProgram[index].file) + 1,
        line: functionsOfProgram[index].line || 0,
        ...first.sums[index], elapsed: first.sums[index].total,
        in_run: functionsOfProgram[index].name === onlySecond ? 0 : 1,
        ...(lines ? linesOfFunction(files, names, functionsOfProgram[index]) : {}),
    }));
    files.rows.forEach((file, index) => {
        const own = functions.filter(row => row.file === index + 1 && row.in_run);
        Object.assign(file, {functions: own.length, functions_hit: own.filter(row => row.calls > 0).length});
    });
    const ranked = nodes => nodes.map(node => ({...node, function: node.function < 2 ? node.function :
        rank.get(node.function - 2) + 2}));
    const compared = order.map((index, at) => comparedRow(at, first.sums[index], second.sums[index], time));
    const sumOf = column => compared.reduce((sum, row) => sum + row[column], 0);
    const self = functions.reduce((sum, row) => sum + row.self, 0);
    const calls = functions.reduce((sum, row) => sum + row.calls, 0);
    const run = {program: "sample", directory: "/home/test", name: "pid 4711", started: "2026-11-22T12:00:00Z",
        duration_ns: 60e6, running_ns: self,
        product: lines && !time ? "libcprof" : "libqprof", phase: "", has_time: time, calls, self_ns: self,
        callers: true, paths: first.nodes.length, cut: 0};
    return {
        run, cover: null,
        other: compare ? {...run, name: "pid 4712", started: "2026-11-22T12:01:00Z", duration_ns: 71e6,
            self_ns: sumOf("b_self"), calls: sumOf("b_calls")} : null,
        comparison: compare ? comparisonOf(withCauses(compared, functions), {time, sumOf}) : null,
        notes: [{level: "good", text: "The program ended normally; the file is complete."},
            {level: "note", text: "Times are without the recorder's own cost."}],
        tables: {
            files: files.rows, functions, nodes: ranked(first.nodes), tops: first.tops,
            ...(compare ? {compared, other_nodes: ranked(second.nodes)} : {}),
            ...(lines ? {lines: files.lines, branches: files.branches, outcomes: files.outcomes} : {}),
            ...sampleThreads(), ...(timeline ? sampleTimeline(rank) : {}),
        },
    };
}

// The comparison of both runs, as the tool would make it. In the second run, each call takes `drift` times as long.
// After correction of this drift, times differ only if calls differ.
const drift = 1.3;

function comparedRow(at, first, second, time) {
    const difference = second.calls - first.calls;
    const state = difference === 0 ? 0 : first.calls === 0 ? 4 : second.calls === 0 ? 5 : difference > 0 ? 2 : 3;
    const [before, after] = [first.self, Math.round(second.self / drift)];
    return {function: at + 1, state, order: 0, depth: 0, caller: 0, from_caller: 0, of_own: 0,
        a_least: first.calls, a_calls: first.calls, a_most: first.calls,
        b_least: second.calls, b_calls: second.calls, b_most: second.calls,
        a_self: first.self, b_self: second.self,
        a_normal: before, b_normal: after, a_spread: before / 10, b_spread: after / 5,
        by_calls: state === 0 ? 0 : first.calls && second.calls ? before / first.calls * difference : after - before,
        p: !time ? -1 : state > 0 ? 0.0294 : 1, least: 0, most: 0, differs: time && state > 0 ? 1 : 0};
}

// worker calls read more often. So read calls parse more often, and parse calls string.match more often.
function withCauses(compared, functions) {
    const rowOf = name => functions.findIndex(row => row.name === name);
    const causes = [["read", "worker", 0], ["parse", "read", 1], ["[C] string.match", "parse", 2],
        ["[C] os.clock", "main chunk", 0], ["[C] collectgarbage", "main chunk", 0]];
    causes.forEach(([name, caller, depth], at) => {
        const row = compared[rowOf(name)];
        Object.assign(row, {order: at + 1, depth, caller: rowOf(caller) + 2,
            from_caller: row.b_calls - row.a_calls});
    });
    return compared;
}

function comparisonOf(compared, {time, sumOf}) {
    const changed = compared.filter(row => row.order > 0).length;
    const side = letter => ({runs: 4, calls: sumOf(letter + "_calls"), self_ns: sumOf(letter + "_self"),
        normal_ns: sumOf(letter + "_normal"), factor: letter === "a" ? 1 : drift});
    return {has_time: time, has_calls: true, has_drift: time, has_p: time, deviations: 0, drift, noise: 0.05, varying: 0,
        calls: `${changed} of ${compared.length} functions are called more or less often`,
        times: `${changed} of ${compared.length} functions differ`,
        drift_words: "functions called equally often took 1.30 times as long in B (half of them 1.30 to 1.30 times); " +
            "times are corrected for this",
        rule: "p: probability that some function differs by at least this much although A and B take the same time",
        notes: [], a: side("a"), b: side("b")};
}

// A function that only the first run calls, and one that only the second run calls.
const onlyFirst = "[C] collectgarbage";
const onlySecond = "[C] os.clock";

// Makes two call trees: one of the main thread, and one of the group of workers.
function sampleTree({times, reads}) {
    const index = new Map(functionsOfProgram.map((row, at) => [row.name, at]));
    const nodes = [];
    const sums = functionsOfProgram.map(() => ({calls: 0, self: 0, total: 0}));
    let depthBefore = -1;
    const put = (depth, node) => {
        nodes.push({step: depthBefore + 1 - depth, ...node});
        depthBefore = depth;
    };
    const visit = (name, depth, calls) => {
        const self = Math.round((selfOf[name] || 0) * calls * times);
        put(depth, {function: index.get(name) + 2, calls, self});
        let total = self;
        const extra = name === "main chunk" ? [[times > 1 ? onlySecond : onlyFirst, 3]] : [];
        for (const [callee, each] of [...calleesOf[name] || [], ...extra]) {
            total += visit(callee, depth + 1, calls * (callee === "read" ? reads : each));
        }
        const sum = sums[index.get(name)];
        sum.calls += calls;
        sum.self += self;
        sum.total += total;
        return total;
    };
    put(0, {function: 1});
    visit("main chunk", 1, 1);
    put(0, {function: 1});
    visit("worker", 1, 6);
    const tops = [{thread: 1, phase: "", outside: 3e5}, {group: 1, phase: "", outside: 0}];
    return {nodes, sums, tops};
}

// Makes counts of lines that fit the source texts. The function `unused` and the line with the error never ran.
function sampleFiles(recorded) {
    const made = {rows: [], lines: [], branches: [], outcomes: []};
    Object.entries(sources).forEach(([name, text], file) => {
        const rows = [];
        text.split("\n").forEach((line, at) => {
            if (/^\s*(local|if|return|for|parse|io|error|while|server|start)\b/.test(line) && !/function/.test(line)) {
                const count = /42|error|nil$|'nothing'/.test(line) ? 0 : /for i|require/.test(line) ? 1 : 114 + at;
                rows.push({file, line: at + 1, count, time: count * (/match/.test(line) ? 31000 : 700),
                    excluded: /'nothing'/.test(line) ? 1 : 0});
            }
            if (/\bif\b.*\b(or|then)\b/.test(line)) {
                const outcomes = /\bor\b/.test(line) ? [114, 3, 111, 0] : /answer/.test(line) ? [114, 0] : [6, 108];
                made.branches.push({file, line: at + 1, outcomes: outcomes.length,
                    taken: outcomes.filter(Boolean).length});
                outcomes.forEach(count => made.outcomes.push({count}));
            }
        });
        const counted = rows.filter(row => !row.excluded);
        const branches = made.branches.filter(row => row.file === file);
        made.lines.push(...rows);
        made.rows.push({name, short_name: name.split("/").slice(-2).join("/"), state: 0, text, ...(recorded ? {
            lines: counted.length, lines_hit: counted.filter(row => row.count).length,
            outcomes: branches.reduce((sum, row) => sum + row.outcomes, 0),
            outcomes_taken: branches.reduce((sum, row) => sum + row.taken, 0)} : {})});
    });
    return made;
}

function linesOfFunction(files, names, row) {
    const lines = files.lines.filter(line => names[line.file] === row.file && line.line >= row.line &&
        line.line <= row.last_line && !line.excluded);
    return {lines: lines.length, lines_hit: lines.filter(line => line.count).length};
}

function sampleThreads() {
    const random = randomNumbers(7);
    const states = ["running", "runnable", "blocked", "waiting", "ended"];
    const vthreads = Array.from({length: 60}, (_, at) => ({name: `worker ${at + 1}`, id: String(1000 + at), group: 1 +
        at % 2,
        state: states[at % 5], running: Math.round(9e6 * random()), runnable: Math.round(4e6 * random()),
        blocked: Math.round(6e6 * random()), waiting: Math.round(2e7 * random()), paused: 0, life: 40e6,
            migrations: at % 4,
        longest: Math.round(2e6 * random()), estimated: at % 7 === 0 ? 1 : 0}));
    vthreads.sort((a, b) => b.running - a.running);
    const total = (group, column) => vthreads.filter(row => row.group === group).reduce((sum, row) => sum +
        row[column], 0);
    const groups = ["worker", "timer"].map((name, at) => ({name, creator: "main chunk", created: 30, ended: 24,
        living: 6,
        running: total(at + 1, "running"), runnable: total(at + 1, "runnable"), blocked: total(at + 1, "blocked"),
        waiting: total(at + 1, "waiting"), uncounted: 0, recorder: 1e5, paused: 0, life: 1.2e9, migrations: 40,
            estimated: at,
        life_median: 38e6, life_99: 39e6, life_longest: 40e6, delay_median: 2e4, delay_99: 3e5, delay_longest: at ? 0 :
            4e6}));
    const threads = ["main", "carrier 1", ""].map((name, at) =>
        ({name, number: at + 1, system_id: 5000 + at, calls: 1000,
        running: 30e6 - at * 4e6, blocked: 2e6 * at, waiting: 3e6, outside: 5e6, scheduler: 6e6, idle: 9e6,
            recorder: 1e6,
        paused: 0, wall: 55e6, estimated: at === 2 ? 1 : 0}));
    return {threads, groups, vthreads};
}

// Three carriers with functions and virtual threads, six virtual threads with states, two counters.
function sampleTimeline(rank) {
    const random = randomNumbers(11);
    const tracks = ["main", "carrier 1", "thread 3"].map((name, at) => ({kind: 0, name, thread: at + 1}));
    for (let at = 1; at <= 6; at++) {
        tracks.push({kind: 1, name: `worker ${at}`});
    }
    tracks.push({kind: 2, name: "queue", unit: "items", low: 0, high: 20},
        {kind: 2, name: "load", unit: "%", low: 0, high: 100});
    const bars = [];
    const points = [];
    const samples = [];
    tracks.forEach(({kind}, track) => {
        for (let at = Math.round(3e5 * random()); at < 58e6 && kind !== 2;) {
            const length = Math.round(2e4 + 1e6 * random() ** 3);
            if (kind === 1) {
                bars.push({track, start: at, length, depth: 0, kind: 0, value: 1 + Math.floor(4.05 * random()),
                    place: 1 + Math.floor(3 * random())});
                if (random() < 0.05) {
                    points.push({track, at, kind: "wake", text: "", other: 4 + Math.floor(6 * random())});
                }
            } else if (track === 2) {
                bars.push({track, start: at, length, depth: 0, kind: 2, value: 4 + Math.floor(6 * random())});
            } else {
                bars.push({track, start: at, length, depth: 0, kind: 1, value: rank.get(4) + 1},
                    {track, start: at + length / 8 | 0, length: length / 2 | 0, depth: 1, kind: 1, value: rank.get(1) +
                        1},
                    {track, start: at + length / 4 | 0, length: length / 8 | 0, depth: 2, kind: 1, value: rank.get(0) +
                        1});
            }
            at += length + (random() < 0.2 ? Math.round(1e6 * random()) : 0);
        }
        for (let at = 0, value = 10; at < 58e6 && kind === 2; at += Math.round(4e5 * random())) {
            value = Math.max(0, Math.min(tracks[track].high, value + Math.round(8 * random() - 4)));
            samples.push({track, at, value});
        }
    });
    points.push({track: 0, at: 20e6, kind: "send", text: "3 to 1, 80 bytes"},
        {track: 0, at: 21e6, kind: "receive", text: ""},
        {track: 0, at: 22e6, kind: "comment", text: "half way"},
        {track: 1, at: 30e6, kind: "lost", text: "100 events"});
    points.sort((a, b) => a.track - b.track || a.at - b.at);
    return {tracks, bars, points, samples,
        places: [{text: "app/server/read.lua:12 read"}, {text: "app/main.lua:5 worker"}, {text: "write.lua:3 write"}],
        marks: [{at: 5e6, kind: "phase", text: "load"}, {at: 40e6, kind: "note", text: "second half"}]};
}
