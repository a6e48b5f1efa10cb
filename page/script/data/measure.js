// Measures for widths and orders. A run offers the measures that it has data for.

import {formatCount, formatCounted, formatTime} from "./number.js";

// format: with a unit; figure: for columns whose title names the unit
const times = {format: formatTime, figure: formatTime};
const countsOf = noun => ({format: count => formatCounted(count, noun), figure: formatCount, isPlural: true});

// own: column of the function table; word: the measure in sentences. The elapsed time of a function includes that of
// its callees, so elapsed times do not add up.
const measureKinds = {
    time: {title: "Time", word: "time", own: "self", ...times},
    elapsed: {title: "Elapsed time", word: "elapsed time", own: "elapsed", isNested: true, ...times},
    calls: {title: "Calls", word: "calls", own: "calls", ...countsOf("call")},
    blocked: {title: "Blocked", word: "blocked time", own: "blocked", ...times},
    waiting: {title: "Waiting", word: "waiting time", own: "waiting", ...times},
    runnable: {title: "Runnable", word: "runnable time", own: "runnable", ...times},
    cycles: {title: "Cycles", word: "cycles", own: "cycles", ...countsOf("cycle")},
};

// Replaces calls if they were not counted.
const samples = {title: "Samples", word: "samples", own: "calls", ...countsOf("sample")};

// has(column): true if the nodes of the run's tree have any data in a column.
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
