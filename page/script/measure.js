// What widths and orders can stand for. A run offers the measures that it has.

import {formatCounted, formatTime} from "./number.js";

const formatCalls = count => formatCounted(count, "call");
const formatCycles = count => formatCounted(count, "cycle");

// own and total: the columns of the table of functions; word: what is measured, in sentences. Functions' elapsed times
// have those of their callees in them: they do not add up.
const measureKinds = {
    time: {title: "Time", word: "time", format: formatTime, own: "self", total: "total"},
    elapsed: {title: "Elapsed time", word: "elapsed time", format: formatTime, own: "elapsed", total: "elapsed",
        isNested: true},
    calls: {title: "Calls", word: "calls", format: formatCalls, own: "calls", total: "calls",
        isPlural: true},
    blocked: {title: "Blocked", word: "blocked time", format: formatTime, own: "blocked", total: "blocked"},
    waiting: {title: "Waiting", word: "waiting time", format: formatTime, own: "waiting", total: "waiting"},
    runnable: {title: "Runnable", word: "runnable time", format: formatTime, own: "runnable", total: "runnable"},
    cycles: {title: "Cycles", word: "cycles", format: formatCycles, own: "cycles", total: "cycles",
        isPlural: true},
};

// What stands for calls where they were not counted.
const samples = {...measureKinds.calls, title: "Samples", word: "samples",
    format: count => formatCounted(count, "sample")};

// has(column): whether the nodes of the run's tree have a column with anything in it.
export function measuresOf(run, has) {
    const suspended = ["runnable", "blocked", "waiting"].some(has);
    const offered = {
        time: run.has_time,
        elapsed: run.has_time && suspended,
        calls: true,
        blocked: run.has_time && has("blocked"),
        waiting: run.has_time && has("waiting"),
        runnable: run.has_time && has("runnable"),
        cycles: has("cycles"),
    };
    const measures = Object.keys(measureKinds).filter(id => offered[id])
        .map(id => ({id, ...(id === "calls" && run.sampled ? samples : measureKinds[id])}));
    const time = measures.find(measure => measure.id === "time");
    if (time && suspended) {
        time.title = "Running time";
    }
    return measures;
}
