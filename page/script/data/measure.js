// The measures that determine widths and orders, such as time or calls. A run offers those for which it has data.

import {formatBytes, formatCount, formatCounted, formatSize, formatTime} from "./number.js";

// format: formats a number with its unit; figure: formats it for columns whose title names the unit
const times = {format: formatTime, figure: formatTime};
const countsOf = noun => ({format: count => formatCounted(count, noun), figure: formatCount, isPlural: true});

// Properties of a measure:
//     own       column of the function table with the measure of the function itself
//     total     column of the function table by which functions are ordered
//     word      name of the measure in sentences
//     isNested  the column `own` includes callees, so its numbers do not add up to the total of the run
//     isOther   neither running time nor calls, so tables of functions have total and time per call by this measure
const measureKinds = {
    time: {title: "Time", word: "time", own: "self", total: "total", ...times},
    elapsed: {title: "Elapsed time", word: "elapsed time", own: "elapsed", total: "elapsed", isNested: true,
        isOther: true, ...times},
    calls: {title: "Calls", word: "calls", own: "calls", total: "calls", ...countsOf("call")},
    blocked: {title: "Blocked", word: "blocked time", own: "blocked", total: "blocked", isOther: true, ...times},
    waiting: {title: "Waiting", word: "waiting time", own: "waiting", total: "waiting", isOther: true, ...times},
    runnable: {title: "Runnable", word: "runnable time", own: "runnable", total: "runnable", isOther: true,
        ...times},
    cycles: {title: "Cycles", word: "cycles", own: "cycles", total: "cycles", isOther: true,
        ...countsOf("cycle")},
    allocated: {title: "Allocated", word: "allocated memory", own: "allocated", total: "allocated", isOther: true,
        format: formatBytes, figure: formatSize},
    objects: {title: "Objects", word: "allocated objects", own: "objects", total: "objects", isOther: true,
        ...countsOf("object")},
};

// The measure that replaces calls in a sampled run.
const samples = {title: "Samples", word: "samples", own: "calls", total: "calls", ...countsOf("sample")};

// Return the measures that a run offers. isInTree(column) returns true if the nodes of the run's tree have data in a
// column. Virtual threads may also have been suspended in no function.
export function measuresOf(run, isInTree) {
    const has = column => isInTree(column) || run[column + "_ns"] > 0;
    const suspended = ["runnable", "blocked", "waiting"].some(has);
    const offered = {
        time: run.has_time,
        elapsed: run.has_time && suspended,
        calls: true,
        blocked: run.has_time && has("blocked"),
        waiting: run.has_time && has("waiting"),
        runnable: run.has_time && has("runnable"),
        cycles: has("cycles"),
        allocated: has("allocated"),
        objects: has("objects"),
    };
    const measures = Object.keys(measureKinds).filter(id => offered[id])
        .map(id => ({id, ...(id === "calls" && run.sampled ? samples : measureKinds[id])}));
    const time = measures.find(measure => measure.id === "time");
    if (time && suspended) {
        Object.assign(time, {title: "Running time", word: "running time"});
    }
    return measures;
}
