// A heat map of pairs: a row for each sender, a column for each receiver. It is as wide as its box, or scrolls if
// zoomed. If a pair is smaller than a pixel, a pixel shows the largest of its pairs.

import {element} from "../ui/dom.js";
import {CanvasView} from "../ui/canvas_view.js";
import {CanvasSize} from "../ui/canvas_size.js";
import {Gestures} from "../ui/gestures.js";
import {roundStep} from "../data/number.js";

const largestCell = 58;         // px
const highest = 560;            // px, height of the box
const top = 34;                 // px for the title and the names of columns
const textCell = 36;            // px; a cell of this size or more has its number
const gridCell = 6;             // px; from this size on, there are gaps between cells
const longestLabel = 90;        // px
const labelLength = 30;         // characters
export const zoomStep = 1.5;

export class HeatMap extends CanvasView {
    // options: {palette, tip, size, nameOf(position), tipOf(from, to), onPick(from, to)}
    constructor(root, options) {
        super();
        this.options = options;
        this.canvas = element("canvas", {tabindex: 0, role: "application", "aria-roledescription": "heat map",
            onkeydown: event => this.key(event)});
        this.sizer = element("div.heat-sizer", this.canvas);
        this.box = element("div.heat-map", {onscroll: () => this.repaint()}, this.sizer);
        root.style.maxWidth = `min(700px, ${longestLabel + 12 + largestCell * options.size}px)`;
        root.append(this.box);
        this.painter = new CanvasSize(this.canvas);
        this.gestures = new Gestures(this.canvas, this.box, this);
        this.zoom = 1;
        this.pair = null;
        this.marked = -1;
        this.pointerY = 0;
    }

    // Show numbers of pairs (cellsOf() of data/job.js) in the colours of a scale.
    setCells(cells, {scale, format, titles, label}) {
        Object.assign(this, {cells, scale, format, titles});
        this.canvas.setAttribute("aria-label", label);
        this.paint();
    }

    // Select a pair [from, to] without notifying the caller; null for none.
    select(pair) {
        this.pair = pair;
        this.paint();
    }

    // Mark the row and the column of a position, -1 for none.
    mark(position) {
        this.marked = position;
        this.paint();
    }

    // ---- layout -------------------------------------------------------------------------------------------------

    resize() {
        const {clientWidth} = this.box;
        if (clientWidth > 0 && this.cells) {
            this.layOut(clientWidth);
            super.resize();
        }
    }

    layOut(width) {
        const {size} = this.options;
        this.left = Math.ceil(Math.min(longestLabel, Math.max(this.widestName(), this.widthOf(this.titles[0]))) + 10);
        this.fit = Math.min(largestCell, (width - this.left - 2) / size, (highest - top - 2) / size);
        this.fit = this.fit > 2 ? Math.floor(this.fit) : this.fit;
        this.cell = this.fit * this.zoom;
        const [wide, high] = [this.left + size * this.cell + 1, top + size * this.cell + 1];
        this.sizer.style.width = this.zoom > 1 ? wide + "px" : "";
        this.sizer.style.height = Math.ceil(high) + "px";
        this.box.style.height = Math.ceil(Math.min(highest, high)) + "px";
        this.box.style.overflow = this.zoom > 1 ? "auto" : "hidden";
    }

    // Return the width of the longest name. Only four names are measured, because there may be thousands.
    widestName() {
        const {size, nameOf} = this.options;
        return Math.max(...[0, size >> 1, size - 2, size - 1].map(at => this.widthOf(nameOf(Math.max(0, at)))));
    }

    widthOf(text) {
        this.painter.drawing.font = "11px system-ui, sans-serif";
        return this.painter.drawing.measureText(text.slice(0, labelLength)).width;
    }

    // Zoom so that the cell at a point of the canvas stays there.
    zoomAround(factor, x = this.painter.width / 2, y = this.painter.height / 2) {
        const most = Math.max(1, largestCell / this.fit);
        const before = this.cell;
        const {scrollLeft, scrollTop} = this.box;
        this.zoom = Math.max(1, Math.min(most, this.zoom * factor));
        this.layOut(this.box.clientWidth);
        const scale = this.cell / before;
        this.box.scrollLeft = (scrollLeft + x - this.left) * scale - x + this.left;
        this.box.scrollTop = (scrollTop + y - top) * scale - y + top;
        this.resize();
    }

    // ---- pointer and keys ---------------------------------------------------------------------------------------

    scaleAround(x, factor) {
        this.zoomAround(1 / factor, x, this.pointerY);
    }

    shift(pixels) {
        this.box.scrollLeft += pixels;
    }

    leave() {
        this.options.tip.hide();
    }

    hover(event) {
        this.pointerY = event.offsetY;
        const pair = this.pairAt(event.offsetX, event.offsetY);
        const content = pair && this.options.tipOf(...pair);
        if (content) {
            this.options.tip.show(event, ...content);
        } else {
            this.leave();
        }
    }

    click(event) {
        const pair = this.pairAt(event.offsetX, event.offsetY);
        if (pair) {
            this.options.onPick(...pair);
        }
    }

    // Return the pair at a point of the canvas. In a small map of many pairs, return the largest one of the pixel.
    pairAt(x, y) {
        const {cell, cells, box, options: {size}} = this;
        const [column, row] = [(x - this.left + box.scrollLeft) / cell, (y - top + box.scrollTop) / cell];
        if (x < this.left || y < top || row >= size || column >= size) {
            return null;
        }
        let best = [Math.floor(row), Math.floor(column)];
        const reach = cell < 1 ? 1 / cell : 0;
        const [lastRow, lastColumn] = [row, column].map(at => reach > 0 ? Math.min(size - 1, at + reach) : -1);
        for (let from = Math.max(0, Math.floor(row - reach)); from <= lastRow; from++) {
            for (let to = Math.max(0, Math.floor(column - reach)); to <= lastColumn; to++) {
                best = cells.valueAt(from, to) > cells.valueAt(...best) ? [from, to] : best;
            }
        }
        return best;
    }

    key(event) {
        const moves = {ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1]};
        const zooms = {"+": zoomStep, "-": 1 / zoomStep, Escape: 0};
        const {size} = this.options;
        if (event.key in moves && !event.ctrlKey && !event.metaKey && !event.altKey) {
            const [from, to] = this.pair ?? [0, 0];
            const [down, right] = this.pair === null ? [0, 0] : moves[event.key];
            const within = position => Math.max(0, Math.min(size - 1, position));
            this.options.onPick(within(from + down), within(to + right));
            this.reveal();
        } else if (event.key in zooms) {
            this.zoomAround(zooms[event.key]);
        } else {
            return;
        }
        event.preventDefault();
    }

    // Scroll to the selected pair, only as far as needed.
    reveal() {
        const {box, cell, painter} = this;
        const [from, to] = this.pair.map(position => position * cell);
        box.scrollTop = Math.min(from, Math.max(box.scrollTop, from + cell - (painter.height - top)));
        box.scrollLeft = Math.min(to, Math.max(box.scrollLeft, to + cell - (painter.width - this.left)));
    }

    // ---- painting -----------------------------------------------------------------------------------------------

    xOf(column) {
        return this.left + column * this.cell - this.box.scrollLeft;
    }

    yOf(row) {
        return top + row * this.cell - this.box.scrollTop;
    }

    paint() {
        this.frame = 0;
        const {painter, cells, options: {palette, size}} = this;
        if (painter.width === 0 || !cells) {
            return;
        }
        const drawing = painter.begin(palette);
        drawing.save();
        drawing.beginPath();
        drawing.rect(this.left, top, painter.width - this.left, painter.height - top);
        drawing.clip();
        drawing.fillStyle = palette.css("--soft");
        drawing.fillRect(this.xOf(0), this.yOf(0), size * this.cell, size * this.cell);
        this.paintGrid(drawing);
        this.paintCells(drawing);
        this.paintMarks(drawing);
        drawing.restore();
        this.paintLabels(drawing);
    }

    paintGrid(drawing) {
        const {cell, options: {palette, size}} = this;
        if (cell < gridCell) {
            return;
        }
        drawing.fillStyle = palette.css("--background");
        for (let at = 1; at <= size; at++) {
            drawing.fillRect(this.xOf(at) - 1, this.yOf(0), 1, size * cell);
            drawing.fillRect(this.xOf(0), this.yOf(at) - 1, size * cell, 1);
        }
    }

    // The cells are in ascending order, so that the largest value of a pixel is painted last.
    paintCells(drawing) {
        const {cells: {rows, columns, values}, cell, scale, painter} = this;
        const side = Math.max(1, cell >= gridCell ? cell - 1 : cell);
        for (let at = 0; at < values.length; at++) {
            const [x, y] = [this.xOf(columns[at]), this.yOf(rows[at])];
            if (x > painter.width || y > painter.height || x + side < this.left || y + side < top) {
                continue;
            }
            drawing.fillStyle = scale.colourOf(values[at]);
            drawing.fillRect(x, y, side, side);
            if (cell >= textCell) {
                this.paintNumber(drawing, values[at], x, y, side);
            }
        }
    }

    paintNumber(drawing, value, x, y, side) {
        const text = this.format(value);
        const wide = drawing.measureText(text).width;
        if (wide <= side - 2) {
            drawing.fillStyle = this.scale.textColourOf(value);
            drawing.textBaseline = "middle";
            drawing.fillText(text, x + (side - wide) / 2, y + side / 2);
        }
    }

    paintMarks(drawing) {
        const {cell, options: {palette, size}} = this;
        drawing.strokeStyle = palette.css("--accent");
        if (this.marked >= 0) {
            drawing.strokeRect(this.xOf(0) + 0.5, this.yOf(this.marked) - 0.5, size * cell - 1, Math.max(2, cell));
            drawing.strokeRect(this.xOf(this.marked) - 0.5, this.yOf(0) + 0.5, Math.max(2, cell), size * cell - 1);
        }
        if (this.pair !== null) {
            const [from, to] = this.pair;
            const side = Math.max(5, cell - 1);
            const inset = (cell - 1 - side) / 2;
            drawing.lineWidth = 2;
            drawing.strokeStyle = palette.css("--text");
            drawing.strokeRect(this.xOf(to) + inset, this.yOf(from) + inset, side, side);
            drawing.lineWidth = 1;
        }
    }

    paintLabels(drawing) {
        const {cell, painter, titles, options: {palette, size, nameOf}} = this;
        drawing.fillStyle = palette.css("--dim");
        drawing.textBaseline = "middle";
        drawing.fillText(titles[1], this.left, 9);
        drawing.fillText(titles[0], 2, top - 8, this.left - 6);
        const widest = Math.min(longestLabel, this.widestName());
        const across = roundStep((widest + 10) / cell);
        const down = roundStep(15 / cell);
        for (let at = 0; at < size; at += across) {
            const middle = this.xOf(at) + cell / 2;
            const x = Math.max(this.left, middle - Math.min(longestLabel, this.widthOf(nameOf(at))) / 2);
            if (middle >= this.left && middle < painter.width - 4) {
                drawing.fillText(nameOf(at).slice(0, labelLength), x, top - 8, longestLabel);
            }
        }
        for (let at = 0; at < size; at += down) {
            const middle = this.yOf(at) + cell / 2;
            const y = Math.max(top + 5, middle);
            if (middle >= top && middle < painter.height - 3) {
                drawing.textAlign = "right";
                drawing.fillText(nameOf(at).slice(0, labelLength), this.left - 6, y, this.left - 8);
            }
        }
    }
}
