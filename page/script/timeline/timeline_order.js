// The order of tracks, and the search among them. Names, sums and sorted lists are computed once, so that a keystroke
// only filters a list.

import {groupTitle} from "../data/naming.js";
import {grouped} from "../data/tables.js";
import {barKinds, stateNames, trackKinds} from "./timeline_kinds.js";

const suspendedStates = ["blocked", "waiting"];
const listedAbove = 100;        // number of tracks; if there is only one group, it has a row only if it has more tracks
const summedStates = stateNames.slice(1, 5);

export class TrackOrder {
    // `barsOf` returns the rows of a track's bars as [first, row after the last one].
    constructor(model, barsOf) {
        this.model = model;
        this.barsOf = barsOf;
        this.count = model.tracks.count;
        this.sorted = new Map();
        this.hasKinds = new Set(model.tracks.kind).size > 1;
        this.groups = groupsOf(model.tracks);
    }

    // Return the ids of all orders with their titles. The first order, "", is that of the rows of the table `tracks`.
    choices() {
        const states = summedStates.filter(name => this.sums[name].some(time => time > 0));
        return [["", "by appearance"], ["name", "by name"],
            ...states.map(name => [name, `by ${name} time`]),
            ...(states.some(name => suspendedStates.includes(name)) ? [["longest", "by longest suspension"]] : [])];
    }

    // Return all tracks, sorted by their kind first and then by `order`.
    by(order) {
        if (!this.sorted.has(order)) {
            const {kind} = this.model.tracks;
            const sums = order !== "" && Object.hasOwn(this.sums, order) ? this.sums[order] : null;
            const compare = order === "name" ? (a, b) => compareNames(this.names[a], this.names[b]) :
                sums ? (a, b) => sums[b] - sums[a] : () => 0;
            this.sorted.set(order, Array.from({length: this.count}, (_, track) => track)
                .sort((a, b) => kind[a] - kind[b] || compare(a, b) || a - b));
        }
        return this.sorted.get(order);
    }

    // Return true if a track's name, or the name of its group, contains a text in lower case.
    matches(track, wanted) {
        return wanted === "" || this.names[track].includes(wanted) ||
            (this.groupNames[this.model.tracks.group[track]] || "").includes(wanted);
    }

    get names() {
        this.lowered ??= this.model.tracks.name.map(name => name.toLowerCase());
        return this.lowered;
    }

    get groupNames() {
        this.loweredGroups ??= Array.from({length: this.model.groups.count},
            (_, group) => groupTitle(this.model, group).toLowerCase());
        return this.loweredGroups;
    }

    // Return arrays by track: `sums.blocked` and so on have the track's time in a state, `sums.longest` has its longest
    // single suspension.
    get sums() {
        this.addedUp ??= this.addUp();
        return this.addedUp;
    }

    addUp() {
        const {kind, value, length} = this.model.bars;
        const sums = Object.fromEntries([...summedStates, "longest"].map(name => [name, new Float64Array(this.count)]));
        for (let track = 0; track < this.count; track++) {
            const [from, to] = this.barsOf(track);
            for (let bar = from; bar < to; bar++) {
                const state = kind[bar] === barKinds.state ? stateNames[value[bar]] : "";
                if (summedStates.includes(state)) {
                    sums[state][track] += length[bar];
                }
                if (suspendedStates.includes(state)) {
                    sums.longest[track] = Math.max(sums.longest[track], length[bar]);
                }
            }
        }
        return sums;
    }
}

// Return a map from each group to its tracks of virtual threads. The map is empty if there are so few tracks that rows
// of groups would not help.
function groupsOf({count, kind, group}) {
    const virtual = Array.from({length: count}, (_, track) => track)
        .filter(track => kind[track] === trackKinds.virtualThread);
    const groups = grouped(virtual, track => group[track]);
    const isUseful = groups.size > 1 || (virtual.length > listedAbove && !groups.has(-1));
    return isUseful ? groups : new Map();
}

const digits = /\d+/g;

// Compare names so that "worker 9" is before "worker 10".
function compareNames(a, b) {
    const [x, y] = [a, b].map(name => name.replace(digits, number => number.padStart(12, "0")));
    return x < y ? -1 : x > y ? 1 : 0;
}
