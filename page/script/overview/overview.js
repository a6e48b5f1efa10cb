// The overview tab: where the time goes, which lines never ran, and the quality of the data.

import {element, replaceAll} from "../ui/dom.js";
import {bigFigures, whereItGoes} from "./overview_text.js";
import {costliestCard, filesCard, missedCard, neverCalledCard, trustCard} from "./overview_cards.js";
import {jobCard} from "./overview_job.js";
import {groupsCard} from "./overview_groups.js";
import {placesCard} from "./overview_places.js";
import {TreeCard} from "./overview_tree.js";

export const overviewView = {
    id: "overview",
    title: "Overview",
    isAvailable: () => true,
    show: (root, context) => new ShownOverview(root, context),
};

class ShownOverview {
    constructor(root, context) {
        this.context = context;
        this.page = element("div.overview", {tabindex: 0, "aria-label": "overview"});
        root.append(this.page);
        this.build();
    }

    build() {
        const {context} = this;
        const {model} = context;
        this.close();
        this.tree = model.hasCalls && model.tops.count > 0 ? new TreeCard(context) : null;
        const time = [costliestCard(context, "twothirds"), trustCard(model), this.tree && this.tree.root,
            jobCard(context), filesCard(context), placesCard(context), missedCard(context), groupsCard(context),
            neverCalledCard(context)];
        const coverage = [missedCard(context), trustCard(model), neverCalledCard(context),
            costliestCard(context, "half"), this.tree && this.tree.root, jobCard(context), groupsCard(context)];
        const isCoverage = !model.hasTime && model.hasLines;
        replaceAll(this.page, bigFigures(context), whereItGoes(context, this.tree && this.tree.whole),
            element("div.cards", withoutGap((isCoverage ? coverage : time).filter(Boolean))));
    }

    update(changed) {
        if (changed.has("measure") || changed.has("scope")) {
            this.build();
        } else if (this.tree) {
            this.tree.update(changed);
        }
    }

    // List the functions that the search found, and select the one with most of the measure.
    goMatch() {
        const {model, state, match, go, announce} = this.context;
        if (match === null || match.count === 0) {
            announce("no match");
            return;
        }
        const weights = model.functionsOf(state.scope)[model.measure(state.measure).own];
        const found = Array.from(weights, (_, index) => index).filter(index => match.functions[index] === 1);
        go({view: "functions", function: found.reduce((most, index) => weights[index] > weights[most] ? index : most)});
    }

    close() {
        if (this.tree) {
            this.tree.close();
        }
    }
}

// Make a half-width card without a neighbour as wide as the row.
function withoutGap(cards) {
    const halves = cards.filter(one => one.classList.contains("half"));
    if (halves.length % 2 === 1) {
        halves[halves.length - 1].classList.add("alone");
    }
    return cards;
}
