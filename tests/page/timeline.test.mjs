// The lanes of the timeline find what is in sight by halving: the same as who looks at each bar.

import assert from "node:assert/strict";
import {test} from "node:test";
import {Model} from "../../page/script/model.js";
import {openPayload} from "../../page/script/payload.js";
import {Lanes} from "../../page/script/timeline_lanes.js";
import {encodePayload} from "./encode.js";
import {randomNumbers, samplePage} from "./sample.js";

function lanesOf(tables) {
    const page = samplePage({compare: false});
    return new Lanes(new Model(openPayload(encodePayload({...page, tables: {...page.tables, marks: [], ...tables}}))));
}

function randomBars(random) {
    const bars = [];
    for (let lane = 0; lane < 5; lane++) {
        for (let depth = 0; depth < 3; depth++) {
            for (let at = 10 + Math.floor(50 * random()), count = 0; count < 200; count++) {
                const length = Math.floor(100 * random() ** 3);
                bars.push({lane, start: at, length, depth, kind: 0, value: 1});
                at += length + Math.floor(20 * random() ** 4);
            }
        }
    }
    return bars.sort((a, b) => a.lane - b.lane || a.start - b.start);
}

test("tracks hold each bar once, by lane and depth, in the order of time", () => {
    const bars = randomBars(randomNumbers(1));
    const lanes = lanesOf({lanes: Array.from({length: 5}, (_, at) => ({kind: 0, name: `lane ${at}`})), bars, points: [],
        samples: []});
    assert.deepEqual(Array.from(lanes.order).sort((a, b) => a - b), bars.map((_, at) => at));
    lanes.tracks.forEach((tracks, lane) => tracks.forEach(({from, to}, depth) => {
        assert.equal(to - from, 200);
        for (let at = from; at < to; at++) {
            const bar = bars[lanes.order[at]];
            assert.deepEqual([bar.lane, bar.depth, bar.start, bar.start + bar.length],
                [lane, depth, lanes.starts[at], lanes.ends[at]]);
            assert.ok(at === from || lanes.starts[at] >= lanes.starts[at - 1]);
        }
    }));
});

test("what is found by halving is what a walk over all finds", () => {
    const random = randomNumbers(2);
    const bars = randomBars(random);
    const lanes = lanesOf({lanes: Array.from({length: 5}, () => ({kind: 1})), bars, points: [], samples: []});
    for (let turn = 0; turn < 500; turn++) {
        const track = lanes.tracks[turn % 5][turn % 3];
        const time = Math.floor(9000 * random());
        const walk = isFound => {
            let at = track.from;
            while (at < track.to && !isFound(at)) {
                at++;
            }
            return at;
        };
        assert.equal(lanes.firstEndingAfter(track, time), walk(at => lanes.ends[at] > time));
        assert.equal(lanes.firstStartingFrom(track, time), walk(at => lanes.starts[at] >= time));
        const found = lanes.barAt(track, time, 2);
        const distance = at => Math.max(0, lanes.starts[at] - time, time - lanes.ends[at]);
        const nearest = Math.min(...Array.from({length: 200}, (_, at) => distance(track.from + at)));
        assert.equal(found < 0 ? nearest > 2 : distance(found) === nearest, true);
    }
});

test("lanes stand in the order of their kinds, each found by its place from the top", () => {
    const lanes = lanesOf({lanes: [{kind: 2, name: "c"}, {kind: 1, name: "v"}, {kind: 0, name: "t"}, {kind: 1, name: "w"}],
        bars: [{lane: 2, start: 5, length: 5, depth: 3}], points: [], samples: [{lane: 0, at: 7, value: 1}]});
    assert.deepEqual(lanes.rows.map(row => row.lane), [-1, 2, -1, 1, 3, -1, 0]);
    for (const [at, row] of lanes.rows.entries()) {
        assert.equal(lanes.rowAt(row.top), at);
        assert.equal(lanes.rowAt(row.top + row.height - 1), at);
    }
    assert.ok(lanes.from > 4.9 && lanes.from < 5 && lanes.to > 10);
    assert.deepEqual([6, 7, 100].map(time => lanes.sampleAt(0, time)), [-1, 0, 0]);
});
