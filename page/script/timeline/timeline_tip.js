// Tooltips of the timeline for a point, a bar, a counter's value, or the name of a track. A tooltip is a list of
// elements, or null.

import {element} from "../ui/dom.js";
import {formatReal, formatTime} from "../data/number.js";
import {barKinds, trackKinds} from "./timeline_tracks.js";

const pointHeight = 12;         // px above a track's bottom, where points are drawn

// Return the tooltip at a position. `row` is one of tracks.rows; `place` the index of a bar in tracks.order, or -1; `y`
// is below the top of all tracks; `slack` is the distance in ns that still counts as on a bar or a point.
export function tipAt(painter, row, place, time, y, slack) {
    const {tracks, model} = painter;
    const name = model.tracks.name[row.track];
    const point = tracks.pointAt(row.track, time, slack);
    if (point >= 0 && y > row.top + row.height - pointHeight) {
        return tipOfPoint(model, point, name);
    }
    if (model.tracks.kind[row.track] === trackKinds.counter) {
        return tipOfSample(painter, row.track, time, name);
    }
    if (place >= 0) {
        return tipOfBar(painter, place);
    }
    return point >= 0 ? tipOfPoint(model, point, name) : null;
}

export function tipOfBar({tracks, model}, at) {
    const bar = tracks.order[at];
    const {bars, places} = model;
    const place = bars.place[bar];
    return [element("b", tracks.nameOf(bar)),
        element("div", `${formatTime(tracks.ends[at] - tracks.starts[at])}, from ${preciseTime(tracks.starts[at])}`),
        place >= 0 ? element("div", places.text[place]) : null,
        bars.kind[bar] === barKinds.function ? element("div.dim", model.placeOf(bars.value[bar] - 1)) : null,
        element("div.dim", model.tracks.name[bars.track[bar]])];
}

function tipOfPoint({points, tracks}, point, name) {
    const other = points.other[point];
    return [element("b", points.kind[point] + (other >= 0 ? " → " + (tracks.name[other] ?? "") : "")),
        points.text[point] ? element("div", points.text[point]) : null,
        element("div", "at " + preciseTime(points.at[point])), element("div.dim", name)];
}

function tipOfSample({tracks, model}, track, time, name) {
    const {samples} = model;
    const sample = tracks.sampleAt(track, time);
    return sample < 0 ? null : [element("b", name),
        element("div", `${formatReal(samples.value[sample])} ${model.tracks.unit[track]}`),
        element("div.dim", "since " + preciseTime(samples.at[sample]))];
}

function preciseTime(ns) {
    return (ns / 1e6).toFixed(ns % 1000 === 0 ? 3 : 6) + "\u00a0ms";
}
