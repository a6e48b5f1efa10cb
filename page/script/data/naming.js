// Names of functions and estimates, as written everywhere.

import {foldedFunction} from "./tree.js";
import {formatCounted} from "./number.js";

export function nameOfFunction(model, index) {
    if (index >= 0) {
        return model.functions.name[index];
    }
    return index === foldedFunction ? "folded paths" : "all";
}

const longestInSentence = 60;

// A name within a sentence or a button: a name of 64 KB would hide everything else.
export function shortened(name) {
    return name.length > longestInSentence ? name.slice(0, longestInSentence) + "…" : name;
}

// Groups of virtual threads may lack a name, or share one: their creator distinguishes them.
export function groupTitle(model, index) {
    const {name, creator} = model.groups;
    const isShared = name.indexOf(name[index]) !== name.lastIndexOf(name[index]);
    if (name[index] !== "" && !isShared) {
        return name[index];
    }
    return `${name[index] || "no name"} (${creator[index] === "" ? "from the start" : "by " + creator[index]})`;
}

// Describe the contents of the timeline: "600 bars, 400 samples".
export function eventsText({bars, points, samples}) {
    return [[bars, "bar"], [points, "point"], [samples, "sample"]].filter(([table]) => table.count > 0)
        .map(([table, noun]) => formatCounted(table.count, noun)).join(", ");
}

// Mark an estimated number.
export function markEstimate(model, index, text) {
    return model.functions.estimated[index] > 0 ? "~" + text : text;
}
