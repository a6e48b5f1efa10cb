// The run as the views see it: facts, tables by name (model.functions, model.files, model.threads, ...; see tables.js),
// the call tree, who called whom, and what the search finds. Nothing in it changes after it was made.

import {defineLazily, tableOf} from "./tables.js";
import {CallTree} from "./tree.js";
import {Comparison} from "./comparison.js";
import {Relations} from "./relations.js";
import {measuresOf} from "./measure.js";
import {scopesOf} from "./scope.js";

const tableNames = ["files", "functions", "tops", "lines", "branches", "outcomes", "threads", "groups", "vthreads",
    "phases", "marks", "tracks", "bars", "samples", "points", "places", "states"];

export class Model {
    constructor(payload) {
        this.payload = payload;
        this.run = payload.run;
        this.other = payload.other;
        this.cover = payload.cover;
        this.notes = payload.notes;
        for (const table of tableNames) {
            defineLazily(this, table, () => tableOf(payload, table));
        }
        defineLazily(this, "tree", () => treeOf(payload, "nodes", this.tops));
        defineLazily(this, "otherTree", () => treeOf(payload, "other_nodes", tableOf(payload, "other_tops")));
        defineLazily(this, "comparison", () => payload.comparison &&
            new Comparison(this, payload.comparison, tableOf(payload, "compared")));
        defineLazily(this, "relations", () => new Relations(tableOf(payload, "calls"), this.functions.count));
        defineLazily(this, "scopes", () => scopesOf(this));
        defineLazily(this, "functionsOfFile", () => functionsByFile(this));
        defineLazily(this, "fileSelf", () => this.sumByFile(this.functions.self));
        defineLazily(this, "fileCalls", () => this.sumByFile(this.functions.calls));
        defineLazily(this, "totals", () => totalsOf(this));
        defineLazily(this, "searched", () => searchedTexts(this));
        this.measures = measuresOf(this.run, column => payload.has("nodes", column));
        this.sums = new Map();
    }

    get hasTime() {
        return this.run.has_time;
    }

    // Where there are samples in place of calls, they say nothing of how often or how long one was called.
    get hasPerCall() {
        return this.hasTime && !this.run.sampled;
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

    // "luacheck/lexer.lua:99", or "" for a function without a file
    placeOf(index) {
        const file = this.functions.file[index];
        if (file < 0) {
            return "";
        }
        const line = this.functions.line[index];
        return this.files.short[file] + (line > 0 ? ":" + line : "");
    }

    // The same with the whole name of the file, and lines as numbers sort.
    placeToSort(index) {
        const file = this.functions.file[index];
        return file < 0 ? "" : this.files.name[file] + ":" + String(this.functions.line[index]).padStart(9, "0");
    }

    // Whether there is a source to go to; its text may still be missing. A new function of the run to compare with
    // stands in another text than the page has.
    hasSource(index) {
        return this.functions.file[index] >= 0 && this.functions.elsewhere[index] === 0;
    }

    // [{function, calls, total}] of callersOf or calleesOf (relations.js). Starts of threads alone say nothing about a
    // function whose own counters counted its calls.
    relationsOf(index, kind, order) {
        const relations = this.run.callers ? this.relations[kind](index, order) : [];
        return this.knowsCallers(index) || relations.some(relation => relation.function >= 0) ? relations : [];
    }

    knowsCallers(index) {
        return this.run.callers && this.functions.lacks_callers[index] === 0;
    }

    // What stands for a caller that is no function.
    get noCaller() {
        return this.run.lacks_callers ? "(no caller recorded)" : "(start of a thread)";
    }

    // A column of the functions, added up by file.
    sumByFile(column) {
        const sums = new Float64Array(this.files.count);
        this.functions.file.forEach((file, index) => {
            if (file >= 0) {
                sums[file] += column[index];
            }
        });
        return sums;
    }

    sourceText(file) {
        return this.payload.text("files", "text", file);
    }

    // The columns of the functions within a scope. Those of the whole run are the recorder's exact ones; those of a
    // part are added up from the tree, which holds every path unless the file says that some were folded.
    functionsOf(scopeId) {
        const scope = this.scope(scopeId);
        if (scope.kind === "all") {
            return this.functions;
        }
        if (!this.sums.has(scope.id)) {
            const names = ["calls", "self", "runnable", "blocked", "waiting"];
            this.sums.set(scope.id, this.tree.sumsByFunction(this.functions.count, scope.tops, names));
        }
        return this.sums.get(scope.id);
    }

    // All of a measure within a scope: what a share is of. Virtual threads' time outside of functions belongs to it, as
    // it does in the figures of the run; a system thread may do anything there, so its time does not.
    whole(measureId, scopeId) {
        const {total} = this.tree.measure(measureId);
        const {tops} = this.scope(scopeId);
        return tops.reduce((sum, top) => sum + total[this.tops.node[top]], 0) + this.outside(measureId, tops);
    }

    outside(measureId, tops) {
        const counted = measureId === "time" ? tops.filter(top => this.tops.group[top] >= 0) : [];
        return counted.reduce((sum, top) => sum + this.tops.outside[top], 0);
    }

    // {query, functions, count} of the functions whose name or file holds the text, or null for an empty search.
    match(query) {
        const wanted = query.trim().toLowerCase();
        if (wanted === "") {
            return null;
        }
        if (this.lastMatch?.wanted !== wanted) {
            const functions = Uint8Array.from(this.searched, text => text.includes(wanted) ? 1 : 0);
            const count = functions.reduce((sum, is) => sum + is, 0);
            this.lastMatch = {wanted, query: query.trim(), functions, count};
        }
        return this.lastMatch;
    }
}

function treeOf(payload, nodes, tops) {
    const columns = {};
    for (const column of ["step", "function", "calls", "self", "runnable", "blocked", "waiting", "cycles"]) {
        columns[column] = payload.numbers(nodes, column);
    }
    return new CallTree(columns, tops);
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

// Functions as coverage counts them: those with a source, without excluded ones. The list of functions has all.
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

function searchedTexts(model) {
    const files = model.files.name.map(name => name.toLowerCase());
    return model.functions.name.map((name, index) => {
        const file = model.functions.file[index];
        return file < 0 ? name.toLowerCase() : name.toLowerCase() + "\n" + files[file];
    });
}
