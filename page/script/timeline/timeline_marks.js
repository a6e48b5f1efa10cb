// Draw events without a duration: points of a track, arrows from a waker to the thread that it woke, and marks of the
// whole run.

import {element} from "../ui/dom.js";
import {chooseLines, paintLines} from "./timeline_lines.js";

const arrowDistance = 12;       // px: if arrows are closer on average, only those of the selected track are drawn
const signWidth = 6;            // px

// Draw the signs of a track's points. A point that affects another track has an arrow instead.
export function paintPoints(painter, row, y) {
    const {drawing, model} = painter;
    const {at, kind, other} = model.points;
    const [, to] = painter.tracks.points(row.track);
    const middle = y + row.height - 5;
    const {from, to: end} = painter.shown;
    let before = -Infinity;
    let point = painter.tracks.firstPointFrom(row.track, from - signWidth / painter.scale);
    for (; point < to && at[point] < end; point++) {
        const x = painter.xOf(at[point]);
        if (x - before >= 2 && other[point] < 0) {
            drawing.fillStyle = kind[point] === "lost" ? painter.palette.css("--bad") : painter.text;
            drawing.beginPath();
            traceSign(drawing, kind[point], x, middle);
            drawing.fill();
            before = x;
        }
    }
}

// Draw arrows from creators and wakers to the threads that they created or woke.
export function paintArrows(painter) {
    const {drawing, tracks, shown, width, model: {points: {at, other}}} = painter;
    const arrows = chooseLines(arrowsInSight(painter), width / arrowDistance, shown.track,
        ([point, track]) => [track, other[point]]);
    paintLines(painter, arrows, ([point, track]) => {
        const [from, to] = [track, other[point]].map(one => painter.yOf(tracks.rows.middleOf(one)));
        paintArrow(drawing, painter.xOf(at[point]), from, to);
    });
}

// Yield the visible arrows as [point, track].
function* arrowsInSight({tracks, model, shown}) {
    const {at, other} = model.points;
    const isHidden = track => track < 0 || track >= tracks.count || tracks.rows.rowOf[track] < 0;
    for (let track = 0; track < tracks.count; track++) {
        const [, to] = isHidden(track) ? [0, 0] : tracks.points(track);
        for (let point = tracks.firstPointFrom(track, shown.from); point < to && at[point] < shown.to; point++) {
            if (!isHidden(other[point])) {
                yield [point, track];
            }
        }
    }
}

function paintArrow(drawing, x, from, to) {
    const down = to > from ? 1 : -1;
    drawing.beginPath();
    drawing.arc(x, from, 2, 0, 2 * Math.PI);
    drawing.fill();
    drawing.beginPath();
    drawing.moveTo(x, from);
    drawing.lineTo(x, to);
    drawing.stroke();
    drawing.beginPath();
    drawing.moveTo(x, to);
    drawing.lineTo(x - 3, to - 6 * down);
    drawing.lineTo(x + 3, to - 6 * down);
    drawing.fill();
}

export function paintMarks(painter) {
    const {drawing, model, shown} = painter;
    const {at, kind, text} = model.marks;
    drawing.strokeStyle = painter.palette.css("--warning");
    let free = -Infinity;
    for (let mark = 0; mark < model.marks.count; mark++) {
        if (at[mark] < shown.from || at[mark] > shown.to) {
            continue;
        }
        const x = Math.round(painter.xOf(at[mark])) + 0.5;
        drawing.setLineDash([4, 3]);
        drawing.beginPath();
        drawing.moveTo(x, 22);
        drawing.lineTo(x, painter.height);
        drawing.stroke();
        drawing.setLineDash([]);
        if (x > free) {
            const label = painter.fit(text[mark] ? `${kind[mark]}: ${text[mark]}` : kind[mark], 220);
            const width = drawing.measureText(label).width + 8;
            drawing.fillStyle = painter.palette.css("--background");
            drawing.fillRect(x + 1, 24, width, 14);
            drawing.fillStyle = painter.palette.css("--warning");
            drawing.fillText(label, x + 4, 31);
            free = x + width;
        }
    }
}

// Trace the shape of a point: an arrowhead to the right for send and to the left for receive, a cross for lost events,
// a disc for all others.
function traceSign(drawing, kind, x, y) {
    const shapes = {send: [[4, 0], [-2, -3], [-2, 3]], receive: [[-4, 0], [2, -3], [2, 3]],
        lost: [[-3, -4], [0, -1], [3, -4], [4, -3], [1, 0], [4, 3], [3, 4], [0, 1], [-3, 4], [-4, 3], [-1, 0],
            [-4, -3]]};
    if (!Object.hasOwn(shapes, kind)) {
        drawing.arc(x, y, 3, 0, 2 * Math.PI);
        return;
    }
    shapes[kind].forEach(([right, down], at) => {
        if (at === 0) {
            drawing.moveTo(x + right, y + down);
        } else {
            drawing.lineTo(x + right, y + down);
        }
    });
    drawing.closePath();
}

// Return the legend of the shapes of points.
export function signLegend(kinds) {
    const texts = {send: "▸ sends", receive: "◂ receives", comment: "● comment", lost: "✗ events lost"};
    const arrows = ["create", "wake"].filter(kind => kinds.has(kind)).map(kind => kind + "s").join(" or ");
    return [Array.from(kinds).filter(kind => Object.hasOwn(texts, kind)).map(kind => element("span", texts[kind])),
        arrows === "" ? null : element("span", `↓ ${arrows} a thread (if zoomed in, or of the selected track)`)];
}
