// The bar below the header. It shows what the search found, buttons that turn the search into a filter of call paths,
// and the active filters.

import {element, replaceAll} from "../ui/dom.js";
import {formatPart, formatShare} from "../data/number.js";
import {shortened} from "../data/naming.js";
import {filterKinds} from "../data/path_filter.js";

export class FilterBar {
    // `context` is the context of views (view.js), `full` the model without filters.
    constructor(context, full) {
        this.context = context;
        this.full = full;
        this.root = element("div.filter-bar", {role: "status", hidden: true});
    }

    update() {
        const {state, match} = this.context;
        const active = filterKinds.filter(([kind]) => state[kind] !== "");
        this.root.hidden = match === null && active.length === 0;
        replaceAll(this.root, match === null ? null : this.foundPart(match), element("span.space"),
            active.map(([kind, title]) => this.chip(kind, title)));
    }

    foundPart(match) {
        const {model, state, go} = this.context;
        if (match.error !== "") {
            return element("span.failure", match.error);
        }
        const measure = model.measure(state.measure);
        const {tops} = model.scope(state.scope);
        const sum = model.tree.totalOfMatching(match.functions, tops, measure.id);
        const whole = model.whole(measure.id, state.scope);
        return [element("span", `“${shortened(match.query)}”: `,
            formatPart(match.count, model.functions.count, "function"),
            whole > 0 ? `, ${formatShare(sum, whole)} of ${measure.word} at or below` : ""),
            match.count > 0 && model.hasCalls ? filterKinds.map(([kind, title, explain]) => element("button.plain",
                {title: explain, onclick: () => go({[kind]: match.query, search: ""})}, title)) : null];
    }

    chip(kind, title) {
        const {state, go} = this.context;
        const error = this.full.match(state[kind])?.error;
        return element("button.plain.chip", {title: `remove this filter of call paths (${title})`,
            "aria-label": `remove ${kind}`, onclick: () => go({[kind]: ""})},
            `${title}: ${shortened(state[kind])}${error ? ` (${error})` : ""} ×`);
    }
}
