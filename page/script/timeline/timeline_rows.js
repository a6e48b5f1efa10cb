// The rows of the timeline, top down: pinned tracks, then the others by kind. Virtual threads are below the row of
// their group, which may be folded. A search shows the tracks that it matches, even if their group is folded.

import {groupTitle} from "../data/naming.js";
import {formatCounted, formatPart} from "../data/number.js";
import {grouped} from "../data/tables.js";
import {trackKinds} from "./timeline_kinds.js";

export const levelHeight = 15;  // px, including the gap to the next level
export const trackPadding = 4;

const titles = ["Threads", "Virtual threads", "Counters", "Scopes"];
const counterHeight = 48;
const titleHeight = 22;
const groupHeight = 36;
const foldedAbove = 100;        // number of tracks; groups with more are folded until the user unfolds them
const noneFolded = "none";

// The rows of `tracks` (timeline_tracks.js). A row is {track, top, height}. In rows of titles and of groups, `track` is
// -1. Rows of groups also have `group`, `members` and `isFolded`. The second argument has values of the view's state:
// trackSearch, trackOrder, folds and pinned.
export class TrackRows {
    constructor(tracks, {trackSearch = "", trackOrder = "", folds = "", pinned = ""} = {}) {
        this.tracks = tracks;
        this.list = [];
        this.rowOf = new Int32Array(tracks.count).fill(-1);
        this.height = 0;
        this.groups = tracks.order.groups;
        this.folded = foldedGroups(this.groups, folds);
        const wanted = trackSearch.trim().toLowerCase();
        this.layPinned(numbersOf(pinned, tracks.count));
        const others = tracks.order.by(trackOrder).filter(track => this.rowOf[track] < 0 &&
            tracks.order.matches(track, wanted));
        this.found = others.length + this.pinned.length;
        this.layKinds(others, wanted !== "");
    }

    layPinned(pinned) {
        this.pinned = pinned;
        if (pinned.length > 0) {
            this.add({track: -1, title: "Pinned", height: titleHeight});
            pinned.forEach(track => this.addTrack(track));
        }
        this.pinnedHeight = this.height;
    }

    layKinds(tracks, isSearch) {
        const {kind} = this.tracks.model.tracks;
        const hasTitles = this.tracks.order.hasKinds || this.pinned.length > 0;
        for (const [number, name] of titles.entries()) {
            const title = number === trackKinds.thread && this.tracks.model.job ? "Ranks" : name;
            const mine = tracks.filter(track => kind[track] === number);
            if (mine.length > 0 && hasTitles) {
                this.add({track: -1, title, height: titleHeight});
            }
            if (number === trackKinds.virtualThread && this.groups.size > 0) {
                this.layGroups(mine, isSearch);
            } else {
                mine.forEach(track => this.addTrack(track));
            }
        }
    }

    layGroups(tracks, isSearch) {
        const {model} = this.tracks;
        for (const [group, found] of grouped(tracks, track => model.tracks.group[track])) {
            const isFolded = !isSearch && this.folded.has(group);
            const members = this.groups.get(group);
            this.add({track: -1, group, members, isFolded, height: groupHeight,
                title: group < 0 ? "(no group)" : groupTitle(model, group),
                about: found.length < members.length ? formatPart(found.length, members.length, "track") :
                    formatCounted(members.length, "track")});
            if (!isFolded) {
                found.forEach(track => this.addTrack(track));
            }
        }
    }

    addTrack(track) {
        const isCounter = this.tracks.model.tracks.kind[track] === trackKinds.counter;
        const levels = Math.max(1, this.tracks.levels[track].length);
        this.rowOf[track] = this.list.length;
        this.add({track, height: isCounter ? counterHeight : levels * levelHeight + trackPadding});
    }

    add(row) {
        row.top = this.height;
        this.list.push(row);
        this.height += row.height;
    }

    // Return the index of the first row that ends below y.
    at(y) {
        const at = this.list.findIndex(row => row.top + row.height > y);
        return at < 0 ? this.list.length : at;
    }

    // Return the vertical middle of a track that has a row.
    middleOf(track) {
        const row = this.list[this.rowOf[track]];
        return row.top + row.height / 2;
    }

    // foldsWith returns the value of `folds` after one group is folded or unfolded, foldsOfAll after all groups are.
    foldsWith(group, isFolded) {
        const folded = new Set(this.folded);
        folded[isFolded ? "add" : "delete"](group);
        return foldsText(folded);
    }

    foldsOfAll(isFolded) {
        return foldsText(isFolded ? this.groups.keys() : []);
    }

    // Return the value of `pinned` after a track is pinned, or after its pin is removed.
    pinnedWith(track) {
        const others = this.pinned.filter(one => one !== track);
        return (others.length < this.pinned.length ? others : [...others, track]).join();
    }
}

function foldedGroups(groups, folds) {
    if (folds === "") {
        return new Set(Array.from(groups.keys()).filter(group => groups.get(group).length > foldedAbove));
    }
    return new Set(folds.split(",").map(Number).filter(group => groups.has(group)));
}

function foldsText(folded) {
    return Array.from(folded).join() || noneFolded;
}

// Return the numbers below `count` in a text such as "3,5", each once.
function numbersOf(text, count) {
    return Array.from(new Set(text.split(",").filter(word => /^\d+$/.test(word)).map(Number)))
        .filter(number => number < count);
}
