// The overview's main numbers, and its summary sentence.

import {element, linkButton} from "../ui/dom.js";
import {formatCount, formatCounted, formatShare, formatTime, indexOfLargest} from "../data/number.js";
import {depthOf, whereItParts} from "../data/item.js";
import {eventsText, nameOfFunction, shortened} from "../data/naming.js";
import {suspendedSentences} from "./overview_suspended.js";

const costliest = 5;
const countWords = ["no", "one", "two", "three", "four", "five"];
const sumMentioned = 0.8;       // share of the whole; a sentence lists the callees of the deepest frame with this share
const dominantPart = 0.4;       // share of the whole; a function with at least this share is mentioned alone
const leastMentioned = 0.01;    // share of the whole; a callee with less is not mentioned
const branchesMentioned = 3;
const longName = 36;            // characters: a line may break between a longer name and its share

// Return the main numbers for the data that the run has.
export function bigFigures(context) {
    const {model} = context;
    const {run, totals, functions} = model;
    const figures = [
        run.duration_ns > 0 && [formatTime(run.duration_ns),
            run.phase ? `wall clock of phase ${run.phase}` : "wall clock"],
        model.hasTime && [formatTime(run.self_ns), "in functions"],
        model.hasTime && run.elapsed_ns > run.self_ns * 1.005 && [formatTime(run.elapsed_ns),
            "elapsed, all threads, including waiting"],
        model.hasCalls && !run.hits && [formatCount(run.calls), model.callWord + "s"],
        model.hasCounted && [formatCount(run.counted_calls), "calls counted"],
        totals.functions > 0 && (!run.sampled || model.hasCounted) &&
            [`${formatCount(totals.functionsRun)} of ${formatCount(totals.functions)}`,
                "functions with a source called"],
        totals.functions === 0 && functions.count > 0 && [formatCount(functions.count), "functions without a source"],
        model.hasCalls && run.paths > 0 && [formatCount(run.paths), "call paths"],
        totals.lines > 0 && [formatShare(totals.linesHit, totals.lines),
            `of ${formatCounted(totals.lines, "line")} ran`],
        totals.outcomes > 0 && [formatShare(totals.outcomesTaken, totals.outcomes),
            "of " + formatCounted(totals.outcomes, "branch outcome")],
        createdThreads(model) > 1 && [formatCount(createdThreads(model)), "virtual threads"],
    ];
    return element("div.figures-row", figures.filter(Boolean).map(([value, name]) =>
        element("div.figure", element("strong", value), element("span", name))),
        element("div.figure.run-facts", runFacts(context).filter(Boolean).map(fact => element("span", fact))));
}

function createdThreads(model) {
    return Math.max(model.vthreads.count, model.groups.created.reduce((sum, created) => sum + created, 0));
}

function runFacts({model: {run, comparison}, go}) {
    return [(run.started || "").slice(0, 19).replace("T", " ") + " UTC", `${run.name}, ${run.product}`,
        comparison && [sideFact(comparison.facts.a.runs), linkButton("Compare", () => go({view: "compare"}))]];
}

// Describe which run of a comparison is shown by the tabs other than Compare.
function sideFact(runs) {
    return runs > 1 ? `the median of ${formatCount(runs)} runs of A; all: ` : "the run of A; both: ";
}

// Return the summary sentences. `root` is the root of the top-down tree of the current measure, or null if there is
// none.
export function whereItGoes(context, root) {
    const {model} = context;
    if (!model.hasCalls) {
        return element("p.sentence", nothingCalled(model), model.tracks.count === 0 ? null :
            [" ", linkButton("The timeline", () => context.go({view: "timeline"})), ` has ${eventsText(model)}.`]);
    }
    const suspended = context.state.measure === "" ? suspendedSentences(context) : [];
    return element("p.sentence", suspended.filter(one => one.leads).map(one => one.part),
        !model.hasTime && model.hasLines ? missedSentence(context) : costSentence(context),
        root === null ? null : partingSentence(context, root),
        suspended.filter(one => !one.leads).map(one => [" ", one.part]));
}

function nothingCalled(model) {
    return "This run has no calls: " + (model.functions.count > 0 ?
        formatCounted(model.functions.count, "function") + " registered, none called while recording." :
        "no functions were registered or called while recording.");
}

// Return a sentence about the share of the top functions, and about the file with the largest share.
function costSentence(context) {
    const {model, state} = context;
    const measure = model.measure(state.measure);
    const column = Array.from(model.functionsOf(state.scope)[measure.own]);
    const whole = model.whole(measure.id, state.scope);
    const first = column.map((_, index) => index).filter(index => column[index] > 0)
        .sort((a, b) => column[b] - column[a]).slice(0, costliest);
    if (first.length === 0 || measure.isNested || model.run.hits) {
        return null;
    }
    const byFile = model.ownOfFiles(measure.id, state.scope);
    const file = indexOfLargest(byFile);
    const most = measure.id === "time" ? "costliest " : "";
    if (column[first[0]] >= whole * dominantPart) {
        first.length = 1;
    }
    const head = first.length === 1 ? [`The ${most}function `, functionLink(context, first[0]), " has "] :
        [`The ${countWords[first.length]} ${most}functions${most === "" ? ` with most ${measure.word}` : ""} have `];
    const sum = first.reduce((part, index) => part + column[index], 0);
    return [head, element("b", formatShare(sum, whole)), ` of all ${measure.word}`,
        model.files.count > 1 && byFile[file] > 0 ? ["; the file ",
            fileLink(context, file), " has ",
            element("b", formatShare(byFile[file], whole))] : null, ". "];
}

function missedSentence(context) {
    const {model} = context;
    const {files, totals} = model;
    const missed = Array.from(files.lines, (lines, file) => lines - files.lines_hit[file]);
    const file = indexOfLargest(missed);
    if (totals.lines === totals.linesHit) {
        return ["All lines are covered. "];
    }
    const never = totals.functions - totals.functionsRun;
    return [element("b", formatCount(totals.lines - totals.linesHit)),
        ` of ${formatCounted(totals.lines, "line")} never ran`,
        never > 0 ? [", nor did ", element("b", formatCount(never)),
            " of " + formatCounted(totals.functions, "function")] : null,
        files.count > 1 ? ["; most of the lines, ", element("b", formatCount(missed[file])), ", are in ",
            fileLink(context, file)] : null, ". "];
}

// Return a sentence such as "Below stages.run (13 frames down, 93.5 %) time goes to ...".
function partingSentence(context, root) {
    const {model, state} = context;
    const {word, isPlural} = model.measure(state.measure);
    const goes = isPlural ? "go" : "goes";
    const item = whereItParts(root, sumMentioned);
    const branches = item.children().slice(0, branchesMentioned)
        .filter(child => child.function >= 0 && child.total >= root.total * leastMentioned);
    if (branches.length === 0 || root.total === 0 ||
        (branches.length === 1 && branches[0].total >= root.total * sumMentioned)) {
        return null;
    }
    const where = item === root ? [upper(word), ` ${goes} to `] :
        ["Below ", functionLink(context, item.function),
            ` (${framesDown(depthOf(item) - 1)}, ${formatShare(item.total, root.total)}) `, `${word} ${goes} to `];
    const list = branches.map((child, index) => [index > 0 ? ", " : "",
        element(nameOfFunction(model, child.function).length > longName ? "span" : "span.together",
            functionLink(context, child.function), "\u00a0", element("b", formatShare(child.total, root.total)))]);
    const own = item !== root && item.self > branches[0].total ?
        [`; ${formatShare(item.self, root.total)} is self time`] : [];
    return [where, list, own, "."];
}

function framesDown(frames) {
    return frames === 0 ? "at the top" : formatCounted(frames, "frame") + " down";
}

function upper(word) {
    return word[0].toUpperCase() + word.slice(1);
}

function functionLink(context, index) {
    const {model, go} = context;
    return linkButton(shortened(nameOfFunction(model, index)), () => go({view: "functions", function: index}),
        model.placeOf(index));
}

function fileLink(context, file) {
    const {model, go} = context;
    return linkButton(shortened(model.files.short_name[file]), () => go({view: "source", file, line: 0}));
}
