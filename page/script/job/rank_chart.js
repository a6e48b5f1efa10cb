// A chart with a thin column for each rank, and a line at the mean of all ranks. If there are more ranks than pixels, a
// column is solid up to the smallest of its ranks, and pale up to the largest one.

import {element} from "../ui/dom.js";
import {CanvasView} from "../ui/canvas_view.js";
import {CanvasSize} from "../ui/canvas_size.js";
import {roundStep} from "../data/number.js";

const widestColumn = 46;        // px
const above = 16;               // px above the longest column, for the text of the mean
const below = 15;               // px for the names of ranks
const longestRank = 12;         // characters

export class RankChart extends CanvasView {
    // options: {palette, tip, nameOf(rank), tipOf(rank), onPick(rank)}
    constructor(root, options) {
        super();
        this.options = options;
        this.canvas = element("canvas", {role: "img"});
        this.box = element("div.rank-chart", this.canvas);
        root.append(this.box);
        this.painter = new CanvasSize(this.canvas);
        this.selected = -1;
        this.canvas.addEventListener("pointermove", event => this.hover(event));
        this.canvas.addEventListener("pointerleave", () => options.tip.hide());
        this.canvas.addEventListener("click", event => this.pick(event));
    }

    // Show a number of each rank. `balance` has the mean and the maximum of the values (data/job.js).
    setValues(values, balance, meanText, label) {
        Object.assign(this, {values, balance, meanText});
        this.canvas.setAttribute("aria-label", label);
        this.paint();
    }

    select(rank) {
        this.selected = rank;
        this.paint();
    }

    get step() {
        return Math.min(widestColumn, this.painter.width / Math.max(1, this.values.length));
    }

    rankAt(x) {
        const {step, values} = this;
        const first = Math.floor(x / step);
        const end = Math.max(first + 1, Math.floor((x + 1) / step));
        if (x < 0 || first >= values.length) {
            return -1;
        }
        return this.extremes(first, Math.min(end, values.length)).largest;
    }

    // Return the ranks with the smallest and the largest value of some ranks.
    extremes(first, end) {
        const {values} = this;
        let [smallest, largest] = [first, first];
        for (let rank = first; rank < end; rank++) {
            smallest = values[rank] < values[smallest] ? rank : smallest;
            largest = values[rank] > values[largest] ? rank : largest;
        }
        return {smallest, largest};
    }

    hover(event) {
        const rank = this.rankAt(event.offsetX);
        if (rank < 0) {
            this.options.tip.hide();
        } else {
            this.options.tip.show(event, ...this.options.tipOf(rank));
        }
    }

    pick(event) {
        const rank = this.rankAt(event.offsetX);
        if (rank >= 0) {
            this.options.onPick(rank);
        }
    }

    paint() {
        this.frame = 0;
        const {painter, balance, options: {palette}} = this;
        if (painter.width === 0) {
            return;
        }
        const drawing = painter.begin(palette);
        const tall = painter.height - above - below;
        const heightOf = value => balance.most > 0 ? tall * value / balance.most : 0;
        this.paintColumns(drawing, heightOf, above + tall);
        this.paintNames(drawing);
        const y = Math.round(above + tall - heightOf(balance.mean)) + 0.5;
        const right = Math.min(painter.width, this.step * this.values.length);
        drawing.strokeStyle = drawing.fillStyle = palette.css("--text");
        drawing.setLineDash([5, 3]);
        drawing.beginPath();
        drawing.moveTo(0, y);
        drawing.lineTo(right, y);
        drawing.stroke();
        drawing.setLineDash([]);
        const isBeside = painter.width - right > drawing.measureText(this.meanText).width + 12;
        drawing.textBaseline = isBeside ? "middle" : "top";
        drawing.fillText(this.meanText, isBeside ? right + 8 : 0, isBeside ? y : 1);
    }

    paintColumns(drawing, heightOf, base) {
        const {values, step, options: {palette}} = this;
        const wide = Math.max(1, step >= 4 ? step - Math.max(1, step / 6) : step);
        for (let x = 0, first = 0; first < values.length;) {
            const end = Math.max(first + 1, Math.floor((x + 1) / step + 1e-9));
            const {smallest, largest} = this.extremes(first, Math.min(end, values.length));
            const isSelected = this.selected >= first && this.selected < end;
            drawing.fillStyle = palette.css(isSelected ? "--accent" : "--running");
            for (const [value, alpha] of [[values[largest], smallest === largest ? 1 : 0.45], [values[smallest], 1]]) {
                const height = value > 0 ? Math.max(1, heightOf(value)) : 0;
                drawing.globalAlpha = alpha;
                drawing.fillRect(x, base - height, wide, height);
            }
            first = end;
            x = step >= 1 ? end * step : x + 1;
        }
        drawing.globalAlpha = 1;
    }

    paintNames(drawing) {
        const {values, step, painter, options: {palette, nameOf}} = this;
        drawing.fillStyle = palette.css("--dim");
        drawing.textBaseline = "bottom";
        const longest = drawing.measureText(nameOf(values.length - 1).slice(0, longestRank)).width;
        for (let rank = 0; rank < values.length; rank += roundStep((longest + 8) / step)) {
            const name = nameOf(rank).slice(0, longestRank);
            const wide = drawing.measureText(name).width;
            const x = rank * step + Math.max(0, (step - wide) / 2 - 2);
            if (x + wide <= painter.width) {
                drawing.fillText(name, x, painter.height);
            }
        }
    }
}
