// The panel with the details of one function: exact numbers over all calls, numbers along one path, callers and
// callees.

import {cutName, element, fillBody, linkButton, pressable, replaceAll, shareBar} from "../ui/dom.js";
import {formatCount, formatCounted, formatPerCall, formatShare, formatTime, perCallOf} from "../data/number.js";
import {widestOf, withWidths} from "../ui/column_width.js";
import {aroundFunction} from "../shell/view.js";
import {copyButton} from "../ui/copy.js";
import {exactPattern} from "../data/search_pattern.js";
import {filterKinds} from "../data/path_filter.js";
import {nameOfFunction, markEstimate, shortened} from "../data/naming.js";
import {pathOf} from "../data/item.js";
import {foldedFunction, rootFunction} from "../data/tree.js";
import {callersWithFile, ownPart} from "../data/relations.js";
import {threadsSection} from "./function_threads.js";

const relationsShown = 30;
const framesShown = 60;

export class FunctionPanel {
    // onPath(item) is called when the user selects a frame of the path (optional).
    constructor(context, root, onPath = null) {
        this.context = context;
        this.root = root;
        this.onPath = onPath;
    }

    // Show a function (an index). `item` is the frame at which the function was selected in a flame graph, or null.
    show(index, item = null) {
        const {model} = this.context;
        this.root.scrollTop = 0;
        if (item !== null && item.function === foldedFunction) {
            replaceAll(this.root, this.foldedPart(item));
        } else if (index < 0) {
            replaceAll(this.root, this.hintPart());
        } else {
            replaceAll(this.root,
                element("h2.panel-name", model.functions.name[index]),
                this.placePart(index),
                this.figures(index, item),
                this.actions(index, item),
                item ? this.pathPart(item) : null,
                ...this.relationParts(index));
        }
    }

    hintPart() {
        return element("p.dim", "Select a function to see its numbers, callers and callees.");
    }

    foldedPart(item) {
        return [
            element("h2.panel-name", "merged paths"),
            element("p", formatCounted(item.calls, this.context.model.callWord),
                " along call paths that were merged for lack of space. ",
                "Their time is included here; the numbers of the functions are exact."),
        ];
    }

    placePart(index) {
        const {model, go} = this.context;
        const {file, line} = model.functions;
        if (!model.hasSource(index)) {
            return element("div.dim", file[index] < 0 ? "unknown file" :
                `${model.placeOf(index)} of run B (source text not included)`);
        }
        return element("div.panel-place", linkButton(model.placeOf(index),
            () => go({view: "source", file: file[index], line: line[index]}), model.files.name[file[index]]));
    }

    figures(index, item) {
        const hasPath = item !== null && item.kind === "top-down" && item.parent !== null;
        const {model, state} = this.context;
        const rows = figureRows(model, index, model.measure(state.measure));
        const onPath = hasPath ? this.pathFigures(item) : {};
        return element("table.figures",
            element("thead", element("tr", element("td"), element("th.number", {colspan: 2},
                model.isFiltered ? "in the filtered paths" : "everywhere"),
                hasPath ? element("th.number", "on this path") : null)),
            element("tbody", rows.map(([name, value, share, interval]) => element("tr", element("td.dim", name),
                element("td.number", value),
                element("td.number.dim", {title: interval}, share || ""),
                hasPath ? element("td.number", onPath[name] || "") : null))));
    }

    pathFigures(item) {
        const {model, state} = this.context;
        const measure = model.measure(state.measure);
        const figures = {[model.callWord + "s"]: formatCount(item.calls)};
        if (measure.id === "time") {
            figures.self = formatTime(item.self);
            figures.total = formatTime(item.total);
            if (model.hasPerCall) {
                figures["per call"] = formatPerCall(item.total, item.calls);
            }
        } else if (measure.isNested) {
            figures[measure.id] = measure.figure(item.total);
        } else if (measure.isOther) {
            figures[measure.id] = measure.figure(item.self);
            figures[totalTitle(measure)] = measure.figure(item.total);
        }
        return figures;
    }

    actions(index, item) {
        const {model, go} = this.context;
        const name = model.functions.name[index];
        const stack = item === null ? [] : stackOf(model, item);
        const {file, line} = model.functions;
        return element("p.panel-actions",
            element("button.plain", {title: "callers above, callees below (a)",
                onclick: () => go(aroundFunction(index))}, "Flame graph around it"), " ",
            model.hasSource(index) ? element("button.plain",
                {onclick: () => go({view: "source", file: file[index], line: line[index]})}, "Source") : null, " ",
            filterKinds.map(([kind, title, explain]) => [element("button.plain", {title: explain,
                onclick: () => go({[kind]: exactPattern(name)})}, title), " "]),
            copyButton("Copy name", name), " ",
            stack.length > 1 ? copyButton("Copy stack", stack.join("\n")) : null);
    }

    // Return the call path of an item as a list of frames, each a link that selects the frame.
    pathPart(item) {
        const {model} = this.context;
        const frames = [];
        const upwards = item.kind === "bottom-up";
        for (let at = item.parent; at !== null && at.function !== rootFunction; at = at.parent) {
            frames.push(at);
        }
        if (frames.length === 0 || this.onPath === null) {
            return null;
        }
        const shown = frames.slice(0, framesShown);
        return element("details.panel-path", element("summary", upwards ?
            `Call path, ${frames.length} frames` :
            "Below " + formatCounted(frames.length, "frame")),
            element("ol", shown.map(frame => element("li.cut",
                linkButton(cutName(shortened(nameOfFunction(model, frame.function))), () => this.onPath(frame))))),
            shown.length < frames.length ?
                element("p.dim", `and ${formatCount(frames.length - shown.length)} more`) : null);
    }

    // Return the sections of callers and of callees, by the chosen measure, within the chosen scope.
    relationParts(index) {
        const {model, state} = this.context;
        const measure = model.measure(state.measure);
        const {callers, callees} = model.relationsOf(index, measure.id, state.scope);
        const scope = model.scope(state.scope);
        const where = scope.kind === "all" ? "" : `, in ${scope.title}`;
        const placed = this.callersWithFile(index, measure, callers);
        return [this.relationPart(index, measure, "Callers" + where, callers, "No callers: root of a thread."),
            placed.length > 0 && this.relationPart(index, measure, "Nearest callers with a source" + where, placed),
            this.relationPart(index, measure, "Callees" + where, callees, "No recorded callees."),
            threadsSection(this.context, index)].filter(Boolean);
    }

    // If all callers are functions without a file, such as those of a runtime that take a lock, return the nearest
    // callers that have a file.
    callersWithFile(index, measure, callers) {
        const {model, state} = this.context;
        const {tree, functions: {file}} = model;
        return callers.length > 0 && callers.every(caller => caller.function >= 0 && file[caller.function] < 0) ?
            callersWithFile(tree, tree.outermost(index, model.scope(state.scope).tops), tree.measure(measure.id).total,
                file) : [];
    }

    relationPart(index, measure, title, relations, nothing) {
        const {model} = this.context;
        if (!relations.some(relation => relation.function !== ownPart)) {
            return element("section.panel-relations", element("h3", title),
                element("p.dim", model.knowsCallers(index) ? nothing : `${title} were not recorded.`));
        }
        const key = measure.id === "calls" ? "calls" : "value";
        const whole = relations.reduce((sum, relation) => sum + relation[key], 0);
        const sorted = [...relations].sort((a, b) => b[key] - a[key]).filter(relation => relation[key] > 0 ||
            relation.function !== ownPart);
        const body = element("tbody");
        const more = fillBody(body, sorted, relationsShown, relation =>
            this.relationRow(index, relation, {measure, value: relation[key], whole, largest: sorted[0][key]}));
        const [{width}] = withWidths([{title: model.callWord + "s",
            widest: widestOf(relations.map(relation => relation.calls), formatCount)}]);
        return element("section.panel-relations", element("h3", title), element("table.fixed.relations",
            element("thead", element("tr", measure.id === "calls" ? null : element("th.number.wide", measure.id),
                element("th.number.share", "share"), element("td.short.minor"),
                element("th.number.calls", {style: {width}}, model.callWord + "s"), element("th", "function"))),
            body), more);
    }

    relationRow(index, relation, {measure, value, whole, largest}) {
        const {model, go} = this.context;
        const other = relation.function;
        const name = other === rootFunction ? model.noCaller : other === ownPart ? "(self)" :
            nameOfFunction(model, other);
        const row = element("tr",
            measure.id === "calls" ? null : element("td.number", markEstimate(model, index, measure.figure(value))),
            element("td.number", formatShare(value, whole)),
            element("td.minor", shareBar(value / largest)),
            element("td.number.calls", relation.calls > 0 ? formatCount(relation.calls) : ""),
            element("td", {title: [name, other < 0 ? "" : model.placeOf(other),
                relation.calls > 0 ? formatCounted(relation.calls, model.callWord) : ""].filter(Boolean).join("  ")},
                other === index ? "(itself)" : cutName(name)));
        return other < 0 ? row : pressable(row, () => go({function: other}));
    }
}

// Return rows [name, value, share of the run, interval of this share] with the numbers of a function, in all paths that
// pass the filters. A number without data has no row. The row "per call" is the measure divided by the calls.
function figureRows(model, index, measure) {
    const figures = model.functionsOf("");
    const {functions} = model;
    const total = model.totalsOf(measure.id, "")[index];
    const rows = [];
    const time = (name, column, whole) => rows.push([name,
        markEstimate(model, index, formatTime(figures[column][index])),
        whole ? formatShare(figures[column][index], whole) : "",
        model.intervalText(column === "self" || column === "total" ? "time" : column, figures[column][index], "")]);
    if (model.hasTime) {
        time("self", "self", model.whole("time", ""));
        time("total", "total", model.whole("time", ""));
        for (const column of ["elapsed", "runnable", "blocked", "waiting"]) {
            if (figures[column][index] > 0 && (column !== "elapsed" || differs(figures, index))) {
                time(column, column, column === "elapsed" ? 0 : model.whole(column, ""));
            }
        }
    }
    if (measure.isOther && !measure.isNested) {
        rows.push([totalTitle(measure), measure.figure(total), formatShare(total, model.whole(measure.id, ""))]);
    }
    rows.push([model.callWord + "s", formatCount(figures.calls[index]),
        formatShare(figures.calls[index], model.whole("calls", ""))]);
    if (model.hasCounted && model.countedOf(index) >= 0) {
        rows.push(["calls", formatCount(model.countedOf(index)),
            formatShare(model.countedOf(index), model.run.counted_calls)]);
        if (model.countedOf(index) > 0 && figures.total[index] > 0) {
            rows.push(["per call", formatTime(perCallOf(figures.total[index], model.countedOf(index))), ""]);
        }
    }
    if (model.hasPerCall && figures.calls[index] > 0) {
        const {figure} = measure.isOther ? measure : model.measure("time");
        const perCall = figure(perCallOf(total, figures.calls[index]));
        rows.push([measure.isOther ? `${measure.id} per call` : "per call", markEstimate(model, index, perCall), ""]);
    }
    if (functions.measured[index] > 0 && !model.isFiltered) {
        rows.push(["fastest", formatTime(functions.minimum[index]), ""]);
        rows.push(["slowest", formatTime(functions.maximum[index]), ""]);
    }
    if (figures.cycles[index] > 0) {
        rows.push(["cycles", formatCount(figures.cycles[index]), ""]);
    }
    if (figures.objects[index] > 0) {
        rows.push(["allocated", model.measure("allocated").format(figures.allocated[index]), ""]);
        rows.push(["objects", formatCount(figures.objects[index]), ""]);
    }
    if (functions.lines[index] > 0) {
        rows.push(["lines hit", `${formatCount(functions.lines_hit[index])} of ${formatCount(functions.lines[index])}`,
            formatShare(functions.lines_hit[index], functions.lines[index])]);
    }
    return rows;
}

// Return the title of the row of a measure that includes callees.
function totalTitle(measure) {
    return `${measure.id}, total`;
}

// Return the names on the path of an item, from the first caller to the last callee.
function stackOf(model, item) {
    const names = pathOf(item).map(index => nameOfFunction(model, index));
    return item.kind === "top-down" ? names : names.reverse();
}

function differs(functions, index) {
    return functions.elapsed[index] !== functions.total[index];
}
