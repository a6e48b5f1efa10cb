// Texts that are the same in all views: names of functions, titles of groups, marks of estimates.

import {foldedFunction} from "./tree.js";
import {formatCounted, formatShare} from "./number.js";

export function nameOfFunction(model, index) {
    if (index >= 0) {
        return model.functions.name[index];
    }
    return index === foldedFunction ? "merged paths" : "all";
}

const longestInSentence = 60;
const leastOutside = 0.001;     // share of a measure: a smaller part in no function is not mentioned

// Shorten a name for use in a sentence or a button, because a name of 64 KB would hide everything else.
export function shortened(name) {
    return name.length > longestInSentence ? name.slice(0, longestInSentence) + "…" : name;
}

// Return the title of a group of virtual threads. If a group has no name, or another group has the same name, the title
// includes the creator.
export function groupTitle(model, index) {
    const {name, creator} = model.groups;
    const isShared = name.indexOf(name[index]) !== name.lastIndexOf(name[index]);
    if (name[index] !== "" && !isShared) {
        return name[index];
    }
    return `${name[index] || "no name"} (${creator[index] === "" ? "from the start" : "by " + creator[index]})`;
}

// Describe the contents of the timeline: "600 bars, 400 samples".
export function eventsText({bars, points, samples, messages}) {
    return [[bars, "bar"], [points, "point"], [samples, "sample"], [messages, "message"]]
        .filter(([table]) => table.count > 0).map(([table, noun]) => formatCounted(table.count, noun)).join(", ");
}

// Mark a function's number with "~" if it is an estimate.
export function markEstimate(model, index, text) {
    return model.functions.estimated[index] > 0 ? "~" + text : text;
}

// Describe the part of a measure that is in no function, for example "4.05 s, 44.2 % of all time, in no function". The
// shares in a table of functions add up to 100 % only together with this part. Return "" if it is small.
export function outsideText(model, measure, scopeId) {
    const whole = model.whole(measure.id, scopeId);
    const outside = whole - model.inFunctions(measure.id, scopeId);
    return outside < whole * leastOutside || outside === 0 ? "" :
        `${measure.format(outside)}, ${formatShare(outside, whole)} of all ${measure.word}, in no function`;
}
