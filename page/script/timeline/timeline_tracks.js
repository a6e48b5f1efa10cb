// The tracks of the timeline: their bars, samples and points, their vertical positions, and what is at a position. Bars
// of one depth of a track are a "level". They do not overlap, so a binary search finds those that are visible.

export const trackKinds = {thread: 0, virtualThread: 1, counter: 2, scope: 3};
export const barKinds = {state: 0, function: 1, virtualThread: 2, scope: 3, otherState: 4};
export const stateNames = ["", "running", "runnable", "blocked", "waiting", "unknown"];

const axisHeight = 24;          // px above the tracks
const marksHeight = 16;         // px: row of marks below the axis, if there are marks

const titles = ["Threads", "Virtual threads", "Counters", "Scopes"];
const margin = 0.01;            // of all time
const levelHeight = 15;         // px, with the gap
const trackPadding = 4;
const counterHeight = 48;
const titleHeight = 22;
const deepestLevel = 200;       // deeper bars share a level, since a damaged recording may have depth 4 billion

export class Tracks {
    constructor(model) {
        this.model = model;
        this.count = model.tracks.count;
        this.axisHeight = axisHeight + (model.marks.count > 0 ? marksHeight : 0);
        this.bars = rangesOf(model.bars.track, this.count);
        this.samples = rangesOf(model.samples.track, this.count);
        this.points = rangesOf(model.points.track, this.count);
        this.layLevels();
        this.layRows();
        this.measureTime();
    }

    // Set `order`, the bars sorted by track, depth and start, and `levels`, the part of `order` for each level.
    // `starts` and `ends` are in the same order, so that a search reads consecutive numbers.
    layLevels() {
        const {start, length, depth} = this.model.bars;
        this.order = new Uint32Array(this.model.bars.count);
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
                this.order[next[Math.min(depth[bar], deepestLevel)]++] = bar;
            }
            this.levels.push(Array.from({length: depths}, (_, at) => ({from: starts[at], to: starts[at + 1]})));
        }
        this.starts = Float64Array.from(this.order, bar => start[bar]);
        this.ends = Float64Array.from(this.order, bar => start[bar] + length[bar]);
    }

    // Set `rows`, top down: {track, top, height}. The row of a title, which precedes tracks of a kind, has track -1.
    layRows() {
        const {kind} = this.model.tracks;
        const kinds = new Set(kind);
        const order = Array.from({length: this.count}, (_, track) => track).sort((a, b) => kind[a] - kind[b]);
        this.rows = [];
        this.rowOf = new Int32Array(this.count);
        this.height = 0;
        let before = -1;
        for (const track of order) {
            if (kinds.size > 1 && kind[track] !== before) {
                this.addRow({track: -1, title: titles[kind[track]] || "", height: titleHeight});
                before = kind[track];
            }
            this.rowOf[track] = this.rows.length;
            const levels = Math.max(1, this.levels[track].length);
            const height = levels * levelHeight + trackPadding;
            this.addRow({track, height: kind[track] === trackKinds.counter ? counterHeight : height});
        }
    }

    addRow(row) {
        this.rows.push({...row, top: this.height});
        this.height += row.height;
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
        // Add a margin: the first and the last event should not be at the edge.
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

    // Return the index of the first row that ends below y.
    rowAt(y) {
        let low = 0;
        let high = this.rows.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.rows[middle].top + this.rows[middle].height <= y) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // Return the vertical middle of a track.
    middleOf(track) {
        const row = this.rows[this.rowOf[track]];
        return row.top + row.height / 2;
    }

    levelTop(row, depth) {
        return row.top + trackPadding / 2 + depth * levelHeight;
    }

    depthAt(row, y) {
        return Math.floor((y - row.top - trackPadding / 2) / levelHeight);
    }

    // Return the index in `order` of a level's first bar that ends after a time. firstStartingFrom returns that of the
    // first bar that starts at a time or later.
    firstEndingAfter({from, to}, time) {
        return halve(this.ends, from, to, time, true);
    }

    firstStartingFrom({from, to}, time) {
        return halve(this.starts, from, to, time, false);
    }

    // Return the index in `order` of the bar at a time, or of the nearest bar within `slack` ns; -1 if there is none.
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

    // Return the row of `samples` whose value is valid at a time: the last one up to then; -1 if there is none.
    sampleAt(track, time) {
        const [from, to] = this.samples(track);
        const next = halve(this.model.samples.at, from, to, time, true);
        return next > from ? next - 1 : -1;
    }
}

// Return the first index in from..to whose value is greater than `limit` if `isAbove`, else at least `limit`. The
// values must ascend.
function halve(values, from, to, limit, isAbove) {
    let low = from;
    let high = to;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (values[middle] < limit || (isAbove && values[middle] === limit)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Return a function that maps a track to [first row, row after the last one] in a table sorted by track.
function rangesOf(tracks, count) {
    const starts = new Uint32Array(count + 1);
    for (const track of tracks) {
        if (track < count) {
            starts[track + 1]++;
        }
    }
    for (let track = 0; track < count; track++) {
        starts[track + 1] += starts[track];
    }
    return track => [starts[track], starts[track + 1]];
}
