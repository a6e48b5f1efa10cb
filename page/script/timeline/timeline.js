// The timeline view: tracks of threads, virtual threads, counters and scopes over a time axis that can be zoomed and
// panned.

import {CanvasView} from "../ui/canvas_view.js";
import {element} from "../ui/dom.js";
import {Gestures} from "../ui/gestures.js";
import {barKinds} from "./timeline_kinds.js";
import {Tracks} from "./timeline_tracks.js";
import {TimelineOverview} from "./timeline_overview.js";
import {TimelinePainter} from "./timeline_paint.js";
import {TrackSelection} from "./timeline_selection.js";
import {TrackTools, legendTools} from "./timeline_tools.js";
import {messageAt} from "./timeline_messages.js";
import {tipAt, tipOfBar, tipOfGroup, tipOfMessage} from "./timeline_tip.js";

const reach = 3;                // px: maximum distance at which the pointer counts as on a bar or a point
const leastSpan = 50;           // ns: shortest time that the view shows
const mostStuck = 0.5;          // share of the height; pinned rows that need more scroll with the other rows
const settleTime = 250;         // ms without movement until the address is written

export const timelineView = {
    id: "timeline",
    title: "Timeline",
    state: {span: "", track: -1, trackSearch: "", trackOrder: "", folds: "", pinned: ""},
    keys: [["+  −", "zoom; Ctrl and wheel as well"], ["← →", "move in time"],
        ["↑ ↓", "choose a track or a group"], ["Enter", "fold or unfold the selected group"],
        ["g", "fold or unfold all groups"], ["p", "pin the selected track at the top"],
        ["t", "show the selected virtual thread in Threads"],
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
        this.painter = new TimelinePainter(this.canvas, this.tracks, context.palette);
        this.overview = new TimelineOverview(this.tracks, this.painter, (from, to) => this.showManually(from, to));
        this.selection = new TrackSelection(this);
        this.tools = new TrackTools(this.tracks, this.selection, {adjust: patch => context.adjust(patch),
            leave: () => this.canvas.focus(), scale: factor => this.scaleMiddle(factor),
            showAll: () => this.showAll()});
        root.append(element("div.column", legendTools(this.model), this.tools.root, this.overview.canvas, this.box));
        this.from = this.tracks.from;
        this.to = this.tracks.to;
        this.selected = -1;
        this.pointer = 0;
        this.stuck = 0;
        this.isFresh = true;
        this.readSpan();
        this.arrange();
        this.listen();
        this.watch();
    }

    // Lay out the rows again after a change of the state.
    arrange() {
        this.tracks.arrange(this.context.state);
        this.tools.update(this.context.state, this.selection.track);
        this.fitRows();
    }

    fitRows() {
        const {rows, axisHeight} = this.tracks;
        const room = this.box.clientHeight;
        this.stuck = rows.pinnedHeight <= room * mostStuck ? rows.pinnedHeight : 0;
        this.pad.style.height = Math.max(0, rows.height + axisHeight - room) + "px";
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
        if (["trackSearch", "trackOrder", "folds", "pinned"].some(name => changed.has(name))) {
            this.arrange();
        }
        if (changed.has("track")) {
            this.tools.update(this.context.state, this.selection.track);
            if (this.selection.track >= 0) {
                this.selection.reveal();
            }
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
        new Gestures(canvas, this.box, this);
        canvas.addEventListener("dblclick", event => this.openFunction(this.barAt(event.offsetX, event.offsetY)));
        canvas.addEventListener("keydown", event => {
            if (!event.ctrlKey && !event.metaKey && !event.altKey && this.key(event)) {
                event.preventDefault();
            }
        });
    }

    resize() {
        this.fitRows();
        super.resize();
        if (this.isFresh && this.selection.track >= 0) {
            this.selection.reveal(true);
        }
        this.isFresh = false;
    }

    paint() {
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        if (this.painter.width > 0) {
            const start = performance.now();
            this.painter.paint({from: this.from, to: this.to, scrollTop: this.box.scrollTop, match: this.context.match,
                chosen: this.context.state.function, selected: this.selected, track: this.selection.track,
                group: this.selection.group, pointer: this.pointer, stuck: this.stuck});
            this.overview.paint(this.from, this.to);
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
        this.selection.group = null;
        if (row?.members) {
            this.selection.chooseGroup(row);
            this.selection.fold(row);
            return;
        }
        const bar = this.barAt(event.offsetX, event.offsetY);
        this.context.adjust({track: row ? row.track : -1});
        this.select(bar);
    }

    leave() {
        this.pointer = 0;
        this.context.tip.hide();
        this.repaint();
    }

    // Convert a vertical position on the canvas to the distance in px from the top of the first row.
    fromTop(y) {
        const below = y - this.tracks.axisHeight;
        return below < this.stuck ? below : below + this.box.scrollTop;
    }

    rowAt(y) {
        return y < this.tracks.axisHeight ? undefined : this.tracks.rows.list[this.tracks.rows.at(this.fromTop(y))];
    }

    // Return the index in tracks.sorted of the bar at a position of the canvas, or -1 if there is none.
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
        if (row?.members) {
            return tipOfGroup(this.painter, row, this.painter.timeAt(Math.max(x, this.painter.labels)));
        }
        if (!row || row.track < 0) {
            return null;
        }
        if (x < this.painter.labels) {
            return [element("b", this.model.tracks.name[row.track])];
        }
        const message = messageAt(this.painter, x, y, reach);
        if (message >= 0) {
            return tipOfMessage(this.painter, message);
        }
        const time = this.painter.timeAt(x);
        return tipAt(this.painter, row, this.barAt(x, y), time, this.fromTop(y), reach / this.painter.scale);
    }

    // Select a bar. If the bar shows a function, select the function in the other views as well. If the bar shows a
    // virtual thread on a carrier, go to the track of the virtual thread.
    select(at) {
        this.selected = at;
        if (at >= 0) {
            const bar = this.tracks.sorted[at];
            const value = this.model.bars.value[bar] - 1;
            if (this.model.bars.kind[bar] === barKinds.function) {
                this.context.adjust({function: value});
            } else if (this.model.bars.kind[bar] === barKinds.virtualThread && value < this.tracks.count) {
                this.selection.chooseTrack(value);
            }
        }
        this.repaint();
    }

    open() {
        if (this.selection.row?.members) {
            this.selection.fold(this.selection.row);
        } else {
            this.openFunction(this.selected);
        }
    }

    openFunction(at) {
        const bar = at >= 0 ? this.tracks.sorted[at] : -1;
        if (bar >= 0 && this.model.bars.kind[bar] === barKinds.function) {
            this.context.go({view: "functions", function: this.model.bars.value[bar] - 1});
        }
    }

    key(event) {
        const part = (this.painter.width - this.painter.labels) / 5;
        const actions = {
            ArrowLeft: () => this.shift(-part),
            ArrowRight: () => this.shift(part),
            ArrowUp: () => this.selection.stepTrack(-1),
            ArrowDown: () => this.selection.stepTrack(1),
            "+": () => this.scaleMiddle(0.7),
            "=": () => this.scaleMiddle(0.7),
            "-": () => this.scaleMiddle(1 / 0.7),
            ",": () => this.stepBar(-1),
            ".": () => this.stepBar(1),
            Enter: () => this.open(),
            g: () => this.selection.foldAll(),
            p: () => this.selection.pin(),
            t: () => this.selection.showThread(),
            Escape: () => this.showAll(),
        };
        if (!Object.hasOwn(actions, event.key)) {
            return false;
        }
        actions[event.key]();
        return true;
    }

    // Select the next bar of the same depth on the selected track, or the previous bar if `step` is -1. Scroll it into
    // view.
    stepBar(step) {
        const levels = this.selection.track < 0 ? [] : this.tracks.levels[this.selection.track];
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
