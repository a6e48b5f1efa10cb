// The two tables of a comparison. One has the changed call counts, in which each cause is followed by its consequences.
// The other has self times, both corrected for drift and as recorded.

import {cutName, element, linkButton} from "../ui/dom.js";
import {formatCount, formatDifference, formatShare, formatTime} from "../data/number.js";
import {longestText, widestOf} from "../ui/column_width.js";
import {searchPattern} from "../data/search_pattern.js";
import {Table} from "../ui/table.js";
import {orderInState} from "../ui/table_order.js";

const deepestIndent = 8;
const spreadMeaning = "half the difference between the fastest and the slowest run";

// Options: {comparison, context, onPick(row), onOpen(row)}.
export class CompareTables {
    constructor(root, options) {
        this.options = options;
        this.comparison = options.comparison;
        this.parts = [this.addPart(root, this.callsPart())];
        if (this.comparison.hasTime) {
            this.parts.push(this.addPart(root, this.timePart()));
        }
    }

    close() {
        this.parts.forEach(part => part.table.close());
    }

    addPart(root, part) {
        const {context, onPick, onOpen} = this.options;
        const made = {...part, box: element("div.compare-table"), note: element("p.dim"), more: element("span")};
        root.append(element("section", element("div.compare-title",
            element("h2", `${part.title}: ${part.sentence}`), made.more), made.box, made.note));
        made.table = new Table(made.box, {label: part.title, columns: part.columns,
            ...orderInState(context, part.stateName, part.order), onPick, onOpen});
        return made;
    }

    callsPart() {
        const {comparison} = this, {table, facts} = comparison;
        const widest = [table.a_most, table.b_most].map(calls => widestOf(calls, formatCount))
            .reduce((one, two) => one.length > two.length ? one : two);
        const ranges = facts.varying > 0 || comparison.changed.some(row => table.a_least[row] !== table.a_most[row] ||
            table.b_least[row] !== table.b_most[row]);
        const side = (id, title) => ({id, title, isNumber: true, widest: ranges ? `${widest}..${widest}` : widest,
            value: row => table[id + "_calls"][row], show: row => comparison.callsOf(id, row)});
        const own = row => table.of_own[row];
        return {
            title: "Calls", sentence: facts.calls, stateName: "compareCalls",
            order: {id: "cause", isDescending: false},
            about: "Counts are exact: this part has no noise, and one run per side is enough." + (facts.varying > 0 ?
                ` ${formatCount(facts.varying)} more vary between runs; their ranges in A and B overlap.` : ""),
            columns: [changeColumn("change", "change", row => comparison.callsChange(row), formatCount, widest),
                this.nameColumn(true), side("a", "A"), side("b", "B"),
                ...comparison.hasOwn ? [{...changeColumn("own", "own change", own, formatCount, widest),
                    explain: "the part that the caller's calls do not explain: each of them makes more or fewer calls",
                    show: row => own(row) === 0 ? "" : changeOf(own(row), formatCount)}] : [],
                {id: "cause", title: "caller", width: "minmax(90px, 1fr)", ascendsFirst: true,
                    explain: "the caller that explains most of the change; in this order, effects follow their cause",
                    value: row => table.order[row], show: row => this.callerText(row),
                    hint: row => this.callerText(row)}],
            rows: () => comparison.changed,
        };
    }

    // Return the name of the caller that explains most of a row's change of calls. If it does not explain the whole
    // change, append the number of calls that it explains.
    callerText(row) {
        const {comparison} = this, part = comparison.table.from_caller[row];
        return comparison.callerOf(row) + (part !== 0 && part !== comparison.callsChange(row) ?
            " " + formatDifference(part, formatCount) : "");
    }

    timePart() {
        const {comparison} = this, {table, facts} = comparison;
        const certain = value => row => comparison.isCertain(row) ? value(row) : 0;
        const difference = (id, title, explain, value, format) => ({id, title, explain, isNumber: true,
            widest: id === "calls" ? "+" + widestOf(table.b_calls, formatCount) : "+99.9 ms",
            value: row => Math.abs(value(row)),
            show: row => value(row) === 0 ? "=" : formatDifference(value(row), format)});
        const spreadText = (side, row) => table[side + "_normal"][row] > 0 ?
            formatShare(table[side + "_spread"][row], table[side + "_normal"][row]) : "";
        const hasSpread = side => facts[side].runs > 1;
        const spread = side => hasSpread(side) ? [{id: side + "_spread", title: "±", isNumber: true,
            explain: spreadMeaning, widest: longestText(comparison.timed.map(row => spreadText(side, row))),
            value: row => table[side + "_spread"][row] / table[side + "_normal"][row] || 0,
            show: row => spreadText(side, row)}] : [];
        const time = (column, title, explain) => ({id: column, title, explain, isNumber: true,
            value: row => table[column][row], show: row => formatTime(table[column][row])});
        const p = facts.has_p ? [{id: "p", title: "p", isNumber: true, widest: "0.0001", ascendsFirst: true,
            explain: "probability that any function differs this much if A and B are equal",
            value: row => table.p[row] < 0 ? 2 : table.p[row], show: row => formatProbability(table.p[row])}] : [];
        const intervalText = row => table.least[row] === table.most[row] ? "" :
            [table.least[row], table.most[row]].map(bound => formatDifference(bound, formatTime)).join("..");
        const interval = facts.deviations > 0 ? [{id: "interval", title: "interval", isNumber: true,
            explain: "range that contains the change, 95 % certain for all functions together",
            widest: longestText(comparison.timed.map(intervalText)), value: row => table.most[row] - table.least[row],
            show: intervalText}] : [];
        return {
            title: "Self time", sentence: facts.times, stateName: "compareTime",
            order: {id: "change", isDescending: true},
            about: [facts.drift_words, hasSpread("a") || hasSpread("b") ? `±: ${spreadMeaning}` : "", facts.rule]
                .filter(Boolean).join("; ") + ".",
            columns: [changeColumn("change", "change", row => comparison.timeChange(row), formatTime, "99.9 ms",
                row => table.differs[row] > 0), ...interval, ...p, this.nameColumn(false),
                time("a_normal", "A", "median of the runs, as on A's machine"), ...spread("a"),
                time("b_normal", "B", "median of the runs, as on A's machine"), ...spread("b"),
                difference("calls", "calls", "change of calls", certain(row => comparison.callsChange(row)),
                    formatCount),
                difference("by_calls", "by calls", "time explained by the change of calls, at A's time per call",
                    row => table.by_calls[row], formatTime),
                difference("by_cost", "by cost", "time explained by the change of the time per call",
                    row => comparison.byCost(row), formatTime),
                ...facts.has_drift ? [time("a_self", "raw A", "median as recorded"),
                    time("b_self", "raw B", "median as recorded")] : []],
            rows: () => this.showsAll() ? comparison.timed : comparison.differing,
            hasMore: comparison.timed.length > comparison.differing.length,
        };
    }

    showsAll() {
        return this.options.context.state.compareAll === "all";
    }

    // Return the column of names. If isIndented is set and the table has its default order, a name is indented below
    // its cause.
    nameColumn(isIndented) {
        const {comparison} = this;
        const indent = row => {
            const {order} = this.parts[0].table;
            return isIndented && order.id === "cause" && !order.isDescending ?
                Math.min(comparison.table.depth[row], deepestIndent) : 0;
        };
        return {id: "function", title: "function", width: "minmax(130px, 1.4fr)", ascendsFirst: true,
            value: row => comparison.titleOf(row).toLowerCase(),
            show: row => element("span.indented", {style: {"padding-left": 14 * indent(row) + "px"}},
                cutName(comparison.titleOf(row))),
            hint: row => `${comparison.nameOf(row)}  ${comparison.placeOf(row)}`};
    }

    // Fill the tables with the rows that match the search.
    fill() {
        const {match} = this.options.context, {comparison} = this;
        for (const part of this.parts) {
            const all = part.rows();
            const rows = match === null ? all : all.filter(row => this.isFound(match, row));
            part.box.style.setProperty("--rows", rows.length);
            part.box.hidden = rows.length === 0;
            part.table.setRows(rows);
            part.note.textContent = all.length > 0 && rows.length === 0 ? "No matches for the search." :
                part.about;
            part.more.replaceChildren(...part.hasMore ? [this.moreButton()] : []);
        }
    }

    moreButton() {
        return linkButton(this.showsAll() ? "only differences" :
            `all ${formatCount(this.comparison.timed.length)} functions`,
            () => this.options.context.adjust({compareAll: this.showsAll() ? "" : "all"}));
    }

    isFound(match, row) {
        const index = this.comparison.functionOf(row);
        return index >= 0 ? match.functions[index] > 0 :
            searchPattern(match.query).test(this.comparison.nameOf(row), this.comparison.placeOf(row));
    }

    select(row) {
        for (const part of this.parts) {
            part.table.select(part.table.rows.includes(row) ? row : undefined);
        }
    }
}

function changeOf(value, format) {
    return element(value > 0 ? "span.more" : "span.less", formatDifference(value, format));
}

// Return a column of changes, sorted by absolute value, because large increases and large decreases both matter. A
// change that is not certain has no colour.
function changeColumn(id, title, change, format, widest, isCertain = () => true) {
    return {id, title, isNumber: true, widest: "+" + widest, value: row => Math.abs(change(row)),
        show: row => isCertain(row) ? changeOf(change(row), format) : formatDifference(change(row), format)};
}

function formatProbability(p) {
    return p < 0 ? "" : p.toFixed(p < 0.001 ? 4 : p < 0.0995 ? 3 : 2);
}
