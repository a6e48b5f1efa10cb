// The overview card of the call tree: a small flame graph of what is below the item at which the measure splits.

import {element, linkButton} from "../ui/dom.js";
import {formatCounted, formatShare} from "../data/number.js";
import {card} from "./overview_cards.js";
import {colourWords, frameColours} from "../ui/colour.js";
import {Flame} from "../flame/flame.js";
import {depthOf, pathOf, topDownRoot, whereItParts} from "../data/item.js";
import {nameOfFunction, shortened} from "../data/naming.js";

const treeRowHeight = 17;
const treeRows = 14;
const treePart = 0.8;

export class TreeCard {
    constructor(context) {
        const {model, state, go} = context;
        this.context = context;
        this.measure = model.measure(state.measure);
        const {tops} = model.scope(state.scope);
        this.whole = topDownRoot(model.tree, tops, this.measure.id, model.outside(this.measure.id, state.scope));
        this.parting = this.partingItem();
        const above = pathOf(this.parting).slice(0, -1).map(index => shortened(nameOfFunction(model, index)));
        const rows = rowsBelow(this.parting, treeRows, this.whole.total / 2000);
        this.box = element("div.small-flame", {style: {height: rows * treeRowHeight + 2 + "px"}});
        this.root = card("whole", "Call tree", [linkButton("open", () => go({view: "flame"})),
            element("span.dim.beside", `  width is ${this.measure.word}, ${colourWords(model)}`)],
            above.length > 0 ? element("div.dim.cut", {title: above.join(" › ")},
                `${formatCounted(above.length, "frame")} above: ${above.join(" › ")}`) : null,
            this.box);
        this.makeFlame();
    }

    partingItem() {
        const item = whereItParts(this.whole, treePart);
        return item.children().length === 0 && item.parent !== null ? item.parent : item;
    }

    makeFlame() {
        const {model, palette, tip, go} = this.context;
        this.colourOf = frameColours(model, palette, "file");
        this.flame = new Flame(this.box, {
            label: "call tree; Enter opens the frame in the flame graph",
            palette, tip, rowHeight: treeRowHeight,
            skippedRows: depthOf(this.parting),
            nameOf: item => nameOfFunction(model, item.function),
            colourOf: item => this.colourOf(item),
            tipOf: item => [element("b", nameOfFunction(model, item.function)),
                item.function >= 0 ? element("div.dim", model.placeOf(item.function)) : null,
                element("div", this.measure.format(item.total), ", ",
                    formatShare(item.total, this.whole.total), " of all")],
            onView: item => item && go({view: "flame", mode: "down", zoom: pathOf(item).join("."), range: "",
                function: item.function}),
        });
        this.flame.setRoot(this.whole);
        this.flame.zoomTo(this.parting, false);
        this.flame.setMatch(this.context.match && this.context.match.functions);
    }

    update(changed) {
        if (changed.has("theme")) {
            this.colourOf = frameColours(this.context.model, this.context.palette, "file");
            this.flame.paint();
        }
        this.flame.setMatch(this.context.match && this.context.match.functions);
    }

    close() {
        this.flame.close();
    }
}

// Return the number of rows that the graph needs, at most `most`. The card of a tree with few levels is thus lower.
function rowsBelow(item, most, leastTotal) {
    if (most <= 1) {
        return 1;
    }
    let rows = 0;
    for (const child of item.children()) {
        if (child.total < leastTotal || rows >= most - 1) {
            break;
        }
        rows = Math.max(rows, rowsBelow(child, most - 1, leastTotal));
    }
    return rows + 1;
}
