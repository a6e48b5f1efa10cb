// The number of tracks in each state over the run, as a picture of stacked areas. The run is divided into a fixed
// number of bins, so that the picture of 10,000 tracks is drawn once and then stretched.

import {barKinds, stateColours} from "./timeline_kinds.js";

const binCount = 1024;
const pictureHeight = 32;
const picturesKept = 100;
const stackedStates = [1, 3, 4, 2];    // from the bottom: running, blocked, waiting, runnable (timeline_kinds.js)

export class TimelineDensity {
    constructor(tracks, palette) {
        this.tracks = tracks;
        this.palette = palette;
        this.pictures = new Map();
        this.bin = (tracks.to - tracks.from) / binCount;
    }

    forgetColours() {
        this.pictures.clear();
    }

    // Draw the picture of a list of tracks for the times from..to. `name` identifies the list among the cached
    // pictures.
    draw(drawing, name, list, from, to, [x, y, width, height]) {
        const {canvas} = this.pictureOf(name, list);
        const left = (from - this.tracks.from) / this.bin;
        const bins = (to - from) / this.bin;
        drawing.imageSmoothingEnabled = bins > width;
        drawing.drawImage(canvas, left, 0, bins, pictureHeight, x, y, width, height);
    }

    // Return the average number of tracks in each state, during the bin that contains a time, as [[state, number],
    // ...].
    at(name, list, time) {
        const {counts} = this.pictureOf(name, list);
        const bin = Math.max(0, Math.min(binCount - 1, Math.floor((time - this.tracks.from) / this.bin)));
        return [1, 2, 3, 4].map(state => [state, counts[state][bin]]).filter(([, number]) => number > 0);
    }

    // Return the maximum over all bins of the average number of tracks that are in one of the states.
    mostOf(name, list) {
        return this.pictureOf(name, list).most;
    }

    pictureOf(name, list) {
        if (!this.pictures.has(name)) {
            if (this.pictures.size >= picturesKept) {
                this.pictures.clear();
            }
            const counts = this.count(list);
            const most = counts[0].reduce((largest, number) => Math.max(largest, number), 0);
            this.pictures.set(name, {counts, most, canvas: this.paint(counts, most)});
        }
        return this.pictures.get(name);
    }

    // Return for each state an array by bin: the average number of tracks in the state. The array of state 0 has the
    // sums of all states. A bar adds the covered parts of its first and its last bin, and 1 to each bin between them.
    // The bins between are first recorded as steps up and down, which are added up at the end.
    count(list) {
        const {start, length, kind, value, depth} = this.tracks.model.bars;
        const parts = Array.from({length: 5}, () => new Float64Array(binCount + 1));
        const steps = Array.from({length: 5}, () => new Float64Array(binCount + 2));
        for (const track of list) {
            const [first, end] = this.tracks.bars(track);
            for (let bar = first; bar < end; bar++) {
                const state = kind[bar] === barKinds.state ? value[bar] : depth[bar] === 0 ? 1 : 0;
                if (state >= 1 && state <= 4) {
                    const from = (start[bar] - this.tracks.from) / this.bin;
                    const to = Math.min(binCount, from + length[bar] / this.bin);
                    addBar(parts[state], steps[state], from, to);
                }
            }
        }
        for (const state of [1, 2, 3, 4]) {
            for (let bin = 0, whole = 0; bin < binCount; bin++) {
                whole += steps[state][bin];
                parts[state][bin] += whole;
                parts[0][bin] += parts[state][bin];
            }
        }
        return parts;
    }

    paint(counts, most) {
        const canvas = document.createElement("canvas");
        canvas.width = binCount;
        canvas.height = pictureHeight;
        const drawing = canvas.getContext("2d");
        const bottoms = new Float64Array(binCount);
        for (const state of stackedStates) {
            drawing.fillStyle = this.palette.css(stateColours[state]);
            for (let bin = 0; bin < binCount; bin++) {
                const height = most > 0 ? counts[state][bin] / most * pictureHeight : 0;
                if (height > 0) {
                    drawing.fillRect(bin, pictureHeight - bottoms[bin] - height, 1, height);
                    bottoms[bin] += height;
                }
            }
        }
        return canvas;
    }
}

function addBar(parts, steps, from, to) {
    const first = Math.floor(from);
    const last = Math.floor(to);
    if (first === last) {
        parts[first] += to - from;
    } else {
        parts[first] += first + 1 - from;
        parts[last] += to - last;
        steps[first + 1]++;
        steps[last]--;
    }
}
