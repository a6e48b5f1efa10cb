// The section of a function's panel that splits its measure by thread and by group of virtual threads.

import {cutName, element, fillBody, pressable, shareBar} from "../ui/dom.js";
import {formatShare} from "../data/number.js";

const threadsShown = 10;

// Return the section, or null if the whole run has only one thread, or one of its threads is shown.
export function threadsSection({model, state, go}, index) {
    const {tree} = model;
    const measure = model.measure(state.measure);
    const isCalls = measure.id === "calls";
    const nodesOf = tops => isCalls ? tree.nodesOf(index, tops) : tree.outermost(index, tops);
    const values = isCalls ? tree.calls : tree.measure(measure.id).total;
    const rows = model.scopes.filter(scope => ["thread", "group"].includes(scope.kind)).map(scope => ({scope,
        value: nodesOf(scope.tops).reduce((sum, node) => sum + values[node], 0)}))
        .filter(({value}) => value > 0).sort((a, b) => b.value - a.value);
    if (state.scope !== "" || rows.length === 0) {
        return null;
    }
    const whole = rows.reduce((sum, {value}) => sum + value, 0);
    const body = element("tbody");
    const more = fillBody(body, rows, threadsShown, ({scope, value}) => pressable(element("tr",
        element("td.number", measure.figure(value)), element("td.number", formatShare(value, whole)),
        element("td.minor", shareBar(value / rows[0].value)),
        element("td", {title: scope.title}, cutName(scope.title))),
        () => go({scope: scope.id})));
    return element("section.panel-relations", element("h3", "Threads"),
        element("table.fixed.relations", element("thead", element("tr", element("th.number.wide", measure.id),
            element("th.number.share", "share"), element("td.short.minor"), element("th", "thread or group"))), body),
        more);
}
