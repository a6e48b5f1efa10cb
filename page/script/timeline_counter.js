// Draws a counter of the timeline: a line by steps, and its scale beside it.

import {formatReal} from "./number.js";

// A value holds until the next one; of those within a pixel the lowest and the highest are drawn.
export function paintCounter(painter, row, y) {
    const {drawing, shown, model} = painter;
    const {at, value} = model.samples;
    const [from, to] = painter.lanes.samples(row.lane);
    const levelOf = levelsOf(painter, row, y);
    const base = y + row.height - 4;
    const first = Math.max(from, painter.lanes.sampleAt(row.lane, shown.from));
    if (first >= to) {
        return;
    }
    drawing.beginPath();
    let x = Math.max(painter.labels - 2, painter.xOf(at[first]));
    const begin = x;
    let level = levelOf(value[first]);
    drawing.moveTo(x, level);
    for (let sample = first + 1; sample < to && at[sample] < shown.to; sample++) {
        const next = painter.xOf(at[sample]);
        if (next - x >= 1) {
            drawing.lineTo(next, level);
            x = next;
        }
        const reached = levelOf(value[sample]);
        if (reached !== level) {
            drawing.lineTo(x, reached);
            level = reached;
        }
    }
    const end = Math.min(painter.width + 2, painter.xOf(Math.min(shown.to, painter.lanes.to)));
    drawing.lineTo(end, level);
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

// Zero is part of the scale: a height is compared with others by eye.
function levelsOf(painter, row, y) {
    const {low, high} = painter.model.lanes;
    const least = Math.min(0, low[row.lane]);
    const most = Math.max(high[row.lane], least + Number.MIN_VALUE);
    const tall = row.height - 12;
    return value => {
        const share = (value - least) / (most - least);
        return Math.round(2 * (y + row.height - 4 - tall * (Number.isFinite(share) ? share : 0))) / 2;
    };
}

export function paintScale(painter, row, y) {
    const {drawing, model} = painter;
    const {low, high, unit} = model.lanes;
    drawing.fillStyle = painter.dim;
    drawing.textAlign = "right";
    const top = painter.fit(`${formatReal(high[row.lane])} ${unit[row.lane]}`.trim(), painter.labels - 16);
    drawing.fillText(top, painter.labels - 8, y + 25);
    drawing.fillText(formatReal(Math.min(0, low[row.lane])), painter.labels - 8, y + row.height - 9);
    drawing.textAlign = "left";
}
