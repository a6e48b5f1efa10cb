// The columns of the function table that have data in this run.

import {cutName, element, shareBar} from "../ui/dom.js";
import {formatCount, formatShare, formatTime, perCallOf} from "../data/number.js";
import {markEstimate} from "../data/naming.js";
import {leastWidthOf, widestFigure, widestOf, withWidths} from "../ui/column_width.js";

const leastColumn = 0.001;      // share of all self time; a column with a smaller sum is hidden, but the panel shows it
const namePart = 0.35;          // share of the width for the name in a table that scrolls sideways
const timeColumns = [
    ["elapsed", "elapsed", "entry to exit: running, runnable, blocked and waiting time, including callees"],
    ["runnable", "runnable", "ready to run, waiting for a system thread"],
    ["blocked", "blocked", "blocked, for example by a lock"],
    ["waiting", "waiting", "suspended until resumed"],
];

// Return the columns for a table that is `room` px wide. The measure's column is the first.
export function functionColumns(context, room) {
    const {model, state} = context;
    const figures = model.functionsOf(state.scope);
    const measure = model.measure(state.measure);
    const columns = (measure.isOther ? measureColumns : timeColumnsOf)(context, figures, measure).filter(Boolean);
    const wide = withWidths([
        ...columns.filter(column => column.id === measure.own),
        ...(model.run.hits ? [] : shareColumns(context, figures, measure)),
        ...columns.filter(column => column.id !== measure.own), ...textColumns(model)]);
    return leastWidthOf(wide) > room ? nameFirst(wide, room) : wide;
}

// Return the columns of running time and calls, and of the other times and counts of which there are some.
function timeColumnsOf(context, figures, measure) {
    const {model, state} = context;
    const isWhole = model.isWhole(state.scope);
    const sumOfSelf = figures.self.reduce((sum, value) => sum + value, 0);
    const shown = column => figures[column] !== undefined &&
        figures[column].reduce((sum, value) => sum + value, 0) > sumOfSelf * leastColumn;
    const elapsedDiffers = ["runnable", "blocked", "waiting"].some(shown);
    const time = (id, title, explain) => ({id, title, explain, isNumber: true,
        value: index => figures[id][index],
        show: index => figures[id][index] > 0 || (figures.calls[index] > 0 && (id === "self" || id === "total")) ?
            markEstimate(model, index, formatTime(figures[id][index])) : ""});
    return [
        model.hasTime && time("self", "self", "time in the function itself"),
        model.hasTime && time("total", "total", "including callees; recursion counted once"),
        ...timeColumns.filter(([id]) => model.hasTime && (id === "elapsed" ? elapsedDiffers : shown(id)))
            .map(column => time(...column)),
        isWhole && shown("cycles") && numberColumn("cycles", "cycles", "CPU cycles", figures),
        !model.run.hits && callsColumn(model, figures),
        isWhole && model.hasCounted && countedColumn(model),
        model.hasPerCall && perCallColumn(context, figures, measure),
        isWhole && model.hasCounted && perCountedColumn(model, figures),
        isWhole && model.hasTime && shown("measured") && slowestColumn(figures),
    ];
}

// Return the columns of a measure that is neither running time nor calls. Their totals and numbers per call are by this
// measure.
function measureColumns(context, figures, measure) {
    const {model, state} = context;
    const column = (id, title, explain, values) => ({id, title, explain, isNumber: true,
        widest: widestFigure(widestOf(values, measure.figure)), value: index => values[index],
        show: index => values[index] > 0 ? markEstimate(model, index, measure.figure(values[index])) : ""});
    return [
        column(measure.own, measure.id, measure.word + (measure.isNested ? ", including callees" :
            " in the function itself"), figures[measure.own]),
        !measure.isNested && column("total", "total", `${measure.word}, including callees; recursion counted once`,
            model.totalsOf(measure.id, state.scope)),
        callsColumn(model, figures),
        model.hasPerCall && perCallColumn(context, figures, measure),
    ];
}

function callsColumn(model, figures) {
    return numberColumn("calls", model.callWord + "s",
        model.run.sampled ? "samples with this function on top" : "number of calls", figures);
}

function countedColumn(model) {
    return {id: "counted", title: "calls", explain: "number of calls, counted by the function's own code",
        isNumber: true, widest: widestOf(model.functions.counted, formatCount), value: index => model.countedOf(index),
        show: index => model.countedOf(index) < 0 ? "" : formatCount(model.countedOf(index))};
}

function perCountedColumn(model, {total}) {
    const perCall = index => model.countedOf(index) > 0 ? perCallOf(total[index], model.countedOf(index)) : 0;
    return {id: "percall", title: "per call", explain: "total time, estimated from samples, divided by calls",
        isNumber: true, value: perCall, show: index => perCall(index) > 0 ? formatTime(perCall(index)) : ""};
}

function perCallColumn({model, state}, {calls}, measure) {
    const totals = model.totalsOf(measure.id, state.scope);
    const {word, figure} = measure.isOther ? measure : model.measure("time");
    const perCall = index => perCallOf(totals[index], calls[index]);
    return {id: "percall", title: "per call", explain: `total ${word} divided by calls`, isNumber: true, value: perCall,
        show: index => calls[index] > 0 && (totals[index] > 0 || !measure.isOther) ?
            markEstimate(model, index, figure(perCall(index))) : ""};
}

// Return the columns for a table that must scroll sideways. The name becomes the second column, with a third of the
// room. The bar is omitted, and so is the location, which the panel shows.
function nameFirst(columns, room) {
    const width = Math.max(140, Math.round(room * namePart));
    const name = {...columns.find(column => column.id === "name"), width: `minmax(${width}px, 1fr)`};
    const others = columns.filter(column => !["name", "bar", "place"].includes(column.id));
    return [others[0], name, ...others.slice(1)];
}

// Return the columns with a function's share of the measure, as a number and as a bar.
function shareColumns({model, state}, figures, measure) {
    const column = figures[measure.own];
    const whole = model.whole(measure.id, state.scope);
    const largest = column.reduce((most, value) => Math.max(most, value), 0);
    const value = index => column[index];
    return [
        {id: "share", title: "share", explain: `share of all ${measure.word}`, isNumber: true, value,
            show: index => column[index] > 0 ? formatShare(column[index], whole) : "",
            hint: index => model.intervalText(measure.id, column[index], state.scope)},
        {id: "bar", title: "", width: "74px", show: index => shareBar(column[index] / largest)},
    ];
}

function numberColumn(id, title, explain, figures) {
    return {id, title, explain, isNumber: true, widest: widestOf(figures[id], formatCount),
        value: index => figures[id][index],
        show: index => formatCount(figures[id][index])};
}

function slowestColumn(figures) {
    return {id: "slowest", title: "slowest", explain: "longest call, including waiting", isNumber: true,
        value: index => figures.measured[index] > 0 ? figures.maximum[index] : -1,
        show: index => figures.measured[index] > 0 ? formatTime(figures.maximum[index]) : ""};
}

function textColumns(model) {
    const {name, file, lines, lines_hit: hit} = model.functions;
    return [
        model.hasLines && {id: "lines", title: "lines", explain: "line coverage of the function", isNumber: true,
            ascendsFirst: true,
            value: index => lines[index] > 0 ? hit[index] / lines[index] : 2,
            show: index => lines[index] > 0 ? formatShare(hit[index], lines[index]) : ""},
        {id: "name", title: "function", width: "minmax(150px, 1.3fr)", ascendsFirst: true,
            value: index => name[index].toLowerCase(), show: index => cutName(name[index]), hint: index => name[index]},
        file.some(one => one >= 0) && {id: "place", title: "place", width: "minmax(130px, 1fr)", ascendsFirst: true,
            value: index => model.placeToSort(index), show: index => element("span.dim", cutName(model.placeOf(index))),
            hint: index => file[index] < 0 ? "unknown file" : model.files.name[file[index]]},
    ].filter(Boolean);
}
