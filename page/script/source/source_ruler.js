// The ruler beside a source text: the whole file at the height of the box, with its missed lines, partial branches and
// costliest lines. A click scrolls there.

import {element} from "../ui/dom.js";

const width = 18;               // px; the style sheet has the same
const leastHeat = 0.02;         // lines with less heat are not drawn

export class SourceRuler {
    // onGo(share) is called to scroll: 0 is the first row, 1 the last.
    constructor(palette, onGo) {
        this.palette = palette;
        this.drawn = 1;
        this.canvas = element("canvas.source-ruler", {"aria-hidden": true, title: "left: cost, right: missed lines",
            onpointerdown: event => this.press(event, onGo),
            onpointermove: event => event.buttons === 1 && this.press(event, onGo)});
    }

    press(event, onGo) {
        onGo(Math.max(0, Math.min(1, event.offsetY / this.drawn)));
        event.preventDefault();
    }

    // Draw the ruler. `tall` is the height of all rows in px. If the rows need no scrolling, each mark is next to its
    // row.
    paint(rows, file, tall) {
        const height = this.canvas.parentNode.clientHeight;
        const scale = window.devicePixelRatio || 1;
        this.canvas.width = width * scale;
        this.canvas.height = height * scale;
        const drawing = this.canvas.getContext("2d");
        if (height === 0 || rows.length === 0) {
            return;
        }
        drawing.scale(scale, scale);
        this.drawn = Math.min(height, tall);
        const {heat, status} = marksOf(rows, file, Math.min(height, rows.length));
        const step = this.drawn / status.length;
        const colours = {1: this.palette.css("--waiting"), 2: this.palette.css("--bad")};
        const bar = this.palette.css("--bar");
        for (let at = 0; at < status.length; at++) {
            const thick = Math.max(1.5, Math.min(step, 6));
            if (status[at] > 0) {
                drawing.fillStyle = colours[status[at]];
                drawing.fillRect(10, at * step, 6, thick);
            }
            if (heat[at] > leastHeat) {
                drawing.globalAlpha = 0.25 + 0.75 * Math.sqrt(heat[at]);
                drawing.fillStyle = bar;
                drawing.fillRect(2, at * step, 7, thick);
                drawing.globalAlpha = 1;
            }
        }
    }
}

// Return {heat, status}, two arrays by position on the ruler. If several rows share a position, it has the highest heat
// and the worst status of them.
function marksOf(rows, file, places) {
    const heat = new Float64Array(places);
    const status = new Uint8Array(places);
    const ranks = {partial: 1, missed: 2};
    rows.forEach((row, index) => {
        if (row > 0) {
            const at = Math.min(places - 1, Math.floor(index / rows.length * places));
            heat[at] = Math.max(heat[at], file.heat(row));
            status[at] = Math.max(status[at], ranks[file.status(row)] || 0);
        }
    });
    return {heat, status};
}
