// A source file with all data of its lines: counts, costs (times, or another measure), branches, exclusions, and the
// functions that start there.

import {formatTime} from "../data/number.js";
import {grouped, rangesOf} from "../data/tables.js";
import {Contexts} from "./contexts.js";
import {Lexer} from "./lexer.js";

// State of a file's text, as in enum text_state of the writer (page/sources.c).
export const textStates = {there: 0, changed: 1, missing: 2, notIncluded: 3};

// Index of the tables of lines and branches by file. Both tables are sorted by file.
export class LineIndex {
    constructor(model) {
        this.model = model;
        this.lines = rangesOf(model.lines.file, model.files.count);
        this.branches = rangesOf(model.branches.file, model.files.count);
        this.outcomes = startsByCount(model.branches.outcomes);
        this.contexts = new Contexts(model);
    }

    // Open a file whose lines cost bytes or objects if that is the measure, otherwise time.
    open(file, measure = "") {
        return new SourceFile(this, file, measure);
    }
}

class SourceFile {
    constructor(index, file, measure) {
        const {model} = index;
        const costs = {allocated: model.lines.allocated, objects: model.lines.objects};
        this.measure = Object.hasOwn(costs, measure) ? measure : "time";
        this.costs = costs[this.measure] ?? model.lines.time;
        this.kind = this.measure === "time" ? {format: formatTime, figure: formatTime} : model.measure(measure);
        this.model = model;
        this.file = file;
        this.state = model.files.state[file];
        const text = model.sourceText(file);
        this.named = index.contexts;
        this.lexer = text === "" ? null : new Lexer(text, model.files.name[file]);
        this.rowOf = new Map();
        this.branchesOf = new Map();
        this.headsOf = grouped(model.functionsOfFile[file].filter(index => model.functions.line[index] > 0),
            index => model.functions.line[index]);
        this.maximumCost = 0;
        this.maximumCount = 0;
        this.hasCounts = false;
        this.readLines(index);
        this.readBranches(index);
        this.hasCosts = this.maximumCost > 0;
        this.hasTimes = this.hasCosts && this.measure === "time";
        this.costTitle = this.measure === "time" ? "self" : this.measure;
    }

    readLines(index) {
        const {lines} = this.model;
        const [first, end] = index.lines(this.file);
        for (let row = first; row < end; row++) {
            this.rowOf.set(lines.line[row], row);
            this.maximumCost = Math.max(this.maximumCost, this.costs[row]);
            this.maximumCount = Math.max(this.maximumCount, lines.count[row]);
            this.hasCounts ||= lines.uncounted[row] === 0;
        }
    }

    readBranches(index) {
        const {branches, outcomes} = this.model;
        const [first, end] = index.branches(this.file);
        for (let row = first; row < end; row++) {
            const line = branches.line[row];
            const known = this.branchesOf.get(line) || {taken: 0, outcomes: 0, excluded: false, counts: []};
            known.taken += branches.taken[row];
            known.outcomes += branches.outcomes[row];
            known.excluded ||= branches.excluded[row] > 0;
            known.counts.push(Array.from(outcomes.count.subarray(index.outcomes[row], index.outcomes[row + 1])));
            this.branchesOf.set(line, known);
        }
    }

    // Return the rows to show, top down, as numbers. A line is its line number. The header of a function is -1 minus
    // the function's index. Lines with data may be beyond the end of the text, or the file may have no text. Of the
    // lines without text, include only those with data, because a damaged recording may name line four billion.
    rows() {
        const last = this.lexer === null ? 0 : this.lexer.lines;
        const known = [this.rowOf, this.branchesOf, this.headsOf].flatMap(map => Array.from(map.keys()));
        const further = known.filter(line => line > last);
        const shown = [];
        const put = line => {
            for (const index of this.headsOf.get(line) || []) {
                shown.push(-1 - index);
            }
            shown.push(line);
        };
        for (let line = 1; line <= last; line++) {
            put(line);
        }
        Array.from(new Set(further)).sort((a, b) => a - b).forEach(put);
        return shown;
    }

    // Return how often a line ran; -1 if unknown.
    count(line) {
        const row = this.rowOf.get(line);
        return row === undefined || this.model.lines.uncounted[row] > 0 ? -1 : this.model.lines.count[row];
    }

    // Return the contexts for which a line ran (contexts.js).
    contexts(line) {
        const row = this.rowOf.get(line);
        return row === undefined ? [] : this.named.ofRow(row);
    }

    cost(line) {
        const row = this.rowOf.get(line);
        return row === undefined ? 0 : this.costs[row];
    }

    // Format a cost with its unit, or as a figure of its column.
    format(cost) {
        return this.kind.format(cost);
    }

    figure(cost) {
        return this.kind.figure(cost);
    }

    // Return the status of a line: "" (no code, or unknown), "excluded", "missed", "partial" (an outcome of a branch
    // was never taken) or "hit".
    status(line) {
        const row = this.rowOf.get(line);
        const branch = this.branchesOf.get(line);
        if (row !== undefined && this.model.lines.excluded[row] > 0) {
            return "excluded";
        }
        const count = this.count(line);
        if (count === 0) {
            return "missed";
        }
        if (branch !== undefined && !branch.excluded && branch.taken < branch.outcomes) {
            return count < 0 && branch.taken === 0 ? "missed" : "partial";
        }
        return count > 0 ? "hit" : "";
    }

    // Return the number of lines of each status, except of those without data.
    countByStatus() {
        const counts = {hit: 0, missed: 0, partial: 0, excluded: 0};
        for (const line of new Set([...this.rowOf.keys(), ...this.branchesOf.keys()])) {
            const status = this.status(line);
            if (status !== "") {
                counts[status]++;
            }
        }
        return counts;
    }

    // Return the sequences of missed lines and of partially covered lines, top down, as [{status, from, to}, ...]. A
    // line without a status does not end a sequence, the header of a function does.
    places() {
        const places = [];
        let before = "";
        for (const line of this.rows()) {
            const status = line > 0 ? this.status(line) : "head";
            if (status === "missed" || status === "partial") {
                if (status !== before) {
                    places.push({status, from: line, to: line});
                }
                places.at(-1).to = line;
            }
            before = status === "" ? before : status;
        }
        return places;
    }

    // Return a line's cost divided by that of the costliest line. If no line has a cost, the counts take its place.
    heat(line) {
        if (this.hasCosts) {
            return this.cost(line) / this.maximumCost;
        }
        return this.maximumCount > 0 ? Math.max(0, this.count(line)) / this.maximumCount : 0;
    }

    // Return the lines that have a cost, costliest first.
    costly() {
        return Array.from(this.rowOf.keys()).filter(line => this.heat(line) > 0)
            .sort((a, b) => this.heat(b) - this.heat(a) || a - b);
    }
}

function startsByCount(counts) {
    const starts = new Uint32Array(counts.length + 1);
    for (let row = 0; row < counts.length; row++) {
        starts[row + 1] = starts[row] + counts[row];
    }
    return starts;
}
