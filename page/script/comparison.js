// What changed between two sides of runs, function by function, as the tool found it: A before a change, B after it.
// Nothing is decided here, only named. A row is an index into the table `compared`.

import {formatCount} from "./number.js";

const stateWords = ["", "", "", "", "new: ", "gone: "];
const threadBegin = 1;
const firstCaller = 2;

export class Comparison {
    constructor(model, facts, table) {
        this.model = model;
        this.facts = facts;
        this.table = table;
        this.hasTime = facts.has_time;
        this.rows = Array.from({length: table.count}, (_, row) => row);
        this.changed = this.rows.filter(row => table.order[row] > 0);
        this.timed = this.rows.filter(row => table.a_normal[row] > 0 || table.b_normal[row] > 0);
        this.differing = this.timed.filter(row => table.differs[row] > 0);
        this.hasOwn = this.changed.some(row => table.of_own[row] !== 0);
    }

    functionOf(row) {
        return this.table.function[row];
    }

    // -1 for none: a function that no run called
    rowOf(index) {
        return index >= 0 ? this.table.function.indexOf(index) : -1;
    }

    // A function that neither of the two runs of the page called brings its own name and place.
    nameOf(row) {
        const index = this.functionOf(row);
        return index >= 0 ? this.model.functions.name[index] : this.table.name[row];
    }

    placeOf(row) {
        const index = this.functionOf(row);
        return index >= 0 ? this.model.placeOf(index) : this.table.place[row];
    }

    titleOf(row) {
        return stateWords[this.table.state[row]] + this.nameOf(row);
    }

    // By whom most of a change of calls came.
    callerOf(row) {
        const caller = this.table.caller[row];
        if (caller < firstCaller) {
            return caller === threadBegin ? "begin of a thread" : "";
        }
        return caller - firstCaller === row ? "itself" : this.nameOf(caller - firstCaller);
    }

    callsChange(row) {
        return this.table.b_calls[row] - this.table.a_calls[row];
    }

    // Its own calls changed for certain; where they vary from run to run that explains nothing.
    isCertain(row) {
        return this.table.order[row] > 0;
    }

    timeChange(row) {
        return this.table.b_normal[row] - this.table.a_normal[row];
    }

    byCost(row) {
        return this.timeChange(row) - this.table.by_calls[row];
    }

    // "100", or "100..110" where the runs of a side differ
    callsOf(side, row) {
        const least = this.table[side + "_least"][row], most = this.table[side + "_most"][row];
        return least === most ? formatCount(least) : `${formatCount(least)}..${formatCount(most)}`;
    }

    // The largest difference that a function has of a measure.
    largest(measureId) {
        const [first, second] = measureId === "calls" ? [this.table.a_calls, this.table.b_calls] :
            [this.table.a_total, this.table.b_total];
        return this.rows.reduce((most, row) => Math.max(most, Math.abs(second[row] - first[row])), 0);
    }
}
