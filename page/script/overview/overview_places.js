// The overview card of a libvt run: where states were entered. The log has the locations of these events but no
// executed lines, so there are no sources to show.

import {element, linkButton} from "../ui/dom.js";
import {formatCount, formatTime} from "../data/number.js";
import {card} from "./overview_cards.js";
import {barKinds} from "../timeline/timeline_kinds.js";

const placesShown = 12;

export function placesCard(context) {
    const {model, go} = context;
    if (model.run.product !== "libvt" || !model.hasCalls || model.files.count > 0) {
        return null;
    }
    const rows = placesOf(model).sort((a, b) => b.total - a.total);
    if (rows.length === 0) {
        return card("half", "Where states were entered", null, element("p", "No locations in the log: VT_PCTRACE=on " +
            "records where each state was entered. libvt records no line counts, so this page has no sources."));
    }
    return card("half", "Where states were entered", linkButton("timeline", () => go({view: "timeline"})),
        element("p.dim", "libvt records call sites but no line counts, so this page has no sources. The " +
            "timeline shows the location of each bar." + (model.run.events_left_out > 0 ?
            " These are sums over its bars, so what the timeline omits is missing here." : "")),
        element("table.fixed.files", element("thead", element("tr", element("th.number.time", "total"),
            element("th.number.wide", "entries"), element("th", "state"), element("th", "place"))),
        element("tbody", rows.slice(0, placesShown).map(row => element("tr",
            element("td.number", formatTime(row.total)), element("td.number", formatCount(row.entries)),
            element("td.cut", {title: row.state}, row.state), element("td.cut.dim", {title: row.place}, row.place))))));
}

// Return [{state, place, entries, total}], the sums by state and location over the timeline's bars that have a
// location.
function placesOf(model) {
    const {bars, functions, places, states} = model;
    const rows = new Map();
    for (let bar = 0; bar < bars.count; bar++) {
        const names = {[barKinds.function]: functions.name, [barKinds.otherState]: states.name}[bars.kind[bar]];
        const place = bars.place[bar];
        if (names === undefined || place < 0) {
            continue;
        }
        const key = [bars.kind[bar], bars.value[bar], place].join();
        const row = rows.get(key) || {state: names[bars.value[bar] - 1] ?? "?", place: places.text[place] ?? "?",
            entries: 0, total: 0};
        row.entries++;
        row.total += bars.length[bar];
        rows.set(key, row);
    }
    return Array.from(rows.values());
}
