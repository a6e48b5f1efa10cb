// The overview's sentences on time in which threads did not run: how much time, in which function, called by which
// function, on which threads.

import {element, linkButton} from "../ui/dom.js";
import {formatShare, formatTime, indexOfLargest} from "../data/number.js";
import {callersWithFile} from "../data/relations.js";
import {nameOfFunction, shortened} from "../data/naming.js";

// Blocked and runnable time come first, because they can be reduced, by splitting a lock or adding threads. Waiting
// time comes last, because it is often only the absence of work.
const suspensions = [
    {id: "blocked", text: "Threads were blocked for "},
    {id: "runnable", text: "Virtual threads were ready to run, but no thread ran them, for "},
    {id: "waiting", text: "Threads waited for "},
];
const leastOfRunning = 0.5;     // relative to running time; a state with less time is not mentioned
const mainPart = 0.5;           // of the state's time; a thread or group with at least this share is mentioned
const leastCaller = 0.05;       // of the state's time; a caller with less is not mentioned

// Return [{leads, part}], the sentences about blocked, runnable and waiting time. A state has no sentence if its time
// is short compared with running time. If its time is longer than running time, `leads` is true, and the overview
// begins with its sentence.
export function suspendedSentences(context) {
    const {model, state} = context;
    const running = model.whole("time", state.scope);
    return suspensions.filter(({id}) => model.measures.some(measure => measure.id === id))
        .map(one => ({...one, whole: model.whole(one.id, state.scope)}))
        .filter(({whole}) => whole > running * leastOfRunning)
        .map(one => ({leads: one.whole > running, part: [suspendedSentence(context, one, running), " "]}));
}

function suspendedSentence(context, {id, text, whole}, running) {
    const {model, state, go} = context;
    const own = model.ownOf(id, state.scope);
    const most = indexOfLargest(own);
    const outside = model.outside(id, state.scope);
    const scope = model.scope(state.scope).kind === "all" ? mainScope(model, id, whole) : null;
    return [text, linkButton(formatTime(whole), () => go({measure: id})),
        running > 0 && whole > 2 * running ? ` (${Math.round(whole / running)} times the running time)` : "",
        ": ", outside > own[most] ?
            [element("b", formatShare(outside, whole)), " in no function, such as before the first call"] :
            [element("b", formatShare(own[most], whole)), " in ", measureLink(context, id, most),
                callersText(context, id, whole, most)],
        scope ? `, on ${scope.title}` : null, "."];
}

// Return the text that names the callers of a function who cause much of the measure.
function callersText(context, id, whole, index) {
    const {model, state} = context;
    const {tree, functions} = model;
    const nodes = tree.nodesOf(index, model.scope(state.scope).tops);
    const callers = callersWithFile(tree, nodes, tree.measure(id).own, functions.file)
        .filter(({value}) => value >= whole * leastCaller);
    return callers.map((caller, at) => [at === 0 ? ", called by " : ", ", measureLink(context, id, caller.function),
        callers.length > 1 ? ` (${formatShare(caller.value, whole)})` : ""]);
}

// Return the thread or group that has at least the share `mainPart` of a measure, or null if there is none.
function mainScope(model, id, whole) {
    return model.scopes.filter(scope => scope.kind === "thread" || scope.kind === "group")
        .find(scope => model.whole(id, scope.id) >= whole * mainPart) || null;
}

function measureLink({model, go}, measure, index) {
    return linkButton(shortened(nameOfFunction(model, index)), () => go({view: "functions", function: index, measure}),
        model.placeOf(index));
}
