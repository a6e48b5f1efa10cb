// The tools above the timeline: the contents of the run, the legend, and the search, order, folding and pins of tracks.

import {element, swatch} from "../ui/dom.js";
import {eventsText} from "../data/naming.js";
import {formatCounted, formatPart} from "../data/number.js";
import {signLegend} from "./timeline_marks.js";
import {barKinds, stateColours, stateNames, trackKinds} from "./timeline_kinds.js";

export function legendTools(model) {
    return element("div.tools", element("span.dim", eventsText(model)), legendOf(model));
}

function toolButton(text, key, onclick) {
    return element("button.plain", {title: key, onclick}, text);
}

function legendOf({bars, points, messages}) {
    const states = new Set();
    for (let bar = 0; bar < bars.count; bar++) {
        if (bars.kind[bar] === barKinds.state) {
            states.add(bars.value[bar]);
        }
    }
    const legend = stateNames.map((name, state) => states.has(state) && name &&
        swatch(`var(${stateColours[state]})`, name)).filter(Boolean);
    const hues = [["virtualThread", "virtual thread"], ["function", "function"], ["otherState", "other state"],
        ["scope", "scope"]].filter(([kind]) => bars.kind.includes(barKinds[kind])).map(([, noun]) => noun);
    return element("span.legend", legend,
        hues.length > 0 ? swatch("var(--hues)", `a hue for each ${hues.join(", ")}`) : null,
        signLegend(new Set(points.kind)),
        messages.count > 0 ? element("span", "↘ message (if zoomed in, or of the selected track)") : null);
}

// The tools that choose tracks and zoom. `actions` has adjust(patch), scale(factor), showAll() and leave(), which
// focuses the timeline.
export class TrackTools {
    constructor(tracks, selection, actions) {
        this.tracks = tracks;
        this.search = element("input.search", {type: "search", placeholder: "Find track",
            "aria-label": "find a track by its name or group",
            oninput: () => actions.adjust({trackSearch: this.search.value}),
            onkeydown: event => {
                if (event.key === "Escape") {
                    actions.adjust({trackSearch: ""});
                }
                if (event.key === "Escape" || event.key === "Enter") {
                    event.preventDefault();
                    actions.leave();
                }
            }});
        this.found = element("span.dim", {"aria-live": "polite"});
        this.order = element("select", {"aria-label": "order of the tracks",
            onchange: () => actions.adjust({trackOrder: this.order.value})},
            tracks.order.choices().map(([id, title]) => element("option", {value: id}, title)));
        this.fold = toolButton("", "g", () => selection.foldAll());
        this.pin = toolButton("Pin", "p", () => selection.pin());
        this.thread = toolButton("Show in Threads", "t", () => selection.showThread());
        this.root = element("div.tools", this.search, this.found, this.order, this.fold, this.pin, this.thread,
            element("span.space"), toolButton("Zoom in", "+", () => actions.scale(0.5)),
            toolButton("Zoom out", "−", () => actions.scale(2)), toolButton("All", "Esc", actions.showAll));
    }

    // Show the current values of the state, and enable the buttons that apply to the selected track (-1: none).
    update(state, track) {
        const {model, rows, count} = this.tracks;
        if (this.search.value !== state.trackSearch) {
            this.search.value = state.trackSearch;
        }
        this.order.value = state.trackOrder;
        this.order.selectedIndex = Math.max(0, this.order.selectedIndex);
        this.found.textContent = rows.found === count ? formatCounted(count, "track") :
            formatPart(rows.found, count, "track");
        this.fold.textContent = rows.folded.size === rows.groups.size ? "Unfold groups" : "Fold groups";
        this.fold.hidden = rows.groups.size === 0;
        this.pin.textContent = rows.pinned.includes(track) ? "Unpin track" : "Pin track";
        this.pin.disabled = track < 0;
        this.thread.hidden = !model.tracks.kind.includes(trackKinds.virtualThread);
        this.thread.disabled = track < 0 || model.tracks.vthread[track] < 0;
    }
}
