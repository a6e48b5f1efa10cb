// The comparison of two sets of runs by function, as computed by the tool: side A before a change, side B after it. In
// this file, "row" is an index into the table `compared`, and "index" is an index into the table of functions.

import {formatCount} from "./number.js";
import {rowsOf} from "./tables.js";

const stateWords = ["", "", "", "", "new: ", "gone: "];
const threadBegin = 1;
const firstCaller = 2;

export class Comparison {
    constructor(model, facts, table) {
        this.model = model;
        this.facts = facts;
        this.table = table;
        this.hasTime = facts.has_time;
        this.isTested = facts.has_p || facts.deviations > 0;      // false if there are too few runs to test times
        this.rows = rowsOf(table);
        this.changed = this.rows.filter(row => table.order[row] > 0);
        this.timed = this.rows.filter(row => table.a_normal[row] > 0 || table.b_normal[row] > 0);
        this.differing = this.timed.filter(row => table.differs[row] > 0);
        this.hasOwn = this.changed.some(row => table.of_own[row] !== 0);
    }

    functionOf(row) {
        return this.table.function[row];
    }

    // Return the row of a function; -1 if no run called it.
    rowOf(index) {
        return index >= 0 ? this.table.function.indexOf(index) : -1;
    }

    // Return the name of a row's function. A function that neither of the page's two runs called is not in the table of
    // functions. For such a function, the row itself has the name and the location.
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

    // Return the name of the caller that explains most of the change of a row's calls.
    callerOf(row) {
        const caller = this.table.caller[row];
        if (caller < firstCaller) {
            return caller === threadBegin ? "thread root" : "";
        }
        return caller - firstCaller === row ? "itself" : this.nameOf(caller - firstCaller);
    }

    callsChange(row) {
        return this.table.b_calls[row] - this.table.a_calls[row];
    }

    // Return true if the calls of a function certainly changed. If they only vary between the runs of a side, they
    // cannot explain a change of its time.
    isCertain(row) {
        return this.table.order[row] > 0;
    }

    timeChange(row) {
        return this.table.b_normal[row] - this.table.a_normal[row];
    }

    byCost(row) {
        return this.timeChange(row) - this.table.by_calls[row];
    }

    // Return the number of calls on a side ("a" or "b"): "100", or "100..110" if the runs of the side differ.
    callsOf(side, row) {
        const least = this.table[side + "_least"][row], most = this.table[side + "_most"][row];
        return least === most ? formatCount(least) : `${formatCount(least)}..${formatCount(most)}`;
    }

    // Return true if a statistical test found that the time of a function differs.
    timeDiffers(index) {
        this.differingFunctions ??= new Set(this.differing.map(row => this.functionOf(row)));
        return this.differingFunctions.has(index);
    }
}
