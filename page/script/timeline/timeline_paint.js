// Draw the timeline: the visible tracks with their bars, lines and points, and above them the axis and the marks. Bars
// narrower than a pixel are combined into cells that are one pixel wide. Cells are fixed to the time axis, so that they
// do not flicker while the user pans.

import {formatInstant, formatReal, roundStep} from "../data/number.js";
import {hueOf} from "../ui/palette.js";
import {threadTitle} from "../data/scope.js";
import {barKinds, stateColours, trackKinds} from "./timeline_kinds.js";
import {paintCounter, paintScale} from "./timeline_counter.js";
import {TimelineDensity} from "./timeline_density.js";
import {TimelineStrip} from "./timeline_strip.js";
import {paintArrows, paintMarks, paintPoints} from "./timeline_marks.js";
import {paintMessages} from "./timeline_messages.js";

const barHeight = 14;
const font = '11px system-ui, "DejaVu Sans", sans-serif';
const leastWide = 4;            // px: a narrower bar is drawn in the strip of pixels
const leastNamed = 26;           // px: a narrower bar has no name
const leastSteps = 5;           // minimum number of marks of the axis in a narrow window, before rounding
const goldenAngle = 137.5;
const sampled = 12;             // approximate number of bars of a cell that are examined for its colour

export class TimelinePainter {
    constructor(canvas, tracks, palette) {
        this.canvas = canvas;
        this.tracks = tracks;
        this.model = tracks.model;
        this.palette = palette;
        this.drawing = canvas.getContext("2d", {alpha: false});
        this.strip = new TimelineStrip();
        this.areas = new TimelineDensity(tracks, palette);
        this.font = font;
        this.width = 0;
        this.height = 0;
        this.labels = 0;
        this.axisHeight = tracks.axisHeight;
        this.colours = Object.values(barKinds).map(() => []);
        this.textWidths = new Map();
        this.lines = [];            // messages that are drawn
    }

    resize(width, height) {
        const scale = window.devicePixelRatio || 1;
        this.width = width;
        this.height = height;
        this.labels = width < 700 ? 96 : 168;
        this.canvas.width = Math.round(width * scale);
        this.canvas.height = Math.round(height * scale);
        this.drawing.setTransform(scale, 0, 0, scale, 0, 0);
        this.density = scale;
        this.strip.resize(Math.round((width - this.labels) * scale));
    }

    forgetColours() {
        this.areas.forgetColours();
        this.colours = Object.values(barKinds).map(() => []);
    }

    // Draw what is shown: {from, to, scrollTop, match, chosen (a function), selected (index in tracks.sorted), track,
    // group, pointer (x), stuck (height of the rows at the top that do not scroll)}.
    paint(shown) {
        this.shown = shown;
        this.scale = (this.width - this.labels) / (shown.to - shown.from);
        const {drawing, palette, tracks} = this;
        this.text = palette.css("--text");
        this.dim = palette.css("--dim");
        this.line = palette.css("--line");
        drawing.fillStyle = palette.css("--background");
        drawing.fillRect(0, 0, this.width, this.height);
        drawing.font = font;
        drawing.textBaseline = "middle";
        this.paintGrid();
        this.paintRows(tracks.rows.at(shown.scrollTop + shown.stuck));
        if (shown.stuck > 0) {
            drawing.fillStyle = palette.css("--background");
            drawing.fillRect(0, this.axisHeight, this.width, shown.stuck);
            this.paintGrid(this.axisHeight + shown.stuck);
            this.paintRows(0, shown.stuck);
            drawing.fillStyle = this.dim;
            drawing.fillRect(0, this.axisHeight + shown.stuck - 1, this.width, 1);
        }
        paintArrows(this);
        paintMessages(this);
        this.paintAxis();
    }

    xOf(time) {
        return this.labels + (time - this.shown.from) * this.scale;
    }

    timeAt(x) {
        return this.shown.from + (x - this.labels) / this.scale;
    }

    yOf(top) {
        return this.axisHeight + top - (top < this.shown.stuck ? 0 : this.shown.scrollTop);
    }

    paintRows(first, end = Infinity) {
        const {list} = this.tracks.rows;
        for (let at = first; at < list.length && list[at].top < end && this.yOf(list[at].top) < this.height; at++) {
            this.paintRow(list[at]);
        }
    }

    paintRow(row) {
        const {drawing} = this;
        const y = this.yOf(row.top);
        drawing.fillStyle = this.line;
        drawing.fillRect(0, y + row.height - 1, this.width, 1);
        if (row.members ? row.group === this.shown.group : row.track >= 0 && row.track === this.shown.track) {
            drawing.fillStyle = this.palette.css("--selected");
            drawing.fillRect(0, y, this.labels, row.height - 1);
        }
        if (row.members) {
            this.paintGroup(row, y);
            return;
        }
        if (row.track < 0) {
            drawing.fillStyle = this.dim;
            drawing.fillText(row.title.toUpperCase(), 8, y + row.height / 2 + 1);
            return;
        }
        const isCounter = this.model.tracks.kind[row.track] === trackKinds.counter;
        this.paintName(row.track, y, isCounter);
        drawing.save();
        drawing.beginPath();
        drawing.rect(this.labels, y, this.width - this.labels, row.height - 1);
        drawing.clip();
        if (isCounter) {
            paintCounter(this, row, y);
        } else {
            this.tracks.levels[row.track].forEach((level, depth) =>
                this.paintLevel(level, this.yOf(this.tracks.levelTop(row, depth))));
        }
        paintPoints(this, row, y);
        drawing.restore();
        if (isCounter) {
            paintScale(this, row, y);
        }
    }

    // Draw the row of a group: its name, number of tracks, and how many of them are in each state.
    paintGroup(row, y) {
        const {drawing, shown} = this;
        const room = this.labels - 24;
        drawing.fillStyle = this.text;
        drawing.fillText(row.isFolded ? "▸" : "▾", 8, y + 12);
        drawing.fillText(this.fit(row.title, room), 20, y + 12);
        drawing.fillStyle = this.dim;
        const most = Number(this.areas.mostOf(row.group, row.members).toPrecision(3));
        drawing.fillText(this.fit(`${row.about}, max ${formatReal(most)}`, room), 20, y + 26);
        this.areas.draw(drawing, row.group, row.members, shown.from, shown.to,
            [this.labels, y + 2, this.width - this.labels, row.height - 4]);
    }

    // Draw the name of a track. If the track is a counter of one thread, draw the name of the thread below.
    paintName(track, y, isCounter) {
        const {drawing, model} = this;
        const {name, thread} = model.tracks;
        drawing.fillStyle = this.text;
        drawing.fillText(this.fit(name[track], this.labels - 16), 8, y + (isCounter ? 12 : 11));
        if (isCounter && thread[track] >= 0 && thread[track] < model.threads.count) {
            drawing.fillStyle = this.dim;
            drawing.fillText(this.fit(threadTitle(model, thread[track]), this.labels / 2 - 8), 8, y + 27);
        }
    }

    // Draw the bars of a level. Wide bars are rectangles, narrow ones are pixels of the strip (timeline_strip.js), and
    // bars narrower than a pixel share cells of one pixel.
    paintLevel(level, y) {
        const {tracks, shown, strip} = this;
        const {starts, ends} = tracks;
        const perPixel = this.scale * this.density;
        const cell = 1 / perPixel;
        const wide = leastWide / this.scale;
        const selected = shown.selected;
        let at = tracks.firstEndingAfter(level, shown.from);
        while (at < level.to && starts[at] < shown.to) {
            const length = ends[at] - starts[at];
            if (length >= wide || at === selected) {
                this.paintBar(at, y);
                at++;
            } else if (length >= cell) {
                const from = (starts[at] - shown.from) * perPixel;
                strip.put(from, from + length * perPixel, this.colourOf(tracks.sorted[at]));
                at++;
            } else {
                const cellEnd = (Math.floor(starts[at] / cell) + 1) * cell;
                const next = Math.max(at + 1, tracks.firstStartingFrom({from: at, to: level.to}, cellEnd));
                // Only the last bar that starts in the cell can be as long as a cell, since bars do not overlap. It is
                // not part of the cell; the next iteration draws it.
                const last = ends[next - 1] - starts[next - 1] >= cell ? next - 1 : next;
                this.paintCell(at, last, (cellEnd - cell - shown.from) * perPixel, cell);
                at = last;
            }
        }
        strip.draw(this.drawing, this.labels, y, this.width - this.labels, barHeight);
    }

    // Draw the bars from..to as a cell. The opacity shows how much of the cell they cover. The colour is that of the
    // longest bar.
    paintCell(from, to, pixel, cell) {
        const {tracks} = this;
        const step = Math.max(1, Math.floor((to - from) / sampled));
        let covered = 0;
        let longest = from;
        let seen = 0;
        for (let at = from; at < to; at += step) {
            const length = tracks.ends[at] - tracks.starts[at];
            covered += length;
            seen++;
            if (length > tracks.ends[longest] - tracks.starts[longest]) {
                longest = at;
            }
        }
        const share = covered / seen * (to - from) / cell;
        this.strip.put(pixel + 0.5, pixel + 1, this.colourOf(tracks.sorted[longest]), Math.min(255, 110 + 180 * share));
    }

    paintBar(at, y) {
        const {tracks, drawing, shown} = this;
        const left = Math.max(this.labels - 2, this.xOf(tracks.starts[at]));
        const right = Math.min(this.width + 2, this.xOf(tracks.ends[at]));
        const width = right - left;
        drawing.fillStyle = this.colourOf(tracks.sorted[at]);
        drawing.fillRect(left, y, Math.max(1, width - 0.5), barHeight);
        if (at === shown.selected) {
            drawing.strokeStyle = this.text;
            drawing.strokeRect(left + 0.5, y + 0.5, Math.max(1, width - 1.5), barHeight - 1);
        }
        if (width > leastNamed && this.model.bars.kind[tracks.sorted[at]] !== barKinds.state) {
            drawing.fillStyle = this.palette.css("--frame-text");
            const name = this.fit(tracks.nameOf(tracks.sorted[at]), width - 6);
            drawing.fillText(name, left + 3, y + barHeight / 2 + 0.5);
        }
    }

    colourOf(bar) {
        const {bars} = this.model;
        const kind = bars.kind[bar];
        const value = bars.value[bar];
        const known = this.colours[kind] || this.colours[0];
        if (kind === barKinds.function) {
            if (this.shown.match !== null && !this.shown.match.functions[value - 1]) {
                return this.palette.css("--frame-faint");
            }
            if (value - 1 === this.shown.chosen) {
                return this.palette.css("--frame-hot");
            }
        }
        return known[value] ??= this.freshColour(kind, value, bar);
    }

    gridStep() {
        return roundStep((this.shown.to - this.shown.from) / Math.max(leastSteps, (this.width - this.labels) / 120));
    }

    eachInstant(use) {
        const step = this.gridStep();
        for (let time = Math.ceil(this.shown.from / step) * step; time < this.shown.to; time += step) {
            use(time, Math.round(this.xOf(time)), step);
        }
    }

    paintGrid(height = this.height) {
        this.drawing.fillStyle = this.line;
        this.eachInstant((time, x) => this.drawing.fillRect(x, 0, 1, height));
    }

    paintAxis() {
        const {drawing, shown} = this;
        drawing.fillStyle = this.palette.css("--background");
        drawing.fillRect(0, 0, this.width, this.axisHeight - 1);
        drawing.fillStyle = this.line;
        drawing.fillRect(0, this.axisHeight - 1, this.width, 1);
        drawing.fillRect(this.labels - 1, 0, 1, this.height);
        drawing.fillStyle = this.dim;
        let free = 0;
        this.eachInstant((time, x, step) => {
            const label = formatInstant(time, step);
            if (x >= free) {
                drawing.fillText(label, x + 4, 12);
                free = x + 4 + drawing.measureText(label).width;
            }
        });
        paintMarks(this);
        if (shown.pointer > this.labels) {
            drawing.globalAlpha = 0.4;
            drawing.fillStyle = this.text;
            drawing.fillRect(shown.pointer, 0, 1, this.height);
            drawing.globalAlpha = 1;
        }
    }

    // Return a new colour for the value of a bar. The names of virtual threads often differ only in a number at the
    // end, so hues of consecutive virtual threads are far apart.
    freshColour(kind, value, bar) {
        if (kind === barKinds.function || kind === barKinds.otherState) {
            return this.palette.hue(hueOf(this.tracks.nameOf(bar)), value % 4);
        }
        return kind === barKinds.state ? this.palette.css(stateColours[value] || "--outside") :
            this.palette.hue(value * goldenAngle % 360, 1);
    }

    // Return as much of a text as fits. Assume that all its letters have the average width, because measuring each
    // shortened text would cost more than drawing it.
    fit(text, room) {
        const short = text.length > 300 ? text.slice(0, 300) : text;
        let width = this.textWidths.get(short);
        if (width === undefined) {
            width = this.drawing.measureText(short).width;
            this.textWidths.set(short, width);
        }
        if (width <= room) {
            return short;
        }
        const letters = Math.floor(short.length * (room - 8) / width);
        return letters > 0 ? short.slice(0, letters) + "…" : "";
    }
}
