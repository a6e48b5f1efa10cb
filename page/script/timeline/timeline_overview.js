// A strip with the states of all tracks over the whole run. A window in the strip marks the visible part. A drag of the
// window moves it, a drag elsewhere selects a part, and a click centres the window.

import {element} from "../ui/dom.js";
import {trackKinds} from "./timeline_kinds.js";

const stripHeight = 30;         // px
const clickReach = 4;           // px: less movement is a click

export class TimelineOverview {
    // show(from, to) shows a part of the run.
    constructor(tracks, painter, show) {
        this.tracks = tracks;
        this.painter = painter;
        this.show = show;
        this.canvas = element("canvas.timeline-overview", {role: "img",
            "aria-label": "overview of the whole run; the visible part is marked"});
        this.drawing = this.canvas.getContext("2d", {alpha: false});
        const {kind} = tracks.model.tracks;
        const ofKind = wanted => Array.from(kind.keys()).filter(track => kind[track] === wanted);
        const virtual = ofKind(trackKinds.virtualThread);
        this.list = virtual.length > 0 ? virtual : ofKind(trackKinds.thread);
        this.drag = null;
        this.canvas.addEventListener("pointerdown", event => this.press(event));
        this.canvas.addEventListener("pointermove", event => this.move(event));
        this.canvas.addEventListener("pointerup", event => this.release(event));
        this.canvas.addEventListener("pointercancel", () => {
            this.drag = null;
        });
    }

    paint(from, to) {
        const {drawing, painter, canvas} = this;
        const {palette, width, labels} = painter;
        const scale = window.devicePixelRatio || 1;
        if (canvas.width !== Math.round(width * scale)) {
            canvas.width = Math.round(width * scale);
            canvas.height = Math.round(stripHeight * scale);
        }
        drawing.setTransform(scale, 0, 0, scale, 0, 0);
        drawing.fillStyle = palette.css("--background");
        drawing.fillRect(0, 0, width, stripHeight);
        painter.areas.draw(drawing, "all", this.list, this.tracks.from, this.tracks.to,
            [labels, 2, width - labels, stripHeight - 3]);
        drawing.font = painter.font;
        drawing.textBaseline = "middle";
        drawing.fillStyle = palette.css("--dim");
        drawing.fillText("whole run", 8, stripHeight / 2);
        const [left, right] = [this.xOf(from), this.xOf(to)];
        drawing.globalAlpha = 0.75;
        drawing.fillStyle = palette.css("--background");
        drawing.fillRect(labels, 0, left - labels, stripHeight);
        drawing.fillRect(right, 0, width - right, stripHeight);
        drawing.globalAlpha = 1;
        drawing.strokeStyle = palette.css("--accent");
        drawing.strokeRect(left + 0.5, 0.5, Math.max(2, right - left - 1), stripHeight - 1.5);
    }

    xOf(time) {
        const {width, labels} = this.painter;
        return labels + (time - this.tracks.from) / (this.tracks.to - this.tracks.from) * (width - labels);
    }

    timeAt(x) {
        const {width, labels} = this.painter;
        return this.tracks.from + (x - labels) / (width - labels) * (this.tracks.to - this.tracks.from);
    }

    press(event) {
        const {from, to} = this.painter.shown;
        const isWhole = from <= this.tracks.from && to >= this.tracks.to;
        const time = this.timeAt(event.offsetX);
        this.canvas.setPointerCapture(event.pointerId);
        this.drag = {x: event.offsetX, time, from, to, isMove: !isWhole && time >= from && time <= to,
            isClick: true};
    }

    move(event) {
        const {drag} = this;
        if (drag === null || (drag.isClick && Math.abs(event.offsetX - drag.x) < clickReach)) {
            return;
        }
        drag.isClick = false;
        const time = this.timeAt(event.offsetX);
        if (drag.isMove) {
            this.show(drag.from + time - drag.time, drag.to + time - drag.time);
        } else {
            this.show(Math.min(time, drag.time), Math.max(time, drag.time));
        }
    }

    release() {
        const {drag} = this;
        this.drag = null;
        if (drag?.isClick) {
            const half = (drag.to - drag.from) / 2;
            this.show(drag.time - half, drag.time + half);
        }
    }
}
