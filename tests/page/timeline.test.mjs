// The timeline's binary search finds the same visible bars as a linear search.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Model} from "../../page/script/data/model.js";
import {openPayload} from "../../page/script/data/payload.js";
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
