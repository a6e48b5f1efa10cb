// The tooltip of a frame in the flame graph.

import {element} from "../ui/dom.js";
import {formatCounted, formatPart, formatPerCall, formatShare} from "../data/number.js";
import {nameOfFunction} from "../data/naming.js";
import {foldedFunction} from "../data/tree.js";

// Return the tooltip of an item as a list of elements. `root` is the root of the graph.
export function frameTip(context, item, root) {
    const {model, state} = context;
    const measure = model.measure(state.measure);
    const index = item.function;
    const isUp = item.kind === "bottom-up";
    const lines = [element("b", nameOfFunction(model, index))];
    if (index >= 0 && model.placeOf(index) !== "") {
        lines.push(element("div.dim", model.placeOf(index)));
    }
    if (index === foldedFunction) {
        lines.push(element("div.dim", "call paths merged for lack of space"));
    }
    const interval = model.intervalText(measure.id, item.total, state.scope);
    lines.push(element("div", (isUp ? "" : "total ") +
        `${measure.format(item.total)}, ${formatShare(item.total, model.whole(measure.id, state.scope))} of all` +
        (interval === null ? "" : ` (${interval})`) +
        (item.parent !== null && item.parent !== root ?
            `, ${formatShare(item.total, item.parent.total)} of ${isUp ? "its callee" : "its caller"}` : "")));
    if (measure.id !== "calls") {
        const perCall = measure.id === "time" && !isUp && model.hasPerCall ?
            `, ${formatPerCall(item.total, item.calls)} each` : "";
        lines.push(element("div", (isUp ? "" : `self ${measure.format(item.self)}, `) +
            formatCounted(item.calls, model.callWord) + (item.calls > 0 ? perCall : "")));
    }
    if (index >= 0 && model.functions.lines[index] > 0) {
        lines.push(element("div", formatPart(model.functions.lines_hit[index], model.functions.lines[index], "line") +
            " ran"));
    }
    return lines;
}
