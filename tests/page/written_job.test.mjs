// The page of a parallel job: its numbers are those of `qii report` and `qii messages`. The environment variable QII
// names the tool, MAKE_JOB and MAKE_RANK the programs that make the files of a job.

import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {modelIn, modelOf, printedRows, runTool} from "./written.js";

const {QII, MAKE_JOB, MAKE_RANK} = process.env;
const skip = QII && MAKE_JOB && MAKE_RANK ? false : "QII, MAKE_JOB and MAKE_RANK are not set";
const folder = mkdtempSync(join(tmpdir(), "qii-job-"));
const [ring, solver] = ["ring", "solver"].map(name => join(folder, name));

before(() => {
    if (skip) return;
    mkdirSync(ring);
    mkdirSync(solver);
    execFileSync(MAKE_JOB, [join(ring, "app"), "4711"]);
    for (const rank of [0, 1, 2, 3]) {
        execFileSync(MAKE_RANK, [join(solver, `app.000${rank}.qii`), `rank=${rank}`, `host=node${1 + (rank >> 1)}`,
            `compute=${50 + 50 * rank}`, `wait=${160 - 50 * rank}`, ...rank === 3 ? ["state=recording"] : []]);
    }
});
after(() => rmSync(folder, {recursive: true}));

function rowsOfTable(table, columns) {
    return Array.from({length: table.count}, (_, row) =>
        Object.fromEntries(columns.map(column => [column, table[column][row]])));
}

const moved = ["sent", "sent_bytes", "sent_ns", "received", "received_bytes", "received_ns"];
const pick = (object, names) => Object.fromEntries(names.map(name => [name, object[name]]));
const sorted = rows => rows.map(row => JSON.stringify(row)).sort();

test("a page of one run has no job", {skip}, async () => {
    const model = await modelOf(join(ring, "app.0000.qii"));
    assert.equal(model.job, null);
    assert.equal(model.ranks.count, 0);
});

test("ranks have the times of qii report --by=rank", {skip}, async () => {
    for (const job of [ring, solver]) {
        const {ranks} = await modelOf(job);
        const columns = {rank: "name", elapsed_ns: "elapsed", program_ns: "program", MPI_ns: "mpi",
            joining_ns: "joining", calls: "calls", end: "ending", host: "host", file: "file"};
        const wanted = printedRows("report", "--by=rank", job);
        assert.deepEqual(rowsOfTable(ranks, Object.values(columns)), wanted.map(row =>
            Object.fromEntries(Object.entries(columns).map(([title, column]) =>
                [column, /_ns|calls/.test(title) ? Number(row[title]) : row[title]]))));
    }
});

test("functions are spread over the ranks as in qii report", {skip}, async () => {
    for (const job of [ring, solver]) {
        const {functions, spreads, ranks, job: {facts}} = await modelOf(job);
        const found = Array.from({length: spreads.count}, (_, row) => ({
            function: functions.name[spreads.function[row]], ranks: spreads.ranks[row], min_ns: spreads.least[row],
            mean_ns: Math.floor(spreads.sum[row] / facts.files), max_ns: spreads.most[row],
            max_rank: ranks.name[spreads.rank[row]], self_ns: spreads.sum[row]}));
        const wanted = printedRows("report", job).map(row => ({function: row.function, ranks: Number(row.ranks),
            min_ns: Number(row.min_ns), mean_ns: Number(row.mean_ns), max_ns: Number(row.max_ns),
            max_rank: row.max_rank, self_ns: Number(row.self_ns)}));
        assert.ok(wanted.length > 3);
        assert.deepEqual(sorted(found), sorted(wanted));
    }
});

test("pairs of ranks have the messages of qii messages, with their sizes", {skip}, async () => {
    const {pairs, pair_sizes: sizes, ranks, job: {facts}} = await modelOf(ring);
    const wanted = JSON.parse(runTool("messages", "--format=json", ring)).by_rank;
    const found = rowsOfTable(pairs, ["kind", "from", "to", ...moved]).map((row, pair) => ({
        ...pick(row, moved), kind: facts.kinds[row.kind], from: Number(ranks.name[row.from]),
        to: Number(ranks.name[row.to]),
        sizes: rowsOfTable(sizes, ["pair", "bits", "number"]).filter(size => size.pair === pair)
            .map(({bits, number}) => [bits, number]).sort()}));
    assert.equal(facts.block, 1);
    assert.deepEqual(sorted(found), sorted(wanted.map(row => ({...pick(row, moved), kind: row.kind, from: row.from,
        to: row.to, sizes: row.sizes.map(size => [size.bits, Math.max(size.sent, size.received)]).sort()}))));
});

test("groups of messages have the numbers of qii messages", {skip}, async () => {
    const {traffic, job: {facts}} = await modelOf(ring);
    const all = JSON.parse(runTool("messages", "--format=json", ring));
    for (const by of ["communicator", "tag", "site", "path", "size"]) {
        const found = rowsOfTable(traffic, ["by", "kind", ...moved]).filter(row => row.by === by)
            .map(row => ({...pick(row, moved), kind: facts.kinds[row.kind]}));
        assert.ok(found.length > 0, by);
        assert.deepEqual(sorted(found), sorted(all[`by_${by}`].map(row => pick(row, [...moved, "kind"]))), by);
    }
    const names = by => Array.from(traffic.name).filter((_, row) => traffic.by[row] === by);
    assert.deepEqual([...new Set(names("communicator"))].sort(), ["MPI_COMM_WORLD", "even ranks"]);
    assert.ok(names("site").includes("ring.c:30") && names("path").includes("Solver:step > MPI:MPI_Send"));
});

test("waiting is that of qii messages --waits", {skip}, async () => {
    const {waits, wait_pairs: pairs, ranks, job: {facts}} = await modelOf(ring);
    const found = rowsOfTable(pairs, ["kind", "rank", "late", "calls", "ns"]).map(row => ({lost_ns: row.ns,
        calls: row.calls, reason: facts.wait_kinds[row.kind], rank: ranks.name[row.rank], late: ranks.name[row.late]}));
    const wanted = printedRows("messages", "--waits", "--by=rank", "--top=0", ring).map(row => ({lost_ns: Number(row.lost_ns),
        calls: Number(row.calls), reason: row.reason, rank: row.rank, late: row.late_rank}));
    assert.equal(wanted.length, 4);
    assert.deepEqual(sorted(found), sorted(wanted));
    for (const by of ["communicator", "site", "path"]) {
        const rows = rowsOfTable(waits, ["by", "kind", "name", "calls", "ns", "longest", "late"])
            .filter(row => row.by === by).map(row => ({name: row.name, lost_ns: row.ns, calls: row.calls,
                longest_ns: row.longest, reason: facts.wait_kinds[row.kind], late: ranks.name[row.late]}));
        const shown = printedRows("messages", "--waits", `--by=${by}`, "--top=0", ring).map(row => ({name: row[by],
            lost_ns: Number(row.lost_ns), calls: Number(row.calls), longest_ns: Number(row.longest_ns),
            reason: row.reason, late: row.late_rank}));
        assert.ok(shown.length > 0, by);
        assert.deepEqual(sorted(rows), sorted(shown), by);
    }
    const sum = column => Array.from(column).reduce((all, ns) => all + ns, 0);
    assert.equal(facts.waits.total_ns, sum(pairs.ns));
    assert.equal(sum(ranks.waited), sum(pairs.ns));
    assert.equal(sum(ranks.delayed), sum(pairs.ns));
    assert.deepEqual([facts.waits.messages, facts.waits.matched], [8, 8]);
    const {site, ns, late, late_ns: part} = facts.waits.worst;
    assert.match(runTool("messages", ring), /most of it at ring.c:40: 16.0 ms, 100.0% of that for rank 2/);
    assert.deepEqual([site, ns, ranks.name[late], part], ["ring.c:40", 16e6, "2", 16e6]);
});

// Returns the lines of `qii trace` of one kind of event.
function eventsOf(job, kind) {
    return runTool("trace", `--kind=${kind}`, job).split("\n").filter(line => line.includes(` ${kind} `));
}

test("the timeline has the calls and messages of all ranks", {skip}, async () => {
    const {bars, tracks, messages, ranks, functions, places, notes} = await modelOf(ring);
    assert.deepEqual([...tracks.name], ["rank 0", "rank 1", "rank 2"]);
    assert.deepEqual(Array.from(tracks.rank, rank => ranks.name[rank]), ["0", "1", "2"]);
    const found = Array.from({length: bars.count}, (_, bar) => [tracks.name[bars.track[bar]],
        functions.name[bars.value[bar] - 1], places.text[bars.place[bar]] ?? ""].join(" "));
    const wanted = eventsOf(ring, "enter").map(line => {
        const [, rank, name, place = ""] = /(rank \d).* enter (\S+)(?:  at (\S+))?$/.exec(line);
        return [rank, name, place].join(" ");
    });
    assert.equal(wanted.length, 34);
    assert.deepEqual(found.sort(), wanted.sort());
    // Rank 0 sends its messages to rank 1 at 2 ms, 12 ms and so on; rank 1 sends at 3 ms.
    assert.deepEqual(Array.from({length: messages.count}, (_, row) => [messages.from[row], messages.to[row],
        messages.sent[row], messages.received[row], messages.bytes[row], messages.tag[row]]),
    [0, 1, 2, 3].flatMap(round => [[0, 1, 2e6 + round * 1e7, 2.02e6 + round * 1e7, 4096, 5],
        [1, 2, 3e6 + round * 1e7, 3.02e6 + round * 1e7, 4096, 5]]));
    assert.ok(!notes.some(note => /omit/.test(note.text)), "nothing is omitted");
    assert.ok(notes.some(note => note.text === "Rank 1 sent 5 messages of 16,408 bytes in all to rank 2, which " +
        "received 4 of 16,384 bytes."), "the message that was not received is noted");
});

test("a page says why wait states or messages are unknown", {skip}, async () => {
    const [many, worlds] = ["many", "worlds"].map(name => join(folder, name));
    mkdirSync(many);
    mkdirSync(worlds);
    execFileSync(MAKE_JOB, [join(many, "app"), "4713", "40", "1"]);
    // Processes of worlds above 1,000 have no number of their own.
    [[0, 0], [0, 1], [2000, 0], [2000, 1]].forEach(([world, rank], at) => execFileSync(MAKE_RANK,
        [join(worlds, `app.${at}.qii`), "ranks=2", `world=${world}`, `rank=${rank}`, `pid=${100 + at}`]));
    const limited = execFileSync("sh", ["-c", `ulimit -n 32; "${QII}" html "${many}" 2>/dev/null`],
        {encoding: "utf8", maxBuffer: 1 << 28});
    const {job, notes, pairs} = await modelIn(limited);
    assert.equal(job.facts.waits, null);
    assert.ok(pairs.count > 0);
    assert.ok(notes.some(note => /^Wait states are unknown: .*Too many open files/.test(note.text)), "limit of files");
    const other = await modelOf(worlds);
    assert.deepEqual([other.ranks.count, other.pairs.count, other.job.facts.waits], [4, 0, null]);
    assert.ok(other.notes.some(note => /^Messages and wait states are unknown: .* rank \?/.test(note.text)), "worlds");
});

test("a page of a phase says that messages are those of the whole run", {skip}, async () => {
    const isSaid = ({notes}) => notes.some(note => /^Messages and waiting are those of the whole run/.test(note.text));
    const [whole, phase] = [await modelOf(ring), await modelOf(ring, "--phase=0")];
    assert.deepEqual([...phase.pairs.sent], [...whole.pairs.sent]);
    assert.deepEqual([isSaid(phase), isSaid(whole)], [true, false]);
});

test("the page without JavaScript has the ranks and where they waited", {skip}, () => {
    const shown = runTool("html", ring).split("<script type=")[0];
    const rowsAfter = title => shown.split(`<h2>${title}</h2>`)[1].split("</table>")[0].split("<tr>").slice(2)
        .map(row => row.split(/<td[^>]*>/).slice(1).map(cell => cell.replace(/<[^>]*>/g, "").trim()));
    assert.deepEqual(rowsAfter("Ranks by time in the program")[1],
        ["1", "1.00 µs", "", "12.3 ms", "0 ns", "14"]);
    assert.deepEqual(rowsAfter("Where ranks waited for each other")[0],
        ["16.0 ms", "11.0%", "8", "collective", "2", "ring.c:40"]);
});
