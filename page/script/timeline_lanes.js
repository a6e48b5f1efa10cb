// The lanes of the timeline: which bars, samples and points each has, where it stands from the top, and what lies at a
// place. Bars of one depth of a lane are a track: they follow each other, so what is in sight is found by halving.

export const laneKinds = {thread: 0, virtualThread: 1, counter: 2, scope: 3};
export const barKinds = {state: 0, function: 1, virtualThread: 2, scope: 3, otherState: 4};
export const stateNames = ["", "running", "runnable", "blocked", "waiting", "not known"];

const axisHeight = 24;          // px above the lanes
const marksHeight = 16;         // below the axis, where there are marks

const titles = ["Threads", "Virtual threads", "Counters", "Scopes"];
const margin = 0.01;            // of all time
const trackHeight = 15;         // px, with the gap
const lanePadding = 4;
const counterHeight = 48;
const titleHeight = 22;
const deepestTrack = 200;            // deeper bars share a track: a damaged recording may say a depth of four billion

export class Lanes {
    constructor(model) {
        this.model = model;
        this.count = model.lanes.count;
        this.axisHeight = axisHeight + (model.marks.count > 0 ? marksHeight : 0);
        this.bars = rangesOf(model.bars.lane, this.count);
        this.samples = rangesOf(model.samples.lane, this.count);
        this.points = rangesOf(model.points.lane, this.count);
        this.layTracks();
        this.layRows();
        this.measureTime();
    }

    // order: the bars by lane, depth and start; starts and ends in that order, so that a search stays in one array.
    layTracks() {
        const {start, length, depth} = this.model.bars;
        this.order = new Uint32Array(this.model.bars.count);
        this.tracks = [];
        for (let lane = 0; lane < this.count; lane++) {
            const [from, to] = this.bars(lane);
            let depths = 0;
            for (let bar = from; bar < to; bar++) {
                depths = Math.max(depths, Math.min(depth[bar], deepestTrack) + 1);
            }
            const starts = new Uint32Array(depths + 1);
            for (let bar = from; bar < to; bar++) {
                starts[Math.min(depth[bar], deepestTrack) + 1]++;
            }
            starts[0] = from;
            for (let at = 0; at < depths; at++) {
                starts[at + 1] += starts[at];
            }
            const next = starts.slice();
            for (let bar = from; bar < to; bar++) {
                this.order[next[Math.min(depth[bar], deepestTrack)]++] = bar;
            }
            this.tracks.push(Array.from({length: depths}, (_, at) => ({from: starts[at], to: starts[at + 1]})));
        }
        this.starts = Float64Array.from(this.order, bar => start[bar]);
        this.ends = Float64Array.from(this.order, bar => start[bar] + length[bar]);
    }

    // Rows from the top: {lane, top, height}; lane is -1 for the title of a kind.
    layRows() {
        const {kind} = this.model.lanes;
        const kinds = new Set(kind);
        const order = Array.from({length: this.count}, (_, lane) => lane).sort((a, b) => kind[a] - kind[b]);
        this.rows = [];
        this.rowOf = new Int32Array(this.count);
        this.height = 0;
        let before = -1;
        for (const lane of order) {
            if (kinds.size > 1 && kind[lane] !== before) {
                this.addRow({lane: -1, title: titles[kind[lane]] || "", height: titleHeight});
                before = kind[lane];
            }
            this.rowOf[lane] = this.rows.length;
            const tracks = Math.max(1, this.tracks[lane].length);
            const height = tracks * trackHeight + lanePadding;
            this.addRow({lane, height: kind[lane] === laneKinds.counter ? counterHeight : height});
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
        // A margin, so that the first and the last event are not on the edge.
        const whole = from < to ? to - from : 1;
        this.from = Math.max(0, from === Infinity ? 0 : from - whole * margin);
        this.to = Math.max(this.from + 1, to + whole * margin);
    }

    nameOf(bar) {
        const {bars, functions, lanes, states} = this.model;
        const value = bars.value[bar];
        switch (bars.kind[bar]) {
        case barKinds.state:
            return stateNames[value] || stateNames[5];
        case barKinds.function:
            return functions.name[value - 1] ?? "?";
        case barKinds.virtualThread:
            return lanes.name[value - 1] ?? "?";
        case barKinds.scope:
            return `${lanes.name[bars.lane[bar]]} ${value}`;
        default:
            return states.name[value - 1] ?? "a state that is not in the file";
        }
    }

    // The first row that reaches below y.
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

    // Where a lane's middle is, from the top.
    middleOf(lane) {
        const row = this.rows[this.rowOf[lane]];
        return row.top + row.height / 2;
    }

    trackTop(row, depth) {
        return row.top + lanePadding / 2 + depth * trackHeight;
    }

    depthAt(row, y) {
        return Math.floor((y - row.top - lanePadding / 2) / trackHeight);
    }

    // Of a track: the first place in order whose bar ends after a time, or starts at one or later.
    firstEndingAfter({from, to}, time) {
        return halve(this.ends, from, to, time, true);
    }

    firstStartingFrom({from, to}, time) {
        return halve(this.starts, from, to, time, false);
    }

    // The place in order of a bar at a time, or of the nearest one that is no farther than `slack` ns; -1 without one.
    barAt(track, time, slack) {
        const after = this.firstEndingAfter(track, time);
        const distances = [after - 1, after].filter(place => place >= track.from && place < track.to)
            .map(place => [Math.max(0, this.starts[place] - time, time - this.ends[place]), place])
            .sort((a, b) => a[0] - b[0]);
        return distances.length > 0 && distances[0][0] <= slack ? distances[0][1] : -1;
    }

    firstPointFrom(lane, time) {
        const [from, to] = this.points(lane);
        return halve(this.model.points.at, from, to, time, false);
    }

    // The row of `points` at a time of a lane, or -1.
    pointAt(lane, time, slack) {
        const {at} = this.model.points;
        const [, to] = this.points(lane);
        let nearest = -1;
        for (let point = this.firstPointFrom(lane, time - slack); point < to && at[point] <= time + slack; point++) {
            if (nearest < 0 || Math.abs(at[point] - time) < Math.abs(at[nearest] - time)) {
                nearest = point;
            }
        }
        return nearest;
    }

    // The row of `samples` that holds at a time: the last one until then, or -1.
    sampleAt(lane, time) {
        const [from, to] = this.samples(lane);
        const next = halve(this.model.samples.at, from, to, time, true);
        return next > from ? next - 1 : -1;
    }
}

// The first place in from..to whose value is above the limit, or at it unless `isAbove`; the values ascend.
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

// lane => [first row, row after the last one] of a table that is sorted by lane.
function rangesOf(lanes, count) {
    const starts = new Uint32Array(count + 1);
    for (const lane of lanes) {
        if (lane < count) {
            starts[lane + 1]++;
        }
    }
    for (let lane = 0; lane < count; lane++) {
        starts[lane + 1] += starts[lane];
    }
    return lane => [starts[lane], starts[lane + 1]];
}
