// States of threads, each with its name, colour and meaning.

import {element, partsBar, swatch} from "../ui/dom.js";

export const threadStates = [
    {id: "running", colour: "var(--running)", meaning: "running in functions and virtual threads"},
    {id: "runnable", colour: "var(--runnable)", meaning: "ready to run, waiting for a system thread"},
    {id: "blocked", colour: "var(--blocked)", meaning: "waiting for a function that runs elsewhere, or for a lock"},
    {id: "waiting", colour: "var(--waiting)", meaning: "suspended until resumed"},
    {id: "uncounted", colour: "var(--uncounted)", meaning: "in a function that counts cycles instead of time"},
    {id: "outside", colour: "var(--outside)", meaning: "in no function or virtual thread"},
    {id: "scheduler", colour: "var(--scheduler)", meaning: "on a CPU between two virtual threads"},
    {id: "idle", colour: "var(--idle)", meaning: "off CPU between two virtual threads"},
    {id: "recorder", colour: "var(--recorder)", meaning: "overhead of recording"},
    {id: "paused", colour: "var(--paused)", meaning: "recording was paused"},
];

// Return the states in which a table has any time.
export function statesIn(table) {
    return threadStates.filter(({id}) => id in table && table[id].some(time => time > 0));
}

// Return the legend of the bars in a table.
export function stateLegend(states) {
    return element("p.legend", states.map(state => swatch(state.colour, element("span", {title: state.meaning},
        `${state.id}: ${state.meaning}`))));
}

// Return the bar of a row's states. `longest` is the time of the table's longest bar.
export function stateBar(table, states, row, longest) {
    return partsBar(states.map(state => [table[state.id][row] / longest, state.colour]));
}

export function longestOf(table, states) {
    let longest = 1;
    for (let row = 0; row < table.count; row++) {
        longest = Math.max(longest, stateSum(table, states, row));
    }
    return longest;
}

export function stateSum(table, states, row) {
    return states.reduce((sum, state) => sum + table[state.id][row], 0);
}
