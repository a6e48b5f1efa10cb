// Two runs of one library: what the second one calls more or less often, which is exact, and where its time differs.

import {element, replaceAll, swatch} from "./dom.js";
import {formatCount, formatDifference, formatPart, formatPerCall, formatTime} from "./number.js";
import {nameOfFunction} from "./naming.js";
import {Flame} from "./flame.js";
import {topDownRoot} from "./item.js";
import {differenceColours, differenceOf, pairRoot} from "./compare_item.js";
import {widestOf} from "./column_width.js";
import {Table} from "./table.js";

export const compareView = {
    id: "compare",
    title: "Compare",
    state: {compareCalls: "", compareTime: "", compareWidths: ""},
    keys: [["Enter", "in a table: the function; in the graph: zoom"], ["Esc", "zoom out"]],
    isAvailable: model => model.other !== null,
    show: (root, context) => new CompareView(root, context),
};

class CompareView {
    constructor(root, context) {
        this.context = context;
        this.model = context.model;
        this.tools = element("div.tools");
        this.graph = element("div.column");
        const tables = element("div.compare-tables", {"aria-label": "differences by function"});
        root.append(element("div.column.compare-graph", this.tools, this.graph), tables);
        tables.append(element("p.dim", "A function is the same in both runs by its class, name, file and line; one " +
            "without a name by the id that the program gave it. A function that moved to another line is told as " +
            "gone and as new."));
        this.hasTime = this.model.hasTime && this.model.other.has_time;
        this.calls = this.addTable(tables, this.callsTable());
        this.time = this.hasTime ? this.addTable(tables, this.timeTable()) : null;
        this.build();
        this.fill();
        this.select();
    }

    close() {
        this.flame.close();
        this.calls.table.close();
        this.time?.table.close();
    }

    update(changed) {
        if (changed.has("measure") || changed.has("compareWidths")) {
            this.flame.close();
            this.build();
        }
        if (changed.has("theme")) {
            this.showTools();
            this.flame.options.colourOf = this.colours();
            this.flame.paint();
        }
        if (changed.has("search")) {
            this.fill();
        }
        if (changed.has("function")) {
            this.select();
        }
        this.flame.setMatch(this.context.match && this.context.match.functions);
    }

    key(event) {
        return this.flame.key(event);
    }

    // The graph of both runs, by the measure that both have.
    build() {
        const {model, context} = this;
        const wanted = model.measure(context.state.measure);
        this.measure = this.hasTime || wanted.id === "calls" ? wanted : model.measure("calls");
        const rootOf = tree => topDownRoot(tree, Array.from(tree.tops.node, (_, top) => top), this.measure.id);
        this.widths = context.state.compareWidths === "first" ? "first" : "second";
        this.root = pairRoot(rootOf(model.tree), rootOf(model.otherTree), this.widths);
        this.graph.replaceChildren();
        this.flame = new Flame(this.graph, {
            label: "flame graph of the differences; arrow keys go from frame to frame, Enter zooms",
            palette: context.palette, tip: context.tip,
            nameOf: item => nameOfFunction(model, item.function),
            colourOf: this.colours(),
            tipOf: item => this.tipOf(item),
            onPick: item => item.function >= 0 && context.adjust({function: item.function}),
            onOpen: item => item.function >= 0 && context.go({view: "functions", function: item.function}),
        });
        this.flame.setRoot(this.root);
        this.showTools();
    }

    // The strongest colour is for half of the largest difference that a function has.
    colours() {
        const {functions} = this.model;
        const [mine, others] = this.measure.id === "calls" ? [functions.calls, functions.other_calls] :
            [functions.total, functions.other_total];
        let largest = 0;
        for (let index = 0; index < functions.count; index++) {
            largest = Math.max(largest, Math.abs(others[index] - mine[index]));
        }
        return differenceColours(this.context.palette, largest / 2);
    }

    showTools() {
        const {run, other} = this.model;
        const times = [["calls", run.calls, other.calls, formatCount, "exact"]];
        if (this.hasTime) {
            times.push(["self", run.self_ns, other.self_ns, formatTime, ""]);
        }
        times.push(["wall clock", run.duration_ns, other.duration_ns, formatTime, ""]);
        const told = one => `${one.name}, ${one.started.slice(0, 19).replace("T", " ")}`;
        replaceAll(this.tools,
            element("span.dim", `${told(run)} → ${told(other)}`),
            times.map(([word, first, second, format, told]) => element("span", word + " ",
                element("b", `${format(first)} → ${format(second)}`),
                ` (${[formatDifference(second - first, format), told].filter(Boolean).join(", ")})`)),
            element("span.space"),
            element("span.legend", `${this.measure.title}:`, swatch("hsl(4 84% 64%)", "more"),
                swatch("hsl(212 84% 64%)", "less"), this.widths === "first" ?
                    swatch("var(--gone-path)", "gone path; new ones are 0 wide") :
                    swatch("var(--new-path)", "new path; gone ones are 0 wide")),
            this.widthsButton());
    }

    // A path is seen where its run gives the widths.
    widthsButton() {
        const other = this.widths === "first" ? "second" : "first";
        return element("button.plain", {type: "button", title: `widths are those of the ${this.widths} run`,
            onclick: () => this.context.go({compareWidths: other === "first" ? other : ""})},
            `Widths of the ${other} run`);
    }

    tipOf(item) {
        const {format} = this.measure;
        const [first, second] = [item.first, item.second].map(one => one ?? {total: 0, calls: 0});
        return [element("b", nameOfFunction(this.model, item.function)),
            item.function >= 0 ? element("div.dim", this.model.placeOf(item.function)) : null,
            element("div", `total ${format(first.total)} → ${format(second.total)} ` +
                `(${formatDifference(differenceOf(item), format)})`),
            this.measure.id === "calls" ? null :
                element("div", `calls ${formatCount(first.calls)} → ${formatCount(second.calls)}`),
            item.first && item.second ? null :
                element("div", `only the ${item.first ? "first" : "second"} run has this path`)];
    }

    addTable(root, {title, about, columns, order, stateName, rows}) {
        const box = element("div.compare-table");
        const heading = element("h2");
        const note = element("p.dim");
        root.append(element("section", heading, note, box));
        const saved = this.context.state[stateName];
        const table = new Table(box, {label: title, columns,
            order: saved ? {id: saved.replace("-", ""), isDescending: saved.startsWith("-")} : order,
            onOrder: now => this.context.adjust({[stateName]: (now.isDescending ? "-" : "") + now.id}),
            onPick: index => this.context.adjust({function: index}),
            onOpen: index => this.context.go({view: "functions", function: index})});
        return {table, heading, note, about, box, rows, word: title};
    }

    callsTable() {
        const {functions} = this.model;
        const change = index => functions.other_calls[index] - functions.calls[index];
        const widest = [functions.calls, functions.other_calls].map(calls => widestOf(calls, formatCount))
            .reduce((one, two) => one.length > two.length ? one : two);
        return {
            title: "Calls",
            about: "Counts are exact: this part has no noise, and one run of each is enough.",
            stateName: "compareCalls",
            order: {id: "change", isDescending: true},
            columns: [changeColumn(change, formatCount, widest),
                figureColumn("first", "first", index => functions.calls[index], formatCount, widest),
                figureColumn("second", "second", index => functions.other_calls[index], formatCount, widest),
                this.nameColumn()],
            rows: index => change(index) !== 0,
        };
    }

    timeTable() {
        const {functions} = this.model;
        const change = index => functions.other_self[index] - functions.self[index];
        const perCall = (self, calls) => index => calls[index] > 0 ? self[index] / calls[index] : 0;
        const before = perCall(functions.self, functions.calls);
        const after = perCall(functions.other_self, functions.other_calls);
        const shown = (value, calls) => index => calls[index] > 0 ? formatPerCall(value(index), 1) : "";
        return {
            title: "Self times",
            about: "One run of each: times differ from run to run, by the machine and by what else it did. " +
                "Small differences are noise.",
            stateName: "compareTime",
            order: {id: "change", isDescending: true},
            columns: [changeColumn(change, formatTime),
                figureColumn("first", "first", index => functions.self[index], formatTime),
                figureColumn("second", "second", index => functions.other_self[index], formatTime),
                {...figureColumn("before", "per call", before, formatTime), show: shown(before, functions.calls)},
                {...figureColumn("after", "then", after, formatTime), show: shown(after, functions.other_calls)},
                this.nameColumn()],
            rows: index => change(index) !== 0,
        };
    }

    nameColumn() {
        const {model} = this;
        const {functions} = model;
        const wordOf = index => functions.calls[index] === 0 ? "new: " :
            functions.other_calls[index] === 0 ? "gone: " : "";
        return {id: "function", title: "function", width: "minmax(150px, 1.4fr)", ascendsFirst: true,
            value: index => wordOf(index) + functions.name[index].toLowerCase(),
            show: index => wordOf(index) + functions.name[index],
            hint: index => `${functions.name[index]}  ${model.placeOf(index)}`};
    }

    // What the search finds of the functions that differ.
    fill() {
        const {match} = this.context;
        const {functions} = this.model;
        for (const part of [this.calls, this.time].filter(Boolean)) {
            const all = Array.from({length: functions.count}, (_, index) => index).filter(part.rows);
            const rows = match === null ? all : all.filter(index => match.functions[index]);
            part.box.style.setProperty("--rows", rows.length);
            part.box.hidden = rows.length === 0;
            part.table.setRows(rows);
            part.heading.textContent = part.word + (all.length === 0 ? " are the same in all functions" :
                ` differ in ${formatPart(all.length, functions.count, "function")}`);
            part.note.textContent = all.length === 0 ? "" : rows.length === 0 ?
                "The search finds none of these." : part.about;
        }
    }

    select() {
        const index = this.context.state.function;
        this.flame.mark(index);
        for (const part of [this.calls, this.time].filter(Boolean)) {
            part.table.select(part.table.rows.includes(index) ? index : undefined);
        }
    }
}

// Sorted by how large it is: what grew most and what shrank most both are news.
function changeColumn(change, format, widest = "") {
    return {id: "change", title: "change", isNumber: true, widest: "+" + widest,
        value: index => Math.abs(change(index)),
        show: index => element(change(index) > 0 ? "span.more" : "span.less", formatDifference(change(index), format))};
}

function figureColumn(id, title, value, format, widest = "") {
    return {id, title, isNumber: true, widest, value, show: index => format(value(index))};
}
