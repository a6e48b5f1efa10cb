// Output of `qii html`, compared with `qii export --format=json` for the same file. The environment variable QII names
// the tool. MAKE_SAMPLE names a program that makes a data file with all kinds of data, MAKE_SHAPE one that makes
// unusual data files.

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {payloadIn, runTool} from "./written.js";

const {QII, MAKE_SAMPLE, MAKE_SHAPE} = process.env;
const skip = QII && MAKE_SAMPLE && MAKE_SHAPE ? false : "QII, MAKE_SAMPLE and MAKE_SHAPE are not set";
const folder = mkdtempSync(join(tmpdir(), "qii-written-"));
const file = join(folder, "sample.qii");

before(() => skip || execFileSync(MAKE_SAMPLE, [file]));
after(() => rmSync(folder, {recursive: true}));

function writePage(...words) {
    return runTool("html", ...words);
}

// Returns rows as objects with the chosen columns.
function rowsOf(payload, table, columns) {
    return Array.from({length: payload.rows(table)}, (_, row) => Object.fromEntries(columns.map(column =>
        [column, payload.values(table, column)[row]])));
}

function exported(...words) {
    return JSON.parse(runTool("export", "--format=json", ...words, file));
}

const sorted = list => list.map(item => JSON.stringify(item)).sort();
const sum = numbers => Array.from(numbers).reduce((all, number) => all + number, 0);

function writeShape(shape) {
    const data = join(folder, `${shape}.qii`);
    execFileSync(MAKE_SHAPE, [shape, data]);
    return data;
}

// Returns the sums of a column over all call paths, by function.
function sumsByFunction(payload, table, column) {
    const values = payload.values(table, column), sums = new Array(payload.rows("functions")).fill(0);
    payload.values(table, "function").forEach((number, node) => {
        if (number >= 2) sums[number - 2] += values[node];
    });
    return sums;
}

for (const product of ["qprof", "cprof"]) {
    test(`functions of ${product} have their numbers`, {skip}, async () => {
        const payload = await payloadIn(writePage(`--product=${product}`, file));
        const methods = exported(`--product=${product}`).methods;
        const files = payload.values("files", "name");
        const columns = ["in_run", "calls", "self", "total", "elapsed", "runnable", "blocked", "waiting", "cycles", "file",
            "line"];
        assert.deepEqual(
            sorted(rowsOf(payload, "functions", columns).filter(row => row.in_run).map(row => [row.calls, row.self, row.total, row.elapsed,
                row.runnable, row.blocked, row.waiting, row.cycles, files[row.file] ?? null, row.line])),
            sorted(methods.map(it => [it.calls, it.self_ns, it.total_ns, it.elapsed_ns, it.runnable_ns, it.blocked_ns,
                it.waiting_ns, it.cycles, it.file, it.line ?? 0])));
    });

    test(`call paths of ${product} add up to its functions`, {skip}, async () => {
        const payload = await payloadIn(writePage(`--product=${product}`, file));
        for (const column of ["calls", "self", "runnable", "blocked", "waiting"]) {
            const sums = sumsByFunction(payload, "nodes", column);
            const whole = Array.from(payload.values("functions", column));
            const folded = sum(payload.values("nodes", column)) - sum(sums);
            assert.deepEqual(sums, whole, column);
            assert.ok(folded >= 0);
        }
    });
}

test("call paths of less than a nanosecond add up to their functions too", {skip}, async () => {
    const data = writeShape("ticks"), payload = await payloadIn(writePage(data, data));
    const others = rowsOf(payload, "compared", ["function", "b_self"]).sort((a, b) => a.function - b.function);
    assert.deepEqual(sumsByFunction(payload, "nodes", "self"), Array.from(payload.values("functions", "self")));
    assert.deepEqual(sumsByFunction(payload, "other_nodes", "self"), others.map(row => row.b_self));
    assert.deepEqual(sumsByFunction(payload, "nodes", "blocked"), Array.from(payload.values("functions", "blocked")));
    assert.deepEqual(Array.from(payload.values("functions", "self")), [333, 333]);
});

test("lines have their counts, from libcprof if it ran as well", {skip}, async () => {
    const payload = await payloadIn(writePage("--product=qprof", file));
    const files = payload.values("files", "name");
    const counts = new Map();
    for (const it of exported("--product=cprof").methods) {
        for (const line of it.lines) {
            const place = `${it.file}:${line.line}`;
            counts.set(place, (counts.get(place) ?? 0) + line.count);
        }
    }
    const rows = rowsOf(payload, "lines", ["file", "line", "count"]);
    assert.equal(payload.cover.product, "libcprof");
    assert.ok(rows.length > 0);
    assert.deepEqual(sorted(rows.filter(row => counts.has(`${files[row.file]}:${row.line}`))
        .map(row => [`${files[row.file]}:${row.line}`, row.count])), sorted([...counts]));
});

test("small call paths are folded, and functions stay exact", {skip}, async () => {
    const whole = await payloadIn(writePage(file)), cut = await payloadIn(writePage("--max-paths=3", file));
    assert.ok(cut.rows("nodes") < whole.rows("nodes"));
    for (const column of ["self", "calls"]) {
        assert.equal(sum(cut.values("nodes", column)), sum(whole.values("nodes", column)));
        assert.deepEqual(cut.values("functions", column), whole.values("functions", column));
    }
    assert.equal(whole.run.cut, 0);
    assert.ok(cut.run.cut > 0);
    assert.match(cut.notes.map(note => note.text).join("\n"), /omits .* call paths/);
});

test("a run compared with itself has no differences", {skip}, async () => {
    const payload = await payloadIn(writePage(file, file));
    for (const column of ["calls", "self"]) {
        assert.deepEqual(payload.values("compared", `b_${column}`), payload.values("compared", `a_${column}`));
        const functions = payload.values("functions", column);
        for (const row of rowsOf(payload, "compared", ["function", `a_${column}`])) {
            assert.equal(row[`a_${column}`], functions[row.function]);
        }
    }
    assert.match(payload.comparison.calls, /^none of \d+ functions/);
    assert.match(payload.comparison.notes.join(), /is the same run as /);
    assert.deepEqual(payload.values("other_nodes", "self"), payload.values("nodes", "self"));
    assert.equal(payload.other.program, payload.run.program);
});

test("a stripped prefix is nowhere in the page", {skip}, async () => {
    const page = writePage("--strip-path=src/", "--strip-path=src/", file);
    const payload = await payloadIn(page);
    assert.ok(payload.values("files", "name").length > 0);
    assert.ok(!page.replace(/id=payload>[^<]*/, "").includes("src/main.lua"));
    for (const table of Object.keys(payload.tables)) {
        for (const [column, {type}] of Object.entries(payload.tables[table].columns)) {
            if (type === "text") assert.ok(!payload.values(table, column).some(text => text.includes("src/main")));
        }
    }
});

test("functions that ran are those of qii cover: with a source, and not excluded", {skip}, async () => {
    for (const product of ["qprof", "cprof"]) {
        const words = [`--product=${product}`, file], payload = await payloadIn(writePage(...words));
        const [, hit, all] = /(\d+)\/(\d+) +\S+ +total of/.exec(runTool("cover", "--product=cprof", file));
        const counted = ["functions_hit", "functions"].map(column => sum(payload.values("files", column)));
        assert.deepEqual(counted, [Number(hit), Number(all)], product);
    }
    const {length} = (await payloadIn(writePage("--product=qprof", file))).values("functions", "name");
    assert.ok(length > 5, "built-in functions are in the list alone");
});

test("a page of one phase has its name and length", {skip}, async () => {
    const look = async (...words) => {
        const page = writePage(...words, file), {run} = await payloadIn(page);
        const [, head] = /<\/h1>\n<p>([^<]*)<\/p>/.exec(page);
        return [run.phase, run.duration_ns, head.split(" · ").slice(2, -1).join(", ")];
    };
    assert.deepEqual(await look(), ["", 1500000, "1.50 ms"]);
    assert.deepEqual(await look("--phase=warm"), ["warm", 500000, "500 µs in phase warm"]);
    assert.deepEqual(await look("--phase=1"), ["warm", 500000, "500 µs in phase warm"]);
    assert.deepEqual(await look("--phase=0"), ["0", 1000000, "1.00 ms in phase 0"]);
});

test("call paths are counted without roots and folds, and with omitted ones", {skip}, async () => {
    const payload = await payloadIn(writePage(file));
    assert.equal(payload.run.paths, payload.values("nodes", "function").filter(number => number >= 2).length);
    assert.ok(payload.run.paths < payload.rows("nodes"));
    const data = writeShape("wide");
    for (const words of [[], ["--max-paths=1000"]]) {
        const {run} = await payloadIn(writePage(...words, data));
        assert.deepEqual([run.paths, run.cut > 0], [100001, words.length > 0]);
    }
});

test("groups of virtual threads have their names and numbers, and their threads follow", {skip}, async () => {
    const payload = await payloadIn(writePage(file)), {groups, threads} = exported();
    assert.ok(groups.length > 0);
    assert.deepEqual(sorted(rowsOf(payload, "groups", ["name", "created", "ended", "living"])),
        sorted(groups.map(({name, created, ended, living}) => ({name, created, ended, living}))));
    assert.ok(payload.rows("threads") > 0 && payload.rows("vthreads") > 0);
});

test("virtual threads that only the event log has are listed with their times there", {skip}, async () => {
    const data = join(folder, "timeline.qii");
    execFileSync(MAKE_SAMPLE, [data, "timeline"]);
    const payload = await payloadIn(writePage(data));
    const threads = rowsOf(payload, "vthreads", ["id", "state", "running", "runnable", "blocked", "longest", "estimated"]);
    const tracks = rowsOf(payload, "tracks", ["kind", "name", "vthread", "group"]).filter(track => track.kind === 1);
    assert.deepEqual(threads.map(thread => thread.id).sort(), ["0xa", "0xb", "0xc", "0xd"]);
    assert.deepEqual(threads.filter(thread => thread.estimated), [
        {id: "0xb", state: "ended", running: 120000, runnable: 50000, blocked: 0, longest: 120000, estimated: 1},
        {id: "0xc", state: "", running: 50000, runnable: 180000, blocked: 210000, longest: 50000, estimated: 1}]);
    assert.deepEqual(tracks.map(track => [track.name.split(" ").at(-1), track.group]),
        tracks.map(track => [threads[track.vthread].id, 0]));
    const bars = rowsOf(payload, "bars", ["kind", "value", "start", "function"]);
    const names = payload.values("functions", "name");
    assert.deepEqual(bars.filter(bar => bar.kind === 0 && bar.value > 2).map(bar => [bar.start, names[bar.function]]),
        [[90000, "receive"], [190000, "read"]]);
    const ofPhase = await payloadIn(writePage("--phase=0", data));
    assert.deepEqual(Array.from(ofPhase.values("vthreads", "id")).sort(), ["0xa", "0xd"]);
});

test("a run of a virtual thread in the event log has the track of the virtual thread that resumed it", {skip}, async () => {
    const payload = await payloadIn(writePage(writeShape("resumed")));
    const tracks = payload.values("tracks", "name");
    const runs = rowsOf(payload, "bars", ["track", "kind", "value", "resumer"]).filter(bar => bar.kind === 0);
    assert.deepEqual(runs.filter(bar => bar.value === 1).map(bar => [tracks[bar.track], tracks[bar.resumer]]),
        [["worker 0xa", undefined], ["worker 0xa", undefined], ["worker 0xb", "worker 0xa"]]);
    assert.deepEqual(runs.filter(bar => bar.value !== 1 && bar.resumer >= 0), []);
});

test("a note gives the number of virtual threads that are not listed", {skip}, async () => {
    const payload = await payloadIn(writePage(writeShape("virtual"))), [told] = payload.notes
        .filter(note => /^Only the longest-running virtual threads/.test(note.text));
    assert.equal(payload.rows("vthreads"), 100000);
    assert.match(told.text, /; 900,000 more are included in their groups/);
    const sample = await payloadIn(writePage(file));
    assert.ok(!sample.notes.some(note => /^Only the longest-running virtual threads/.test(note.text)));
});

test("a phase in which functions only continued has their times", {skip}, async () => {
    const page = writePage("--phase=quiet", writeShape("quiet")), {run} = await payloadIn(page);
    assert.deepEqual([run.calls, run.self_ns, run.paths], [0, 70, 1]);
    const [row] = readStatic(page).rows;
    assert.deepEqual([row[0], row[4], row[5]], ["70 ns", "", "0"]);
});

// Returns the static part of a page, which is shown without JavaScript: its text, and the cells of each row.
function readStatic(page) {
    const [, html] = /<main id=static>([^]*?)<\/main>/.exec(page);
    const textOf = part => part.replace(/<[^>]*>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">")
        .replace(/&quot;/g, '"').replace(/&amp;/g, "&");
    return {text: textOf(html), titles: [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(match => match[1]),
        rows: [...html.matchAll(/<tr>(.*)/g)].map(match => match[1].split(/<td[^>]*>/).slice(1).map(textOf))
        .filter(cells => cells.length > 0)};
}

test("the page without JavaScript has the notes about its data", {skip}, async () => {
    for (const words of [["--product=qprof"], ["--product=cprof"], ["--product=qprof", file]]) {
        const page = writePage(...words, file), {notes} = await payloadIn(page), {text} = readStatic(page);
        const missing = notes.filter(note => !text.includes(note.text)).map(note => note.text);
        assert.ok(notes.length - missing.length >= 4);
        assert.ok(missing.every(note => /this page|-I DIRECTORY/i.test(note)), missing.join("\n"));
    }
});

test("common notes of two runs appear once", {skip}, async () => {
    const {notes} = await payloadIn(writePage("--product=qprof", file, file));
    const texts = notes.map(note => note.text.replace(/^The other run: /, ""));
    assert.ok(texts.length >= 4);
    assert.deepEqual(texts.filter((text, place) => texts.indexOf(text) < place), []);
});

test("without JavaScript a run of libcprof leads with what never ran", {skip}, async () => {
    const functions = /^(Functions|Most called functions)/, lines = /^Lines that never ran/;
    const titlesOf = product => readStatic(writePage(`--product=${product}`, file)).titles;
    assert.match(titlesOf("cprof")[0], lines);
    assert.match(titlesOf("cprof")[1], functions);
    assert.match(titlesOf("qprof")[0], functions);
    assert.match(titlesOf("qprof")[1], lines);
});

test("times per call without JavaScript are those of the report", {skip}, async () => {
    const data = writeShape("ticks"), {rows} = readStatic(writePage(data));
    const reported = runTool("report", data).split("\n").filter(row => / 500 /.test(row))
        .map(row => / 500 +(\d+ \S+)/.exec(row)[1]);
    assert.deepEqual(rows.map(row => row[4]), reported);
    assert.deepEqual(reported, ["1 ns", "1 ns"]);
});

test("a path is stripped only at its beginning and in whole parts", {skip}, async () => {
    const look = async prefix => {
        const payload = await payloadIn(writePage(`--strip-path=${prefix}`, file));
        return [...payload.values("files", "name")];
    };
    const whole = await look("nowhere");
    assert.ok(whole.includes("src/main.lua"));
    for (const prefix of ["main.lua", "sr", "rc/", "rc/main.lua", "/"]) {
        assert.deepEqual(await look(prefix), whole, prefix);
    }
    for (const prefix of ["src", "src/"]) {
        assert.deepEqual(await look(prefix), whole.map(name => name.replace(/^src\//, "")), prefix);
    }
    assert.ok((await look("src/main.lua")).includes(""));
});

test("sources are omitted on request, with a note", {skip}, async () => {
    const payload = await payloadIn(writePage("--no-source", file));
    assert.ok(payload.rows("files") > 0);
    assert.ok(payload.values("files", "text").every(text => text === ""));
    assert.ok(payload.values("files", "state").every(state => state === 3));
    assert.match(payload.notes.at(-1).text, /Source texts are not included in this page/);
});

test("the page allows nothing but its own script and style", {skip}, async () => {
    const page = writePage(file);
    const {createHash} = await import("node:crypto");
    const digest = text => "sha256-" + createHash("sha256").update(text).digest("base64");
    const policy = /http-equiv=Content-Security-Policy content="([^"]*)"/.exec(page)[1];
    const script = /<script>([^]*)<\/script>\n<\/body>/.exec(page)[1], style = /<style>([^]*?)<\/style>/.exec(page)[1];
    assert.equal(policy, `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(style)}'; ` +
        "base-uri 'none'; form-action 'none'");
    assert.equal(page.split("<script").length, 3);
    assert.ok(!/ style=| on[a-z]+=|https?:\/\//.test(page.replace(script, "").replace(style, "")));
});

test("every function of a hostile run is listed, printable and unique", {skip}, async () => {
    const page = writePage(writeShape("hostile")), payload = await payloadIn(page);
    const names = payload.values("functions", "name");
    assert.equal(new Set(names).size, names.length);
    assert.equal(names.length, 44);
    for (const table of Object.keys(payload.tables)) {
        for (const [column, {type}] of Object.entries(payload.tables[table].columns)) {
            if (type !== "text") continue;
            for (const text of payload.values(table, column)) {
                assert.doesNotMatch(text.replace(/[\n\t]/g, ""), /[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029\ufffd]/u);
            }
        }
    }
    assert.match(page, /<h1>&lt;\/script&gt;&lt;script&gt;document.title='run'&lt;\/script&gt;<\/h1>/);
});

test("a note reports how the run ended", {skip}, async () => {
    for (const [state, note] of [["saved", /^Saved while the program was running/],
        ["recording", /^The program did not end normally/],
        ["exited", /^The program ended without shutting down/]]) {
        const data = join(folder, `${state}.qii`);
        execFileSync(MAKE_SAMPLE, [data, state]);
        const payload = await payloadIn(writePage(data));
        assert.match(payload.notes[0].text, note);
    }
});

test("bars of the event log are the states of libvt, by name, and scopes", {skip}, async () => {
    const payload = await payloadIn(writePage("--product=qprof", file));
    const own = await payloadIn(writePage("--product=vt", file));
    const namesOf = (it, kind, table) => new Set(rowsOf(it, "bars", ["kind", "value"]).filter(bar => bar.kind === kind)
        .map(bar => bar.value === 0 ? "?" : it.text(table, "name", bar.value - 1)));
    const names = namesOf(own, 1, "functions");
    assert.ok(names.size > 0);
    assert.deepEqual(new Set([...namesOf(payload, 4, "states")].filter(name => name !== "?")), names);
    assert.equal(namesOf(payload, 1, "functions").size, 0);
    assert.ok(payload.values("bars", "kind").includes(3));
    assert.ok(payload.values("tracks", "kind").includes(3));
});

test("changed texts are used only on request", {skip}, async () => {
    mkdirSync(join(folder, "elsewhere", "src"), {recursive: true});
    writeFileSync(join(folder, "elsewhere", "src", "main.lua"), "something else\n");
    const look = async (...words) => {
        const page = execFileSync(QII, ["html", ...words, file], {encoding: "utf8", cwd: join(folder, "elsewhere")});
        const payload = await payloadIn(page), row = payload.values("files", "name").indexOf("src/main.lua");
        return [payload.text("files", "text", row), payload.values("files", "state")[row],
            payload.notes.some(note => /not included: they changed/.test(note.text))];
    };
    assert.deepEqual(await look(), ["", 3, true]);
    assert.deepEqual(await look("-I", "."), ["something else\n", 1, false]);
});
