// The functions tab: all functions in a table, and the numbers of the selected one at the side.

import {element, replaceAll} from "../ui/dom.js";
import {formatCounted, formatPart, formatShare} from "../data/number.js";
import {Table} from "../ui/table.js";
import {FunctionPanel} from "./function_panel.js";
import {aroundFunction} from "../shell/view.js";
import {functionColumns} from "./function_columns.js";
import {outsideText} from "../data/naming.js";

export const functionsView = {
    id: "functions",
    title: "Functions",
    state: {sort: "", descending: true},
    keys: [
        ["↑ ↓ Page Home End", "select another function"],
        ["Enter, double click", "show source"],
        ["a", "show its callers and callees as a flame graph"],
        ["n  N", "next, previous match"],
    ],
    isAvailable: model => model.functions.count > 0,
    count: model => model.functions.count,
    show: (root, context) => new ShownFunctions(root, context),
};

class ShownFunctions {
    constructor(root, context) {
        this.context = context;
        this.status = element("span", {"aria-live": "polite"});
        this.column = element("div.column", element("div.tools", this.status, element("span.space"),
            element("span.dim.wide-only", "Enter or double click: source")));
        this.side = element("aside.side", {"aria-label": "selected function"});
        this.panel = new FunctionPanel(context, this.side);
        root.append(this.column, this.side);
        this.build();
    }

    // Build the table. Its columns depend on the scope and the measure, so a change of either requires another table.
    build() {
        const {model, state, adjust} = this.context;
        if (this.table) {
            this.table.close();
            this.table.box.remove();
        }
        this.columns = functionColumns(this.context, this.column.clientWidth);
        this.table = new Table(this.column, {
            label: "functions",
            columns: this.columns,
            order: this.order(),
            onOrder: ({id, isDescending}) => adjust({sort: id, descending: isDescending}),
            onPick: index => adjust({function: index}),
            onOpen: index => this.open(index),
            rowClass: index => model.functions.calls[index] > 0 || model.functions.lines_hit[index] > 0 ||
                model.run.sampled && model.countedOf(index) !== 0 ? "" : "never",
        });
        this.fill();
        this.choose(state.function);
    }

    order() {
        const {model, state} = this.context;
        if (this.columns.some(column => column.id === state.sort)) {
            return {id: state.sort, isDescending: state.descending};
        }
        return model.run.hits ? {id: "place", isDescending: false} :
            {id: model.measure(state.measure).own, isDescending: state.descending};
    }

    fill() {
        const {model, state, match} = this.context;
        const figures = model.functionsOf(state.scope);
        const isPart = !model.isWhole(state.scope);
        const rows = [];
        for (let index = 0; index < model.functions.count; index++) {
            const isFound = match === null || match.functions[index] === 1;
            if (isFound && (!isPart || figures.calls[index] > 0 || figures.elapsed[index] > 0)) {
                rows.push(index);
            }
        }
        this.table.setRows(rows);
        this.showSummary(rows);
    }

    showSummary(rows) {
        const {model, state, match} = this.context;
        const measure = model.measure(state.measure);
        const own = model.ownOf(measure.id, state.scope);
        const sum = rows.reduce((all, index) => all + own[index], 0);
        const share = formatShare(sum, model.whole(measure.id, state.scope));
        const scope = model.scope(state.scope);
        replaceAll(this.status, match === null ?
            formatCounted(rows.length, "function") + (scope.kind === "all" ? "" : " in " + scope.title) +
                (rows.some(index => model.functions.file[index] < 0) ? ", including built-in ones" : "") :
            `${formatPart(rows.length, model.functions.count, "function")} match “${match.query}”: ` +
            `${share} of all ${measure.word}`,
            match === null ? element("span.dim", outsideText(model, measure, state.scope)) : null);
    }

    // Show a function at the side. If none is selected, show that of the first row.
    choose(index) {
        const shown = index >= 0 || this.table.rows.length === 0 ? index : this.table.rows[0];
        this.table.select(shown);
        this.table.reveal();
        this.panel.show(shown);
    }

    // Select the next row or the previous one; all rows match the search. If no row is selected yet, sort the rows by
    // the measure first.
    goMatch(step) {
        const {context: {model, state, adjust}, table} = this;
        const {own} = model.measure(state.measure);
        if (table.order.id !== own && table.columns.some(column => column.id === own) && table.current < 0) {
            adjust({sort: own, descending: true});
        }
        table.pick(table.current < 0 ? 0 : (table.current + step + table.rows.length) % table.rows.length);
    }

    // Open the source of a function, or its callers and callees if it has none.
    open(index) {
        const {model, go} = this.context;
        if (model.hasSource(index)) {
            go({view: "source", file: model.functions.file[index], line: model.functions.line[index], function: index});
        } else {
            this.openAround(index);
        }
    }

    openAround(index) {
        this.context.go(aroundFunction(index));
    }

    update(changed) {
        const {state} = this.context;
        if (changed.has("scope") || changed.has("measure")) {
            this.build();
            return;
        }
        if (changed.has("sort") || changed.has("descending")) {
            this.table.setOrder(this.order());
        }
        if (changed.has("search")) {
            this.fill();
        }
        if (changed.has("function")) {
            this.choose(state.function);
        }
    }

    key(event) {
        const {state} = this.context;
        if (event.key === "a" && state.function >= 0) {
            this.openAround(state.function);
            return true;
        }
        if (this.context.match !== null && ["n", "N"].includes(event.key)) {
            this.goMatch(event.key === "n" ? 1 : -1);
            return true;
        }
        this.table.key(event);
        return event.defaultPrevented;
    }

    close() {
        this.table.close();
    }
}
