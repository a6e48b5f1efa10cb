// The tracks of the timeline: the binary search finds the same visible bars as a linear search, rows are in the wanted
// order, and the states of many tracks are counted over time.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Model} from "../../page/script/data/model.js";
import {openPayload} from "../../page/script/data/payload.js";
import {TimelineDensity} from "../../page/script/timeline/timeline_density.js";
import {Tracks} from "../../page/script/timeline/timeline_tracks.js";
import {encodePayload} from "./encode.js";
import {randomNumbers, samplePage} from "./sample.js";

function tracksOf(tables) {
    const page = samplePage({compare: false});
    return new Tracks(new Model(openPayload(encodePayload({...page, tables: {...page.tables, marks: [], ...tables}}))));
}

function randomBars(random) {
    const bars = [];
    for (let track = 0; track < 5; track++) {
        for (let depth = 0; depth < 3; depth++) {
            for (let at = 10 + Math.floor(50 * random()), count = 0; count < 200; count++) {
                const length = Math.floor(100 * random() ** 3);
                bars.push({track, start: at, length, depth, kind: 0, value: 1});
                at += length + Math.floor(20 * random() ** 4);
            }
        }
    }
    return bars.sort((a, b) => a.track - b.track || a.start - b.start);
}

test("levels have each bar once, by track and depth, in the order of time", () => {
    const bars = randomBars(randomNumbers(1));
    const tracks = tracksOf({
        tracks: Array.from({length: 5}, (_, at) => ({kind: 0, name: `track ${at}`})), bars, points: [],
        samples: []});
    assert.deepEqual(Array.from(tracks.sorted).sort((a, b) => a - b), bars.map((_, at) => at));
    tracks.levels.forEach((levels, track) => levels.forEach(({from, to}, depth) => {
        assert.equal(to - from, 200);
        for (let at = from; at < to; at++) {
            const bar = bars[tracks.sorted[at]];
            assert.deepEqual([bar.track, bar.depth, bar.start, bar.start + bar.length],
                [track, depth, tracks.starts[at], tracks.ends[at]]);
            assert.ok(at === from || tracks.starts[at] >= tracks.starts[at - 1]);
        }
    }));
});

test("binary search finds what a linear search finds", () => {
    const random = randomNumbers(2);
    const bars = randomBars(random);
    const tracks = tracksOf({tracks: Array.from({length: 5}, () => ({kind: 1})), bars, points: [], samples: []});
    for (let turn = 0; turn < 500; turn++) {
        const level = tracks.levels[turn % 5][turn % 3];
        const time = Math.floor(9000 * random());
        const walk = isFound => {
            let at = level.from;
            while (at < level.to && !isFound(at)) {
                at++;
            }
            return at;
        };
        assert.equal(tracks.firstEndingAfter(level, time), walk(at => tracks.ends[at] > time));
        assert.equal(tracks.firstStartingFrom(level, time), walk(at => tracks.starts[at] >= time));
        const found = tracks.barAt(level, time, 2);
        const distance = at => Math.max(0, tracks.starts[at] - time, time - tracks.ends[at]);
        const nearest = Math.min(...Array.from({length: 200}, (_, at) => distance(level.from + at)));
        assert.equal(found < 0 ? nearest > 2 : distance(found) === nearest, true);
    }
});

test("tracks are in the order of their kinds, each found by its position", () => {
    const tracks = tracksOf({
        tracks: [{kind: 2, name: "c"}, {kind: 1, name: "v"}, {kind: 0, name: "t"}, {kind: 1, name: "w"}],
        bars: [{track: 2, start: 5, length: 5, depth: 3}], points: [], samples: [{track: 0, at: 7, value: 1}]});
    assert.deepEqual(tracks.rows.list.map(row => row.track), [-1, 2, -1, 1, 3, -1, 0]);
    for (const [at, row] of tracks.rows.list.entries()) {
        assert.equal(tracks.rows.at(row.top), at);
        assert.equal(tracks.rows.at(row.top + row.height - 1), at);
    }
    assert.ok(tracks.from > 4.9 && tracks.from < 5 && tracks.to > 10);
    assert.deepEqual([6, 7, 100].map(time => tracks.sampleAt(0, time)), [-1, 0, 0]);
});

const named = (name, group = 0) => ({kind: 1, name, group});

test("rows are filtered, sorted, grouped, folded and pinned", () => {
    const tracks = tracksOf({groups: [{name: "even"}, {name: "odd"}], tracks: [{kind: 0, name: "main"},
        named("w 10", 1), named("w 9", 2), named("W 2", 1)], points: [], samples: [],
    bars: [1, 2, 3].map(track => ({track, start: 0, length: [0, 5, 9, 7][track], kind: 0, value: 4}))});
    const shown = choice => {
        tracks.arrange(choice);
        return tracks.rows.list.map(row => row.track < 0 ? row.title : row.track);
    };
    assert.deepEqual(shown({}), ["Threads", 0, "Virtual threads", "even", 1, 3, "odd", 2]);
    assert.deepEqual(shown({trackOrder: "name"}).slice(3), ["even", 3, 1, "odd", 2]);
    assert.deepEqual(shown({trackOrder: "waiting"}).slice(3), ["odd", 2, "even", 3, 1]);
    assert.deepEqual(shown({trackOrder: "toString"}), shown({}));
    assert.deepEqual(shown({folds: "0"}).slice(3), ["even", "odd", 2]);
    assert.equal(tracks.rows.rowOf[1], -1);
    assert.deepEqual(shown({folds: tracks.rows.foldsWith(0, false)}), shown({}));
    assert.deepEqual(shown({folds: tracks.rows.foldsOfAll(true)}).slice(3), ["even", "odd"]);
    assert.deepEqual(shown({trackSearch: " W 2", folds: "0"}), ["Virtual threads", "even", 3]);
    assert.deepEqual(shown({trackSearch: "odd"}), ["Virtual threads", "odd", 2]);
    assert.deepEqual(shown({pinned: "3,3,99,x,0"}), ["Pinned", 3, 0, "Virtual threads", "even", 1, "odd", 2]);
    assert.equal(tracks.rows.pinnedWith(0), "3");
    assert.equal(tracks.rows.pinnedWith(2), "3,0,2");
    assert.deepEqual(tracks.order.choices().map(([id]) => id), ["", "name", "waiting", "longest"]);
});

test("one large group is folded at first, a small one has no row", () => {
    const count = size => tracksOf({groups: [{name: "g"}], bars: [], points: [], samples: [],
        tracks: Array.from({length: size}, (_, at) => named(`v ${at}`, 1))}).rows.list.length;
    assert.deepEqual([count(100), count(101)], [100, 1]);
});

test("the cause of a change is the point at its time that affects the track", () => {
    const tracks = tracksOf({tracks: [named("a"), named("b"), named("c")], bars: [], samples: [], points: [
        {track: 0, at: 5, kind: "wake", other: 3}, {track: 1, at: 5, kind: "wake", other: 1},
        {track: 1, at: 8, kind: "wake", other: 3}]});
    assert.deepEqual([tracks.causeOf(2, 5), tracks.causeOf(2, 8), tracks.causeOf(0, 5)], [[0, 0], [2, 1], [1, 1]]);
    assert.deepEqual([tracks.causeOf(2, 6), tracks.causeOf(1, 5)], [null, null]);
});

test("the counts of states by bin equal those of a simple count for each bin", () => {
    const random = randomNumbers(5);
    const bars = randomBars(random).map(bar => ({...bar, depth: 0, value: 1 + Math.floor(4 * random())}));
    const tracks = tracksOf({tracks: Array.from({length: 5}, (_, at) => named(`v ${at}`)), bars, points: [],
        samples: []});
    const density = new TimelineDensity(tracks, null, []);
    const counts = density.count([0, 2, 3]);
    for (let bin = 0; bin < 1024; bin += 7) {
        const from = tracks.from + bin * density.bin;
        const sum = [0, 0, 0, 0, 0];
        for (const {track, start, length, value} of bars) {
            const common = Math.min(start + length, from + density.bin) - Math.max(start, from);
            if ([0, 2, 3].includes(track) && common > 0) {
                sum[value] += common / density.bin;
                sum[0] += common / density.bin;
            }
        }
        sum.forEach((wanted, state) => assert.ok(Math.abs(counts[state][bin] - wanted) < 1e-6, `${bin}, ${state}`));
    }
});
