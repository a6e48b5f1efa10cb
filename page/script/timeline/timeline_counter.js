// Draw a counter of the timeline: its values as steps, and the scale beside them.

import {formatReal} from "../data/number.js";

// Draw the values. Each is valid until the next one. Within a pixel, the lowest and the highest value are visible.
export function paintCounter(painter, row, y) {
    const {drawing, shown, model} = painter;
    const {at, value} = model.samples;
    const [from, to] = painter.tracks.samples(row.track);
    const heightOf = heightsOf(painter, row, y);
    const base = y + row.height - 4;
    const first = Math.max(from, painter.tracks.sampleAt(row.track, shown.from));
    if (first >= to) {
        return;
    }
    drawing.beginPath();
    let x = Math.max(painter.labels - 2, painter.xOf(at[first]));
    const begin = x;
    let height = heightOf(value[first]);
    drawing.moveTo(x, height);
    for (let sample = first + 1; sample < to && at[sample] < shown.to; sample++) {
        const next = painter.xOf(at[sample]);
        if (next - x >= 1) {
            drawing.lineTo(next, height);
            x = next;
        }
        const reached = heightOf(value[sample]);
        if (reached !== height) {
            drawing.lineTo(x, reached);
            height = reached;
        }
    }
    const end = Math.min(painter.width + 2, painter.xOf(Math.min(shown.to, painter.tracks.to)));
    drawing.lineTo(end, height);
    drawing.strokeStyle = painter.palette.css("--accent");
    drawing.lineWidth = 1.2;
    drawing.stroke();
    drawing.lineWidth = 1;
    drawing.lineTo(end, base);
    drawing.lineTo(begin, base);
    drawing.globalAlpha = 0.13;
    drawing.fillStyle = painter.palette.css("--accent");
    drawing.fill();
    drawing.globalAlpha = 1;
}

// Return a function that maps a value to a vertical position. The scale includes zero, since users compare heights.
function heightsOf(painter, row, y) {
    const {low, high} = painter.model.tracks;
    const least = Math.min(0, low[row.track]);
    const most = Math.max(high[row.track], least + Number.MIN_VALUE);
    const tall = row.height - 12;
    return value => {
        const share = (value - least) / (most - least);
        return Math.round(2 * (y + row.height - 4 - tall * (Number.isFinite(share) ? share : 0))) / 2;
    };
}

export function paintScale(painter, row, y) {
    const {drawing, model} = painter;
    const {low, high, unit} = model.tracks;
    drawing.fillStyle = painter.dim;
    drawing.textAlign = "right";
    const top = painter.fit(`${formatReal(high[row.track])} ${unit[row.track]}`.trim(), painter.labels - 16);
    drawing.fillText(top, painter.labels - 8, y + 25);
    drawing.fillText(formatReal(Math.min(0, low[row.track])), painter.labels - 8, y + row.height - 9);
    drawing.textAlign = "left";
}
