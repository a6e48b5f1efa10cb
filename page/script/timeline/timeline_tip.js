// Tooltips of the timeline for a point, a bar, a message, a counter's value, or the name of a track. A tooltip is a
// list of elements, or null.

import {element} from "../ui/dom.js";
import {formatBytes, formatInstant, formatReal} from "../data/number.js";
import {barKinds, stateNames, trackKinds} from "./timeline_kinds.js";
import {messagesOfBar} from "./timeline_messages.js";

const pointHeight = 12;         // px above a track's bottom, where points are drawn

// Return the tooltip at a position. `row` is the row of a track. `place` is the index of a bar in tracks.sorted, or -1.
// `y` is the distance in px from the top of the first row. `slack` is the distance in ns at which the pointer still
// counts as on a point.
export function tipAt(painter, row, place, time, y, slack) {
    const {tracks, model} = painter;
    const name = model.tracks.name[row.track];
    const point = tracks.pointAt(row.track, time, slack);
    if (point >= 0 && y > row.top + row.height - pointHeight) {
        return tipOfPoint(painter, point, name);
    }
    if (model.tracks.kind[row.track] === trackKinds.counter) {
        return tipOfSample(painter, row.track, time, name);
    }
    if (place >= 0) {
        return tipOfBar(painter, place);
    }
    return point >= 0 ? tipOfPoint(painter, point, name) : null;
}

// Return the tooltip of a message, given as a row of its table.
export function tipOfMessage(painter, row) {
    const {from, to, sent, received, bytes, tag} = painter.model.messages;
    const {name} = painter.model.tracks;
    const time = instants(painter, Math.abs(received[row] - sent[row]) / 100 || Infinity);
    return [element("b", `message from ${name[from[row]]} to ${name[to[row]]}`),
        element("div", `${formatBytes(bytes[row])}, tag ${tag[row]}`),
        element("div", `${time(received[row] - sent[row])}, from ${time(sent[row])}`)];
}

export function tipOfBar(painter, at) {
    const {tracks, model} = painter;
    const bar = tracks.sorted[at];
    const {bars, places} = model;
    const [start, end, place] = [tracks.starts[at], tracks.ends[at], bars.place[bar]];
    const time = instants(painter, (end - start) / 100);
    return [element("b", tracks.nameOf(bar) + suspendedIn(model, bar)),
        element("div", `${time(end - start)}, from ${time(start)}`),
        causeText(painter, at), carrierText(painter, at),
        messagesOfBar(painter, bars.track[bar], start, end).map(text => element("div", text)),
        place >= 0 ? element("div", places.text[place]) : null,
        bars.kind[bar] === barKinds.function ? element("div.dim", model.placeOf(bars.value[bar] - 1)) : null,
        element("div.dim", model.tracks.name[bars.track[bar]])];
}

// Return " in FUNCTION" for a bar of a virtual thread that is suspended in a function, "" for other bars.
function suspendedIn({bars, functions}, bar) {
    const state = bars.kind[bar] === barKinds.state ? stateNames[bars.value[bar]] : "";
    const name = ["blocked", "waiting"].includes(state) ? functions.name[bars.function[bar]] : undefined;
    return name === undefined ? "" : " in " + name;
}

// Return the text for what made a virtual thread runnable or let it run, or what ended its suspension: "woken by worker
// 2 0xb". Return null if the log does not have it.
function causeText({tracks, model}, at) {
    const cause = causeAt(tracks, tracks.stateAt(at));
    return cause === null ? null : element("div", `${cause[0]} by ${model.tracks.name[cause[1]]}`);
}

// Return the cause of a virtual thread's state as [verb, track]; null if it is unknown.
function causeAt(tracks, at) {
    if (at < 0) {
        return null;
    }
    const {bars} = tracks.model;
    const bar = tracks.sorted[at];
    const stateOf = place => place < 0 ? "" : stateNames[bars.value[tracks.sorted[place]]];
    const [before, after] = [tracks.adjoining(at, -1), tracks.adjoining(at, 1)];
    switch (stateOf(at)) {
    case "running":
        return bars.resumer[bar] >= 0 ? ["resumed", bars.resumer[bar]] :
            stateOf(before) === "runnable" ? causeAt(tracks, before) : null;
    case "runnable":
        return causeByPoint(tracks, bars.track[bar], tracks.starts[at]);
    case "blocked":
    case "waiting":
        return causeByPoint(tracks, bars.track[bar], tracks.ends[at]) ??
            (stateOf(after) === "running" ? causeAt(tracks, after) : null);
    default:
        return null;
    }
}

function causeByPoint(tracks, track, time) {
    const verbs = {wake: "woken", create: "created"};
    const [point, from] = tracks.causeOf(track, time) ?? [];
    return point === undefined ? null : [verbs[tracks.model.points.kind[point]] ?? "caused", from];
}

// Return the text for the system thread on which a virtual thread ran.
function carrierText({tracks, model}, at) {
    const carrier = tracks.carrierAt(at);
    return carrier < 0 ? null : element("div", "on " + model.tracks.name[carrier]);
}

function tipOfPoint(painter, point, name) {
    const {points, tracks} = painter.model;
    const other = points.other[point];
    return [element("b", points.kind[point] + (other >= 0 ? " → " + (tracks.name[other] ?? "") : "")),
        points.text[point] ? element("div", points.text[point]) : null,
        element("div", "at " + instants(painter)(points.at[point])), element("div.dim", name)];
}

function tipOfSample(painter, track, time, name) {
    const {samples} = painter.model;
    const sample = painter.tracks.sampleAt(track, time);
    return sample < 0 ? null : [element("b", name),
        element("div", `${formatReal(samples.value[sample])} ${painter.model.tracks.unit[track]}`),
        element("div.dim", "since " + instants(painter)(samples.at[sample]))];
}

// Return the tooltip of a group of virtual threads at a time: how many of them are in each state.
export function tipOfGroup(painter, row, time) {
    const step = painter.gridStep();
    return [element("b", row.title), element("div", `at ${formatInstant(time, step, step / 100)}, on average:`),
        painter.areas.at(row.group, row.members, time).map(([state, number]) =>
            element("div", `${Number(number.toPrecision(3))} ${stateNames[state]}`)),
        element("div.dim", row.isFolded ? "click to unfold" : "click to fold")];
}

// Return a function that formats times in the unit of the axis, with digits down to `finest` ns.
function instants(painter, finest = Infinity) {
    const step = painter.gridStep();
    return ns => formatInstant(ns, step, Math.max(1, Math.min(step / 100, finest)));
}
