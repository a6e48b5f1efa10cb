// The run as the views use it: facts, tables by name (model.functions, model.files, model.threads, ...; see
// page/schema.def), the call tree, callers and callees, and the search. It does not change after construction, except
// that tables and trees are made when they are first read.

import {defineLazily, tableOf} from "./tables.js";
import {CallTree} from "./tree.js";
import {filteredTree} from "./path_filter.js";
import {searchPattern} from "./search_pattern.js";
import {intervalOf} from "./interval.js";
import {formatShares} from "./number.js";
import {Comparison} from "./comparison.js";
import {Job} from "./job.js";
import {relationsOf} from "./relations.js";
import {measuresOf} from "./measure.js";
import {scopesOf} from "./scope.js";

const matchesKept = 20;         // maximum number of cached search results

// By measure: the run's total, and the column of table tops with the time of virtual threads outside of functions.
const totalsOfRun = {time: "running_ns", elapsed: "elapsed_ns", runnable: "runnable_ns", blocked: "blocked_ns",
    waiting: "waiting_ns"};
const outsideColumns = {time: "outside", runnable: "runnable", blocked: "blocked", waiting: "waiting"};

export class Model {
    constructor(payload) {
        this.payload = payload;
        this.run = payload.run;
        this.other = payload.other;
        this.cover = payload.cover;
        this.notes = payload.notes;
        for (const table of Object.keys(payload.tables)) {
            defineLazily(this, table, () => tableOf(payload, table));
        }
        defineLazily(this, "tree", () => new CallTree(this.nodes));
        defineLazily(this, "otherTree", () => new CallTree(this.other_nodes));
        defineLazily(this, "comparison", () => payload.comparison &&
            new Comparison(this, payload.comparison, this.compared));
        defineLazily(this, "job", () => payload.job && new Job(this, payload.job));
        defineLazily(this, "scopes", () => scopesOf(this));
        defineLazily(this, "functionsOfFile", () => functionsByFile(this));
        defineLazily(this, "totals", () => totalsOf(this));
        this.measures = measuresOf(this.run, column => payload.has("nodes", column));
        this.sums = new Map();
        this.fileSums = new Map();
        this.totalSums = new Map();
        this.matches = new Map();
        this.isFiltered = false;
    }

    get hasTime() {
        return this.run.has_time;
    }

    // The tree of a sampled run knows neither the number nor the duration of calls.
    get hasPerCall() {
        return this.hasTime && !this.run.sampled;
    }

    // True if a sampled run also counted calls of functions: those of the whole run, without filters.
    get hasCounted() {
        return Boolean(this.run.has_counted) && !this.isFiltered;
    }

    // Return the counted calls of a function in a sampled run; -1 if they were not counted.
    countedOf(index) {
        return this.functions.counted[index] - 1;
    }

    // Return the 95 % interval of a share of the running time in a scope, as text. Return null if the measure is
    // another one, or not estimated from samples.
    intervalText(measureId, part, scopeId) {
        if (!this.run.sampled || measureId !== "time" || part === 0) {
            return null;
        }
        const interval = intervalOf(part, this.whole("time", scopeId), this.inTree("calls", scopeId));
        return "95 % interval " + formatShares(interval);
    }

    get callWord() {
        return this.run.sampled ? "sample" : "call";
    }

    get hasLines() {
        return this.totals.lines > 0;
    }

    get hasCalls() {
        return this.run.calls > 0 || this.run.self_ns > 0;
    }

    measure(id) {
        return this.measures.find(measure => measure.id === id) || this.measures[0];
    }

    scope(id) {
        return this.scopes.find(scope => scope.id === id) || this.scopes[0];
    }

    // Return the location of a function, such as "luacheck/lexer.lua:99"; "" for a function without a file.
    placeOf(index) {
        const file = this.functions.file[index];
        if (file < 0) {
            return "";
        }
        const line = this.functions.line[index];
        return this.files.short_name[file] + (line > 0 ? ":" + line : "");
    }

    // Return the location of a function as a sort key: with the full name of the file, and with the line number padded
    // to a fixed length.
    placeToSort(index) {
        const file = this.functions.file[index];
        return file < 0 ? "" : this.files.name[file] + ":" + String(this.functions.line[index]).padStart(9, "0");
    }

    // Return true if the page can show a function in its file, even if the file's text is missing. Return false if only
    // run B has the function and the page has another version of its file.
    hasSource(index) {
        return this.functions.file[index] >= 0 && this.functions.elsewhere[index] === 0;
    }

    // Return the callers and callees of a function within a scope (relations.js). A function with counters in its own
    // code reports no caller, so the tree may have only roots of threads as its callers. In that case the list of
    // callers is empty, because they are unknown.
    relationsOf(index, measureId, scopeId) {
        const {callers, callees} = relationsOf(this.tree, this.scope(scopeId).tops, measureId, index);
        const known = list => this.run.callers &&
            (this.knowsCallers(index) || list.some(relation => relation.function >= 0)) ? list : [];
        return {callers: known(callers), callees: known(callees)};
    }

    knowsCallers(index) {
        return this.run.callers && this.functions.lacks_callers[index] === 0;
    }

    // Return the text for a caller that is not a function, such as "(thread root)".
    get noCaller() {
        return this.run.lacks_callers ? "(no caller recorded)" : "(thread root)";
    }

    // Return an array by function: the function's own part of a measure within a scope, without its callees. The values
    // add up to whole() minus the part that is in no function.
    ownOf(measureId, scopeId) {
        const figures = this.functionsOf(scopeId);
        if (!this.measure(measureId).isNested) {
            return figures[this.measure(measureId).own];
        }
        const {self, runnable, blocked, waiting} = figures;
        return Float64Array.from(self, (time, index) => time + runnable[index] + blocked[index] + waiting[index]);
    }

    // Return an array by function: a measure within a scope, including callees. If the measure is calls, return running
    // time.
    totalsOf(measureId, scopeId) {
        const measure = this.measure(measureId);
        if (!measure.isOther || measure.isNested) {
            return this.functionsOf(scopeId)[measure.isNested ? measure.own : "total"];
        }
        const {id, tops} = this.scope(scopeId);
        const key = `${measure.id} ${id}`;
        if (!this.totalSums.has(key)) {
            this.totalSums.set(key, this.tree.totalsByFunction(this.functions.count, tops, measure.id));
        }
        return this.totalSums.get(key);
    }

    inFunctions(measureId, scopeId) {
        return this.ownOf(measureId, scopeId).reduce((sum, own) => sum + own, 0);
    }

    // Return an array by file: the sum of ownOf() over the functions of the file.
    ownOfFiles(measureId, scopeId) {
        const key = `${this.measure(measureId).id} ${this.scope(scopeId).id}`;
        if (!this.fileSums.has(key)) {
            const own = this.ownOf(measureId, scopeId);
            const sums = new Float64Array(this.files.count);
            this.functions.file.forEach((file, index) => {
                if (file >= 0) {
                    sums[file] += own[index];
                }
            });
            this.fileSums.set(key, sums);
        }
        return this.fileSums.get(key);
    }

    // Return the sum of a measure over the functions of a file and all that they call. Each call path counts once.
    totalOfFile(file, measureId, scopeId) {
        const isOfFile = Uint8Array.from(this.functions.file, one => one === file ? 1 : 0);
        return this.tree.totalOfMatching(isOfFile, this.scope(scopeId).tops, this.measure(measureId).id);
    }

    sourceText(file) {
        return this.payload.text("files", "text", file);
    }

    // Return true if a scope is the whole run and no filters are active.
    isWhole(scopeId) {
        return this.scope(scopeId).kind === "all" && !this.isFiltered;
    }

    // Return a model that has only the call paths that pass filters (path_filter.js). `patterns` has a pattern for each
    // kind of filter. All data other than call paths are those of the whole run.
    filtered(patterns) {
        const filters = Object.fromEntries(Object.entries(patterns)
            .map(([kind, pattern]) => [kind, this.match(pattern)?.functions ?? null]));
        if (Object.values(filters).every(filter => filter === null)) {
            return this;
        }
        const made = Object.create(this);
        Object.assign(made, {sums: new Map(), fileSums: new Map(), totalSums: new Map()});
        defineLazily(made, "isFiltered", () => true);
        for (const tree of ["tree", "otherTree"]) {
            defineLazily(made, tree, () => filteredTree(this[tree], filters));
        }
        return made;
    }

    // Return the columns of the functions within a scope (scope.js). For the whole run they are the recorder's exact
    // numbers. For a part of the run they are sums over the nodes of the tree. If paths were folded, their numbers are
    // missing in these sums.
    functionsOf(scopeId) {
        const scope = this.scope(scopeId);
        if (this.isWhole(scopeId)) {
            return this.functions;
        }
        if (!this.sums.has(scope.id)) {
            const names = ["calls", "self", "runnable", "blocked", "waiting", "cycles", "allocated", "objects"];
            this.sums.set(scope.id, this.tree.sumsByFunction(this.functions.count, scope.tops, names));
        }
        return this.sums.get(scope.id);
    }

    // Return the total of a measure within a scope, which is 100 % for shares. It includes the time of virtual threads
    // outside of functions, as in `qii report`. It excludes the time of system threads outside of functions,
    // because they may do anything there.
    whole(measureId, scopeId) {
        return this.inTree(measureId, scopeId) + this.outside(measureId, scopeId);
    }

    // Return the part of whole() that belongs to no call path.
    outside(measureId, scopeId) {
        const total = totalsOfRun[measureId];
        if (!total || this.isFiltered) {
            return 0;
        }
        const {kind, tops} = this.scope(scopeId);
        if (kind === "all") {
            return Math.max(0, this.run[total] - this.inTree(measureId, scopeId));
        }
        const columns = measureId === "elapsed" ? Object.values(outsideColumns) : [outsideColumns[measureId]];
        return columns.reduce((sum, column) => tops.reduce((part, top) => part + this.tops[column][top], sum), 0);
    }

    inTree(measureId, scopeId) {
        const {total} = this.tree.measure(measureId);
        return this.scope(scopeId).tops.reduce((sum, top) => sum + total[this.tree.roots[top]], 0);
    }

    // Search for the functions that match a pattern (search_pattern.js). Return {query, functions, count, error}, in
    // which `functions` is an array by function with 1 for a match. Return null for an empty pattern.
    match(query) {
        const wanted = query.trim();
        if (this.matches.has(wanted)) {
            return this.matches.get(wanted);
        }
        const pattern = searchPattern(wanted);
        if (pattern === null) {
            return null;
        }
        const {name, file} = this.functions;
        const functions = Uint8Array.from(name, (one, index) =>
            pattern.test(one, file[index] < 0 ? "" : this.files.name[file[index]]) ? 1 : 0);
        const count = functions.reduce((sum, is) => sum + is, 0);
        const found = {query: wanted, functions, count, error: pattern.error};
        if (this.matches.size >= matchesKept) {
            this.matches.clear();
        }
        this.matches.set(wanted, found);
        return found;
    }
}

function functionsByFile(model) {
    const lists = Array.from({length: model.files.count}, () => []);
    model.functions.file.forEach((file, index) => {
        if (file >= 0) {
            lists[file].push(index);
        }
    });
    return lists;
}

// Return sums over all files. The numbers of functions include only those that have a source and are not excluded from
// coverage.
function totalsOf(model) {
    const add = column => column.reduce((sum, value) => sum + value, 0);
    const {files} = model;
    return {
        lines: add(files.lines),
        linesHit: add(files.lines_hit),
        outcomes: add(files.outcomes),
        outcomesTaken: add(files.outcomes_taken),
        functions: add(files.functions),
        functionsRun: add(files.functions_hit),
    };
}
