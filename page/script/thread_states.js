// What time of threads is spent on: the word, its colour, and what it means.

import {element, partsBar, swatch} from "./dom.js";
import {formatTime} from "./number.js";

export const threadStates = [
    {id: "running", colour: "var(--running)", meaning: "in functions, on the processor"},
    {id: "runnable", colour: "var(--runnable)", meaning: "could run, and waits for a carrier"},
    {id: "blocked", colour: "var(--blocked)", meaning: "waits for a function that runs elsewhere, or for a lock"},
    {id: "waiting", colour: "var(--waiting)", meaning: "has given way until something happens"},
    {id: "uncounted", colour: "var(--uncounted)", meaning: "in a function that counts cycles instead of time"},
    {id: "outside", colour: "var(--outside)", meaning: "before any function, or virtual thread, was named"},
    {id: "scheduler", colour: "var(--scheduler)", meaning: "on the processor between two virtual threads"},
    {id: "idle", colour: "var(--idle)", meaning: "off the processor between two virtual threads"},
    {id: "recorder", colour: "var(--recorder)", meaning: "the recorder's own cost"},
    {id: "paused", colour: "var(--paused)", meaning: "recording was paused"},
];

// Those of the states that a table has any time in.
export function statesIn(table) {
    return threadStates.filter(state => table[state.id] && table[state.id].some(time => time > 0));
}

// The legend of a table's bars.
export function stateLegend(states) {
    return element("p.legend", states.map(state => swatch(state.colour, element("span", {title: state.meaning},
        `${state.id}: ${state.meaning}`))));
}

// A bar of a row's states; `longest` is what the widest bar of the table stands for.
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

// An estimate has a sign before it; no time is no text.
export function timeText(ns, isEstimated = false) {
    return ns === 0 ? "" : (isEstimated ? "~" : "") + formatTime(ns);
}
