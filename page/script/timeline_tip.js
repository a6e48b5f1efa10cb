// What the timeline says of a place: of a point, a bar, a counter's value, a lane's name. Lists of elements, or null.

import {element} from "./dom.js";
import {formatReal, formatTime} from "./number.js";
import {barKinds, laneKinds} from "./timeline_lanes.js";

const pointHeight = 12;         // px above a lane's end that points stand in

// row: of lanes.rows; y: from the top of all lanes; slack: ns that are still on a bar or a point
export function tipAt(painter, row, place, time, y, slack) {
    const {lanes, model} = painter;
    const name = model.lanes.name[row.lane];
    const point = lanes.pointAt(row.lane, time, slack);
    if (point >= 0 && y > row.top + row.height - pointHeight) {
        return tipOfPoint(model, point, name);
    }
    if (model.lanes.kind[row.lane] === laneKinds.counter) {
        return tipOfSample(painter, row.lane, time, name);
    }
    if (place >= 0) {
        return tipOfBar(painter, place);
    }
    return point >= 0 ? tipOfPoint(model, point, name) : null;
}

export function tipOfBar({lanes, model}, at) {
    const bar = lanes.order[at];
    const {bars, places} = model;
    const place = bars.place[bar];
    return [element("b", lanes.nameOf(bar)),
        element("div", `${formatTime(lanes.ends[at] - lanes.starts[at])}, from ${preciseTime(lanes.starts[at])}`),
        place >= 0 ? element("div", places.text[place]) : null,
        bars.kind[bar] === barKinds.function ? element("div.dim", model.placeOf(bars.value[bar] - 1)) : null,
        element("div.dim", model.lanes.name[bars.lane[bar]])];
}

function tipOfPoint({points, lanes}, point, name) {
    const other = points.other[point];
    return [element("b", points.kind[point] + (other >= 0 ? " → " + (lanes.name[other] ?? "") : "")),
        points.text[point] ? element("div", points.text[point]) : null,
        element("div", "at " + preciseTime(points.at[point])), element("div.dim", name)];
}

function tipOfSample({lanes, model}, lane, time, name) {
    const {samples} = model;
    const sample = lanes.sampleAt(lane, time);
    return sample < 0 ? null : [element("b", name),
        element("div", `${formatReal(samples.value[sample])} ${model.lanes.unit[lane]}`),
        element("div.dim", "since " + preciseTime(samples.at[sample]))];
}

function preciseTime(ns) {
    return (ns / 1e6).toFixed(ns % 1000 === 0 ? 3 : 6) + "\u00a0ms";
}
