// The compare tab, for two sets of runs of one library: side A before a change, side B after it. A graph joins the call
// trees of one run of each side, the run with the median self time. One table has the changed call counts, which are
// exact. Another has the differences of self times.

import {element, replaceAll, swatch} from "../ui/dom.js";
import {formatCount, formatCounted, formatDifference, formatShare, formatTime} from "../data/number.js";
import {nameOfFunction} from "../data/naming.js";
import {Flame} from "../flame/flame.js";
import {depthOf, topDownRoot, whereItParts} from "../data/item.js";
import {intervalOf, intervalOfChange} from "../data/interval.js";
import {CompareTables} from "./compare_tables.js";
import {differenceColours, differenceOf, pairRoot, strengthColour, strengths} from "./compare_item.js";

export const compareView = {
    id: "compare",
    title: "Compare",
    state: {compareCalls: "", compareTime: "", compareWidths: "", compareDrift: "", compareAll: ""},
    keys: [["Enter", "show the function (tables), zoom to the frame (graph)"], ["Esc", "zoom out"]],
    isAvailable: model => model.comparison !== null,
    show: (root, context) => new CompareView(root, context),
};

const partingShare = 0.8;       // share of the whole; the graph begins at the deepest frame with this share
const widthKinds = {both: "Widths: A + B", first: "Widths: A", second: "Widths: B"};

class CompareView {
    constructor(root, context) {
        this.context = context;
        this.model = context.model;
        this.comparison = context.model.comparison;
        this.tools = element("div.tools");
        this.graph = element("div.column");
        const tables = element("div.compare-tables", {"aria-label": "differences by function"});
        root.append(element("div.column.compare-graph", this.tools, this.graph), tables);
        for (const note of this.comparison.facts.notes) {
            tables.append(element("p.compare-note", note));
        }
        this.tables = new CompareTables(tables, {comparison: this.comparison, context,
            onPick: row => this.choose(row, index => context.adjust({function: index})),
            onOpen: row => this.choose(row, index => context.go({view: "functions", function: index}))});
        this.build();
        this.tables.fill();
        this.select();
    }

    choose(row, use) {
        const index = this.comparison.functionOf(row);
        if (index >= 0) {
            use(index);
        }
    }

    close() {
        this.flame.close();
        this.tables.close();
    }

    update(changed) {
        if (["measure", "compareWidths", "compareDrift"].some(name => changed.has(name))) {
            this.flame.close();
            this.build();
        }
        if (changed.has("theme")) {
            this.showTools();
            this.flame.options.colourOf = this.colours();
            this.flame.paint();
        }
        if (changed.has("search") || changed.has("compareAll")) {
            this.tables.fill();
        }
        if (changed.has("function")) {
            this.select();
        }
        this.flame.setMatch(this.context.match && this.context.match.functions);
    }

    key(event) {
        return this.flame.key(event);
    }

    // Build the graph of both runs by the chosen measure, or by calls if the runs have no times. To make running times
    // comparable, divide those of each run by its drift factor, unless the user turned this off.
    build() {
        const {model, context, comparison} = this;
        const {facts} = comparison;
        const wanted = model.measure(context.state.measure);
        this.measure = comparison.hasTime || wanted.id === "calls" ? wanted : model.measure("calls");
        this.isExact = this.measure.id === "calls" && !this.isSampled;
        this.hasDrift = facts.has_drift && this.measure.id === "time";
        this.takesOff = this.hasDrift && context.state.compareDrift !== "kept";
        const rootOf = tree => topDownRoot(tree, [...tree.roots.keys()], this.measure.id);
        this.widths = widthKinds[context.state.compareWidths] ? context.state.compareWidths : "both";
        const scales = this.takesOff ? [1 / facts.a.factor, 1 / facts.b.factor] : [1, 1];
        this.root = pairRoot(rootOf(model.tree), rootOf(model.otherTree), this.widths, scales);
        this.graph.replaceChildren();
        this.flame = new Flame(this.graph, {
            firstRow: depthOf(whereItParts(this.root, partingShare)) - 0.5,
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

    // Return a function that gives the colour of an item. Each difference of calls is significant, because calls are
    // exact. A difference of times is significant if it exceeds the usual noise (`facts.noise`, a fraction of the
    // time), or if a statistical test found a difference for the function. If times are not tested, none is. If they
    // have intervals, it is significant if 0 is outside of its interval.
    colours() {
        const {comparison, isExact} = this, {deviations, has_p: hasP, noise} = comparison.facts;
        return differenceColours(this.context.palette, {
            whole: this.root.totals[0],
            noise: isExact ? 0 : hasP ? noise : Infinity,
            isSignificant: item => !isExact &&
                (deviations > 0 ? this.changes(item, deviations) : comparison.timeDiffers(item.function)),
        });
    }

    // Return true if the change of a path's time is beyond what few samples may make of it.
    changes({totals}, deviations) {
        const samples = [this.model.run.calls, this.model.other.calls], wholes = this.root.totals;
        const [before, after] = totals.map((total, side) =>
            intervalOf(total, wholes[side], samples[side], deviations).map(share => share * wholes[side]));
        const [low, high] = intervalOfChange(totals[0], before, totals[1], after);
        return low > 0 || high < 0;
    }

    get isSampled() {
        return this.model.run.sampled || this.model.other.sampled;
    }

    showTools() {
        const {run, other} = this.model, {facts, hasTime, isTested} = this.comparison;
        const sums = [["calls", facts.a.calls, facts.b.calls, formatCount, facts.varying > 0 ? "" : "exact"]];
        if (!facts.has_calls) {
            sums[0] = ["samples", facts.a.calls, facts.b.calls, formatCount];
        }
        if (hasTime) {
            sums.push(["self", facts.a.normal_ns, facts.b.normal_ns, formatTime, facts.has_drift && "corrected",
                !isTested && "not tested"]);
        }
        if (facts.has_drift) {
            sums.push(["raw", facts.a.self_ns, facts.b.self_ns, formatTime]);
        }
        sums.push(["wall clock", run.duration_ns, other.duration_ns, formatTime]);
        const sideText = (letter, one, {runs}) => [element("b", letter), ` ${one.name}, ` +
            one.started.slice(0, 16).replace("T", " ") + (runs > 1 ? `, of ${formatCounted(runs, "run")}` : "")];
        replaceAll(this.tools,
            element("span.dim", sideText("A", run, facts.a), " → ", sideText("B", other, facts.b)),
            sums.map(([word, first, second, format, ...hows]) => element("span", word + " ",
                element(isTested || format === formatCount ? "b" : "span", `${format(first)} → ${format(second)}`),
                ` (${[formatDifference(second - first, format), ...hows].filter(Boolean).join(", ")})`)),
            element("span.compare-controls", this.legend(), this.hasDrift ? this.driftButton() : null,
                this.widthsSelect()));
    }

    // Return the legend: the scale of colours from less to more, and the colours of paths that only one run has.
    legend() {
        const {widths} = this;
        return element("span.legend", this.isExact || this.comparison.isTested ? this.scaleLegend() :
            swatch("var(--frame-faint)", `${this.measure.title}: too few runs to test it`),
            swatch("var(--gone-path)", "removed path" + (widths === "second" ? ", 0 wide" : "")),
            swatch("var(--new-path)", "new path" + (widths === "first" ? ", 0 wide" : "")));
    }

    scaleLegend() {
        const {palette} = this.context;
        const scale = Array.from({length: 2 * strengths.length + 3}, (_, at) => at - strengths.length - 1);
        const steps = [0, ...strengths].map(share => formatShare(share, 1));
        const titleOf = strength => strength === 0 ? "no significant difference" :
            `${strength > 0 ? "more" : "less"}, by ${steps[Math.abs(strength) - 1]} of A's total or more`;
        return [`${this.measure.title}: less`,
            element("span.colour-scale", scale.map(strength => element("i", {title: titleOf(strength),
                style: {background: strengthColour(palette, strength)}}))),
            `more (by ${strengths.map(share => 100 * share).join(", ")} % of A)`];
    }

    driftButton() {
        const {facts} = this.comparison;
        return element("button.plain", {title: facts.drift_words, "aria-pressed": this.takesOff,
            onclick: () => this.context.go({compareDrift: this.takesOff ? "kept" : ""})},
            `${this.takesOff ? "Corrected by" : "Not corrected"} ×${facts.drift.toFixed(2)}`);
    }

    // Return the list in which the user selects the run that determines the widths, or both runs. If one run is
    // selected, paths that only the other run has are 0 wide.
    widthsSelect() {
        const select = element("select", {"aria-label": "widths",
            onchange: () => this.context.go({compareWidths: select.value === "both" ? "" : select.value})},
            Object.entries(widthKinds).map(([value, text]) => element("option", {value}, text)));
        select.value = this.widths;
        return select;
    }

    tipOf(item) {
        const {format} = this.measure;
        const [first, second] = [item.first, item.second].map(one => one ?? {calls: 0});
        return [element("b", nameOfFunction(this.model, item.function)),
            item.function >= 0 ? element("div.dim", this.model.placeOf(item.function)) : null,
            element("div", `total ${format(item.totals[0])} → ${format(item.totals[1])} ` +
                `(${[formatDifference(differenceOf(item), format), this.takesOff && "corrected",
                    !this.isExact && !this.comparison.isTested && "not tested"].filter(Boolean).join(", ")})`),
            this.measure.id === "calls" ? null :
                element("div", `calls ${formatCount(first.calls)} → ${formatCount(second.calls)}`),
            item.first && item.second ? null :
                element("div", `only ${item.first ? "A" : "B"} has this path`)];
    }

    select() {
        const index = this.context.state.function;
        this.flame.mark(index);
        this.tables.select(this.comparison.rowOf(index));
    }
}
