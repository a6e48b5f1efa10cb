// The tracks of the timeline: their bars, samples and points, and the search for what is at a position. The bars of a
// track that have the same depth are a "level". Bars of a level do not overlap, so a binary search finds the visible
// bars.

import {halve, rangesOf} from "../data/tables.js";
import {barKinds, stateNames, trackKinds} from "./timeline_kinds.js";
import {TrackMessages} from "./timeline_messages.js";
import {TrackOrder} from "./timeline_order.js";
import {TrackRows, levelHeight, trackPadding} from "./timeline_rows.js";

const axisHeight = 24;          // px above the tracks
const marksHeight = 16;         // px: row of marks below the axis, if there are marks

const margin = 0.01;            // share of the time from the first to the last event, added at both ends
const deepestLevel = 200;       // deeper bars share a level, since a damaged recording may have depth 4 billion

export class Tracks {
    constructor(model) {
        this.model = model;
        this.count = model.tracks.count;
        this.axisHeight = axisHeight + (model.marks.count > 0 ? marksHeight : 0);
        this.bars = rangesOf(model.bars.track, this.count);
        this.samples = rangesOf(model.samples.track, this.count);
        this.points = rangesOf(model.points.track, this.count);
        this.messages = new TrackMessages(model);
        this.layLevels();
        this.order = new TrackOrder(model, this.bars);
        this.measureTime();
        this.arrange({});
    }

    // Lay out the rows by the values of the view's state.
    arrange(choice) {
        this.rows = new TrackRows(this, choice);
    }

    // Set `sorted`, the bars sorted by track, depth and start, and `levels`, which has for each level of each track the
    // range of its bars in `sorted`. `starts` and `ends` are in the order of `sorted`, so that a search reads
    // consecutive numbers.
    layLevels() {
        const {start, length, depth} = this.model.bars;
        this.sorted = new Uint32Array(this.model.bars.count);
        this.levels = [];
        for (let track = 0; track < this.count; track++) {
            const [from, to] = this.bars(track);
            let depths = 0;
            for (let bar = from; bar < to; bar++) {
                depths = Math.max(depths, Math.min(depth[bar], deepestLevel) + 1);
            }
            const starts = new Uint32Array(depths + 1);
            for (let bar = from; bar < to; bar++) {
                starts[Math.min(depth[bar], deepestLevel) + 1]++;
            }
            starts[0] = from;
            for (let at = 0; at < depths; at++) {
                starts[at + 1] += starts[at];
            }
            const next = starts.slice();
            for (let bar = from; bar < to; bar++) {
                this.sorted[next[Math.min(depth[bar], deepestLevel)]++] = bar;
            }
            this.levels.push(Array.from({length: depths}, (_, at) => ({from: starts[at], to: starts[at + 1]})));
        }
        this.starts = Float64Array.from(this.sorted, bar => start[bar]);
        this.ends = Float64Array.from(this.sorted, bar => start[bar] + length[bar]);
    }

    measureTime() {
        const {marks, points, samples} = this.model;
        let from = Infinity;
        let to = -Infinity;
        for (const list of [this.starts, this.ends, marks.at, points.at, samples.at]) {
            for (const at of list) {
                from = at < from ? at : from;
                to = at > to ? at : to;
            }
        }
        // Add a margin, so that the first and the last event are not at the edge.
        const whole = from < to ? to - from : 1;
        this.from = Math.max(0, from === Infinity ? 0 : from - whole * margin);
        this.to = Math.max(this.from + 1, to + whole * margin);
    }

    nameOf(bar) {
        const {bars, functions, tracks, states} = this.model;
        const value = bars.value[bar];
        switch (bars.kind[bar]) {
        case barKinds.state:
            return stateNames[value] || stateNames[5];
        case barKinds.function:
            return functions.name[value - 1] ?? "?";
        case barKinds.virtualThread:
            return tracks.name[value - 1] ?? "?";
        case barKinds.scope:
            return `${tracks.name[bars.track[bar]]} ${value}`;
        default:
            return states.name[value - 1] ?? "(unknown state)";
        }
    }

    levelTop(row, depth) {
        return row.top + trackPadding / 2 + depth * levelHeight;
    }

    depthAt(row, y) {
        return Math.floor((y - row.top - trackPadding / 2) / levelHeight);
    }

    // firstEndingAfter returns the index in `sorted` of a level's first bar that ends after a time. firstStartingFrom
    // returns the index of its first bar that starts at a time or later.
    firstEndingAfter({from, to}, time) {
        return halve(this.ends, from, to, time, true);
    }

    firstStartingFrom({from, to}, time) {
        return halve(this.starts, from, to, time, false);
    }

    // Return the index in `sorted` of the bar at a time, or of the nearest bar within `slack` ns; -1 if there is none.
    barAt(level, time, slack) {
        const after = this.firstEndingAfter(level, time);
        const distances = [after - 1, after].filter(place => place >= level.from && place < level.to)
            .map(place => [Math.max(0, this.starts[place] - time, time - this.ends[place]), place])
            .sort((a, b) => a[0] - b[0]);
        return distances.length > 0 && distances[0][0] <= slack ? distances[0][1] : -1;
    }

    firstPointFrom(track, time) {
        const [from, to] = this.points(track);
        return halve(this.model.points.at, from, to, time, false);
    }

    // Return the row of `points` that is nearest to a time on a track, within `slack` ns; -1 if there is none.
    pointAt(track, time, slack) {
        const {at} = this.model.points;
        const [, to] = this.points(track);
        let nearest = -1;
        for (let point = this.firstPointFrom(track, time - slack); point < to && at[point] <= time + slack; point++) {
            if (nearest < 0 || Math.abs(at[point] - time) < Math.abs(at[nearest] - time)) {
                nearest = point;
            }
        }
        return nearest;
    }

    // Return the point that caused a change of a track at a time, such as its wake-up, as [row of `points`, track of
    // the point]; null if there is none.
    causeOf(track, time) {
        const {at, track: trackOf} = this.model.points;
        this.causes ??= pointsByOther(this.model.points, this.count);
        const point = this.causes[track]?.findLast(one => at[one] === time);
        return point === undefined ? null : [point, trackOf[point]];
    }

    // Return the index in `sorted` of the bar that follows a bar of the same level without a gap, or precedes it if
    // `step` is -1. Return -1 if there is none.
    adjoining(at, step) {
        const {track, depth} = this.model.bars;
        const [bar, other] = [this.sorted[at], this.sorted[at + step]];
        const isNext = other !== undefined && track[bar] === track[other] && depth[bar] === depth[other] &&
            (step > 0 ? this.ends[at] === this.starts[at + step] : this.ends[at + step] === this.starts[at]);
        return isNext ? at + step : -1;
    }

    // Return the index in `sorted` of the virtual thread's state that a bar shows: the bar itself, or for the run of a
    // virtual thread on a carrier, the bar on the virtual thread's track. Return -1 for other bars.
    stateAt(at) {
        const {kind, value} = this.model.bars;
        const bar = this.sorted[at];
        if (kind[bar] !== barKinds.virtualThread) {
            return kind[bar] === barKinds.state ? at : -1;
        }
        const level = this.levels[value[bar] - 1]?.[0];
        const found = level ? this.firstEndingAfter(level, this.starts[at]) : -1;
        return level && found < level.to && this.starts[found] <= this.starts[at] ? found : -1;
    }

    // Return the track of the carrier on which a virtual thread runs during a bar of its track. Return -1 if it does
    // not run, or if the carrier is unknown.
    carrierAt(at) {
        const {bars, tracks} = this.model;
        const bar = this.sorted[at];
        if (bars.kind[bar] !== barKinds.state || stateNames[bars.value[bar]] !== "running") {
            return -1;
        }
        return tracks.kind.findIndex((kind, track) => kind === trackKinds.thread && this.levels[track].some(level => {
            const run = this.sorted[this.firstEndingAfter(level, this.starts[at])];
            return bars.track[run] === track && bars.kind[run] === barKinds.virtualThread &&
                bars.value[run] - 1 === bars.track[bar] && bars.start[run] <= this.starts[at];
        }));
    }

    // Return the row of `samples` whose value is valid at a time, which is the last sample of the track at that time or
    // before it. Return -1 if there is none.
    sampleAt(track, time) {
        const [from, to] = this.samples(track);
        const next = halve(this.model.samples.at, from, to, time, true);
        return next > from ? next - 1 : -1;
    }
}

// Return an array by track: the list of points that affect the track, such as wake-ups.
function pointsByOther({count, other}, tracks) {
    const lists = [];
    for (let point = 0; point < count; point++) {
        if (other[point] >= 0 && other[point] < tracks) {
            (lists[other[point]] ??= []).push(point);
        }
    }
    return lists;
}
