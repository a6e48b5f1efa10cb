// Overview cards that are short tables. Each links to the view that has all rows.

import {cutName, element, linkButton, partsBar, pressable, shareBar} from "../ui/dom.js";
import {formatCount, formatShare, perCallOf} from "../data/number.js";
import {widestFigure, widestOf, withWidths} from "../ui/column_width.js";
import {markEstimate, outsideText} from "../data/naming.js";
import {textStates} from "../source/source_file.js";

const functionsShown = 12;
const filesShown = 10;
const textsListed = 1000;
const leastListed = 0.001;      // share of a measure; a smaller part that belongs to no file or function has no row

export function card(size, title, more, ...content) {
    return element("section.card." + size, element("h2", title, more ? [" ", more] : null), ...content);
}

// Return the card with notes about the quality of the data, as written by the tool, and with the list of source files
// whose text is in the page.
export function trustCard(model) {
    const signs = {good: "✓", note: "·", warning: "▲"};
    const order = ["warning", "good", "note"];
    const notes = [...model.notes].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
    return card("third", "Data quality", null, element("ul.notes", notes.map(({level, text}) =>
        element("li.level-" + level,
            element("span", {"aria-label": level === "note" ? null : level}, signs[level] || "·"),
            element("div", text)))), includedTexts(model));
}

function includedTexts({files}) {
    const included = files.name.filter((_, file) => files.state[file] <= textStates.changed);
    const more = included.length - textsListed;
    return included.length === 0 ? null : element("details.dim", element("summary", "Source files in this page"),
        element("ul", included.slice(0, textsListed).map(name => element("li", name)),
            more > 0 ? element("li", `and ${formatCount(more)} more`) : null));
}

export function costliestCard(context, size) {
    const {model, state, go} = context;
    if (!model.hasCalls) {
        return null;
    }
    const measure = model.measure(state.measure);
    const figures = model.functionsOf(state.scope);
    const column = figures[measure.own];
    const totals = model.totalsOf(measure.id, state.scope);
    const whole = model.whole(measure.id, state.scope);
    const indexes = Array.from(column, (_, index) => index).filter(index => column[index] > 0)
        .sort((a, b) => column[b] - column[a]).slice(0, functionsShown);
    const scope = model.scope(state.scope);
    const outside = outsideText(model, measure, state.scope);
    const titles = {time: "Where the time goes: functions by self time"};
    return card(size, (titles[measure.id] || `Functions by ${measure.word}`) +
        (scope.kind === "all" ? "" : `, in ${scope.title}`),
        linkButton(`all ${formatCount(model.functions.count)}`, () => go({view: "functions"})),
        element("table.fixed.costliest", element("thead", element("tr", costliestTitles(model, measure,
            {own: widestFigure(measure.figure(column[indexes[0]] ?? 0)),
                calls: widestOf(figures.calls, formatCount)}))),
            element("tbody", indexes.map(index =>
                costliestRow(context, index, {measure, calls: figures.calls[index], total: totals[index],
                    value: column[index], whole, largest: column[indexes[0]]})))),
        outside === "" ? null : element("p.dim", outside));
}

// Return the titles of the table of costliest functions. `widest` is {own, calls}, the longest number of each of these
// two columns.
function costliestTitles(model, measure, widest) {
    const figures = withWidths([{title: measure.id === "time" ? "self" : measure.id, widest: widest.own},
        {title: "share"}, {title: "total"}, {title: model.callWord + "s", widest: widest.calls}, {title: "per call"}]);
    const [own, share, total, calls, perCall] = figures.map(({title, width}) => kind =>
        element("th.number" + kind, {style: {width}}, title));
    return [
        measure.id === "calls" ? null : own(""), share(""), element("td.short.minor"),
        model.hasTime ? total(".minor") : null, calls(""), model.hasPerCall ? perCall(".minor") : null,
        element("th", "function"), hasPlaces(model) ? element("th.place.minor", "place") : null,
    ];
}

function costliestRow(context, index, {measure, calls, total, value, whole, largest}) {
    const {model, go} = context;
    const number = (text, kind = "") => element("td.number" + kind, text);
    const name = model.functions.name[index];
    const {figure} = measure.isOther ? measure : model.measure("time");
    return pressable(element("tr",
        measure.id === "calls" ? null : number(markEstimate(model, index, measure.figure(value))),
        element("td.number", {title: model.intervalText(measure.id, value, "")}, formatShare(value, whole)),
        element("td.minor", shareBar(value / largest)),
        model.hasTime ? number(markEstimate(model, index, figure(total)), ".minor") : null,
        number(formatCount(calls)),
        model.hasPerCall ?
            number(calls > 0 ? markEstimate(model, index, figure(perCallOf(total, calls))) : "", ".minor") : null,
        element("td.cut", {title: name}, cutName(name)),
        hasPlaces(model) ?
            element("td.cut.dim.place.minor", {title: model.placeOf(index)}, cutName(model.placeOf(index))) : null),
        () => go({view: "functions", function: index}));
}

function hasPlaces(model) {
    return model.files.count > 0;
}

export function filesCard(context) {
    const {model, state, go} = context;
    const measure = model.measure(state.measure);
    const whole = model.whole(measure.id, state.scope);
    if (!model.hasTime || model.files.count === 0 || whole === 0) {
        return null;
    }
    const rows = Array.from(model.ownOfFiles(measure.id, state.scope), (own, file) =>
        ({own, file, name: model.files.short_name[file]}));
    const inFunctions = model.inFunctions(measure.id, state.scope);
    const inFiles = rows.reduce((sum, row) => sum + row.own, 0);
    const others = [[inFunctions - inFiles, "functions without a file"],
        [whole - inFunctions, "in no function"]];
    for (const [own, name] of others) {
        if (own >= whole * leastListed) {
            rows.push({own, file: -1, name});
        }
    }
    rows.sort((a, b) => b.own - a.own);
    if (rows.length < 2) {
        return null;
    }
    const shown = rows.slice(0, filesShown).filter(row => row.own > 0);
    return card("half", `Files by ${measure.word}`,
        linkButton(`all ${formatCount(model.files.count)}`, () => go({view: "source"})),
        element("table.fixed.files", element("tbody", shown.map(row => {
            const made = element("tr", element("td.number.wide", measure.figure(row.own)),
                element("td.number.share", {title: model.intervalText(measure.id, row.own, "")},
                    formatShare(row.own, whole)),
                element("td.short", shareBar(row.own / rows[0].own)),
                element("td.cut", {title: row.file < 0 ? null : model.files.name[row.file]}, cutName(row.name)));
            return row.file < 0 ? made : pressable(made, () => go({view: "source", file: row.file, line: 0}));
        }))));
}

export function missedCard(context) {
    const {model, go} = context;
    if (!model.hasLines) {
        return null;
    }
    const {files} = model;
    const missed = file => files.lines[file] - files.lines_hit[file];
    const indexes = Array.from(files.lines, (_, file) => file).filter(file => files.lines[file] > 0)
        .sort((a, b) => missed(b) - missed(a));
    return card(model.hasTime ? "half" : "twothirds", "Missed lines by file",
        linkButton(`all ${formatCount(indexes.length)}`, () => go({view: "source"})),
        element("table.fixed.files", element("thead", element("tr", element("th.number.wide", "missed"),
            element("th.number.share", "ran"), element("td.short"), element("th", "file"),
            model.totals.outcomes > 0 ? element("th.number.wide", "outcomes") : null)),
            element("tbody", indexes.slice(0, filesShown).map(file => pressable(element("tr",
                element("td.number", formatCount(missed(file))),
                element("td.number", formatShare(files.lines_hit[file], files.lines[file])),
                element("td", hitBar(files.lines_hit[file], files.lines[file])),
                element("td.cut", {title: files.name[file]}, cutName(files.short_name[file])),
                model.totals.outcomes > 0 ? element("td.number.dim", files.outcomes[file] > 0 ?
                    `${formatCount(files.outcomes_taken[file])}/${formatCount(files.outcomes[file])}` : "") : null),
                () => go({view: "source", file, line: 0}))))));
}

function hitBar(hit, all) {
    return partsBar([[hit / all, "var(--hit-bar)"], [1 - hit / all, "var(--missed-bar)"]]);
}

// Return the card of functions that were registered but never called. Those with the most lines come first.
export function neverCalledCard(context) {
    const {model, go} = context;
    if (!model.hasLines) {
        return null;
    }
    const {functions} = model;
    const never = Array.from(functions.calls, (_, index) => index)
        .filter(index => functions.calls[index] === 0 && functions.elapsed[index] === 0)
        .filter(index => functions.lines_hit[index] === 0)
        .filter(index => functions.in_run[index] > 0 && model.hasSource(index));
    if (never.length === 0) {
        return null;
    }
    const sizeOf = index => functions.lines[index];
    never.sort((a, b) => sizeOf(b) - sizeOf(a));
    return card("half", "Functions never called", linkButton(`all ${formatCount(never.length)}`,
        () => go({view: "functions", sort: "calls", descending: false})),
        element("table.fixed.files", element("thead", element("tr", element("th.number.wide", "lines"),
            element("th", "function"), element("th", "place"))),
            element("tbody", never.slice(0, filesShown).map(index => pressable(element("tr",
                element("td.number", sizeOf(index) > 0 ? formatCount(sizeOf(index)) : ""),
                element("td.cut", {title: functions.name[index]}, cutName(functions.name[index])),
                element("td.cut.dim", {title: model.placeOf(index)}, cutName(model.placeOf(index)))),
                () => go({view: "source", file: functions.file[index], line: functions.line[index]}))))));
}
