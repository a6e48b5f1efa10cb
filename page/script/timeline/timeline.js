// The timeline view: tracks of threads, virtual threads, counters and scopes over a time axis that can be zoomed and
// panned.

import {CanvasView} from "../ui/canvas_view.js";
import {element, swatch} from "../ui/dom.js";
import {eventsText} from "../data/naming.js";
import {Gestures} from "../ui/gestures.js";
import {Tracks, barKinds, stateNames} from "./timeline_tracks.js";
import {TimelinePainter, stateColours} from "./timeline_paint.js";
import {tipAt, tipOfBar} from "./timeline_tip.js";
import {signLegend} from "./timeline_marks.js";

const reach = 3;                // px: this close to a bar or a point, the pointer is on it
const leastSpan = 50;           // ns: shortest time that the view shows
const settleTime = 250;         // ms without movement until the address is written

export const timelineView = {
    id: "timeline",
    title: "Timeline",
    state: {span: ""},
    keys: [["+  −", "zoom; Ctrl and wheel as well"], ["← →", "move in time"], ["↑ ↓", "choose a track"],
        [", .", "previous, next bar of the selected track"], ["Enter", "function of the selected bar"],
        ["Esc", "zoom out completely"]],
    isAvailable: model => model.tracks.count > 0,
    show: (root, context) => new TimelineView(root, context),
};

class TimelineView extends CanvasView {
    constructor(root, context) {
        super();
        this.context = context;
        this.model = context.model;
        this.tracks = new Tracks(context.model);
        this.canvas = element("canvas", {tabindex: 0, role: "img", "aria-label": "timeline; arrow keys move"});
        this.pad = element("div");
        this.box = element("div.timeline", this.canvas, this.pad);
        root.append(element("div.column", this.tools(), this.box));
        this.painter = new TimelinePainter(this.canvas, this.tracks, context.palette);
        this.from = this.tracks.from;
        this.to = this.tracks.to;
        this.selected = -1;
        this.track = -1;
        this.pointer = 0;
        this.readSpan();
        this.listen();
        this.watch();
    }

    tools() {
        const {bars, points} = this.model;
        const states = new Set();
        for (let bar = 0; bar < bars.count; bar++) {
            if (bars.kind[bar] === barKinds.state) {
                states.add(bars.value[bar]);
            }
        }
        const legend = stateNames.map((name, state) => states.has(state) && name &&
            swatch(`var(${stateColours[state]})`, name)).filter(Boolean);
        const hues = [["virtualThread", "virtual thread"], ["function", "function"], ["otherState", "other state"],
            ["scope", "scope"]].filter(([kind]) => bars.kind.includes(barKinds[kind])).map(([, noun]) => noun);
        return element("div.tools",
            element("span.dim", eventsText(this.model)),
            element("span.legend", legend,
                hues.length > 0 ? swatch("var(--hues)", `a hue for each ${hues.join(", ")}`) : null,
                signLegend(new Set(points.kind))), element("span.space"),
            element("button.plain", {type: "button", title: "+", onclick: () => this.scaleMiddle(0.5)}, "Zoom in"),
            element("button.plain", {type: "button", title: "−", onclick: () => this.scaleMiddle(2)}, "Zoom out"),
            element("button.plain", {type: "button", title: "Esc", onclick: () => this.showAll()}, "All"));
    }

    close() {
        super.close();
        clearTimeout(this.settling);
    }

    update(changed) {
        if (changed.has("theme")) {
            this.painter.forgetColours();
            this.paint();
        }
        if (changed.has("span")) {
            this.readSpan();
        }
        this.repaint();
    }

    readSpan() {
        const [from, to] = this.context.state.span.split("-").map(Number);
        if (to > from && from < this.tracks.to && to > this.tracks.from) {
            this.show(from, to);
        } else {
            this.show(this.tracks.from, this.tracks.to);
        }
    }

    listen() {
        const {canvas} = this;
        this.box.addEventListener("scroll", () => this.repaint());
        this.gestures = new Gestures(canvas, this.box, this);
        canvas.addEventListener("dblclick", event => this.openFunction(this.barAt(event.offsetX, event.offsetY)));
        canvas.addEventListener("keydown", event => {
            if (!event.ctrlKey && !event.metaKey && !event.altKey && this.key(event)) {
                event.preventDefault();
            }
        });
    }

    resize() {
        this.pad.style.height =
            Math.max(0, this.tracks.height + this.tracks.axisHeight - this.box.clientHeight) + "px";
        super.resize();
    }

    paint() {
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        if (this.painter.width > 0) {
            const start = performance.now();
            this.painter.paint({from: this.from, to: this.to, scrollTop: this.box.scrollTop, match: this.context.match,
                chosen: this.context.state.function, selected: this.selected, track: this.track,
                pointer: this.pointer});
            performance.measure("qii frame", {start, end: performance.now()});
            performance.clearMeasures("qii frame");
        }
    }

    show(from, to) {
        const whole = this.tracks.to - this.tracks.from;
        const span = Math.min(Math.max(to - from, leastSpan), whole);
        this.from = Math.max(this.tracks.from, Math.min(from, this.tracks.to - span));
        this.to = this.from + span;
        this.repaint();
    }

    // Show a range chosen by the user. The address follows when the movement has stopped.
    showManually(from, to) {
        this.show(from, to);
        clearTimeout(this.settling);
        this.settling = setTimeout(() => {
            const isAll = this.from === this.tracks.from && this.to === this.tracks.to;
            this.context.adjust({span: isAll ? "" : `${Math.floor(this.from)}-${Math.ceil(this.to)}`});
        }, settleTime);
    }

    showAll() {
        this.showManually(this.tracks.from, this.tracks.to);
    }

    scaleAround(x, factor) {
        const at = this.painter.timeAt(Math.max(this.painter.labels, x));
        this.showManually(at - (at - this.from) * factor, at + (this.to - at) * factor);
    }

    scaleMiddle(factor) {
        this.scaleAround((this.painter.width + this.painter.labels) / 2, factor);
    }

    shift(pixels) {
        const by = pixels / this.painter.scale;
        this.showManually(this.from + by, this.to + by);
    }

    click(event) {
        const row = this.rowAt(event.offsetY);
        this.track = row ? row.track : -1;
        this.select(this.barAt(event.offsetX, event.offsetY));
    }

    leave() {
        this.pointer = 0;
        this.context.tip.hide();
        this.repaint();
    }

    // Convert a vertical position on the canvas to one below the top of all tracks.
    fromTop(y) {
        return y - this.tracks.axisHeight + this.box.scrollTop;
    }

    rowAt(y) {
        return y < this.tracks.axisHeight ? undefined : this.tracks.rows[this.tracks.rowAt(this.fromTop(y))];
    }

    // Return the index of the bar at a position of the canvas (in tracks.order), or -1.
    barAt(x, y) {
        const row = this.rowAt(y);
        if (!row || row.track < 0 || x < this.painter.labels) {
            return -1;
        }
        const level = this.tracks.levels[row.track][this.tracks.depthAt(row, this.fromTop(y))];
        return level ? this.tracks.barAt(level, this.painter.timeAt(x), reach / this.painter.scale) : -1;
    }

    hover(event) {
        this.pointer = event.offsetX;
        const content = this.tipAt(event.offsetX, event.offsetY);
        if (content === null || event.pointerType === "touch") {
            this.context.tip.hide();
        } else {
            this.context.tip.show(event, content);
        }
        this.repaint();
    }

    tipAt(x, y) {
        const row = this.rowAt(y);
        if (!row || row.track < 0) {
            return null;
        }
        if (x < this.painter.labels) {
            return [element("b", this.model.tracks.name[row.track])];
        }
        const time = this.painter.timeAt(x);
        return tipAt(this.painter, row, this.barAt(x, y), time, this.fromTop(y), reach / this.painter.scale);
    }

    // Select a bar. If it is a function, select the function in the other views, too. If it is a virtual thread on a
    // carrier, go to the track of the virtual thread.
    select(at) {
        this.selected = at;
        if (at >= 0) {
            const bar = this.tracks.order[at];
            const value = this.model.bars.value[bar] - 1;
            if (this.model.bars.kind[bar] === barKinds.function) {
                this.context.adjust({function: value});
            } else if (this.model.bars.kind[bar] === barKinds.virtualThread && value < this.tracks.count) {
                this.chooseTrack(value);
            }
        }
        this.repaint();
    }

    openFunction(at) {
        const bar = at >= 0 ? this.tracks.order[at] : -1;
        if (bar >= 0 && this.model.bars.kind[bar] === barKinds.function) {
            this.context.go({view: "functions", function: this.model.bars.value[bar] - 1});
        }
    }

    key(event) {
        const part = (this.painter.width - this.painter.labels) / 5;
        const actions = {
            ArrowLeft: () => this.shift(-part),
            ArrowRight: () => this.shift(part),
            ArrowUp: () => this.stepTrack(-1),
            ArrowDown: () => this.stepTrack(1),
            "+": () => this.scaleMiddle(0.7),
            "=": () => this.scaleMiddle(0.7),
            "-": () => this.scaleMiddle(1 / 0.7),
            ",": () => this.stepBar(-1),
            ".": () => this.stepBar(1),
            Enter: () => this.openFunction(this.selected),
            Escape: () => this.showAll(),
        };
        if (!Object.hasOwn(actions, event.key)) {
            return false;
        }
        actions[event.key]();
        return true;
    }

    stepTrack(step) {
        const {rows, rowOf} = this.tracks;
        let at = this.track < 0 ? -1 : rowOf[this.track];
        do {
            at += step;
        } while (rows[at] && rows[at].track < 0);
        if (rows[at]) {
            this.selected = -1;
            this.chooseTrack(rows[at].track);
        }
    }

    chooseTrack(track) {
        this.track = track;
        const {top, height} = this.tracks.rows[this.tracks.rowOf[track]];
        const room = this.box.clientHeight - this.tracks.axisHeight - height;
        if (top < this.box.scrollTop || top > this.box.scrollTop + room) {
            this.box.scrollTop = top < this.box.scrollTop ? top : top - room;
        }
        this.context.announce(this.model.tracks.name[track]);
        this.repaint();
    }

    // Select the next bar of the same depth on the selected track, or the previous one, and scroll it into view.
    stepBar(step) {
        const levels = this.track < 0 ? [] : this.tracks.levels[this.track];
        const level = levels.find(({from, to}) => this.selected >= from && this.selected < to) || levels[0];
        if (!level) {
            return;
        }
        const next = this.selected < 0 ? this.tracks.firstEndingAfter(level, this.from) : this.selected + step;
        if (next < level.from || next >= level.to) {
            return;
        }
        const span = this.to - this.from;
        if (this.tracks.ends[next] < this.from || this.tracks.starts[next] > this.to) {
            this.showManually(this.tracks.starts[next] - span / 2, this.tracks.starts[next] + span / 2);
        }
        this.select(next);
        this.context.announce(tipOfBar(this.painter, next).filter(Boolean).map(one => one.textContent).join(", "));
    }
}
