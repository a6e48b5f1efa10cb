// The items of a flame graph as table rows that open and close. The table is better for reading, for use without a
// pointer, and for printing. A TreeTable replaces a Flame (flame.js). It takes the options of a Flame, and also:
//     format      formats the measure
//     whole       total of the measure, for shares
//     shareHint   returns the tooltip of an item's share, or null
//     calls       total calls of all functions
//     ownTitle    title of the column with an item's self measure, "" if items have none
//     callsTitle  title of the column of calls

import {element, shareBar} from "../ui/dom.js";
import {formatCount, formatShare} from "../data/number.js";
import {Table} from "../ui/table.js";
import {widestFigure} from "../ui/column_width.js";
import {depthOf} from "../data/item.js";

const levelIndent = 14;              // px for each level
const levelsIndented = 40;      // deeper rows are not indented further, because a deep recursion would leave the screen

export class TreeTable {
    constructor(root, options) {
        this.options = options;
        this.opened = new Set();
        this.match = null;
        this.marked = -1;
        this.table = new Table(root, {
            label: "call tree; right and left arrow keys open and close a row",
            role: "treegrid",
            columns: this.columns(),
            order: {},
            onPick: item => options.onPick(item),
            onOpen: item => options.onOpen(item),
            rowClass: item => this.classOf(item),
            attributesOf: item => ({"aria-level": depthOf(item), "aria-expanded": item.children().length > 0 ?
                this.opened.has(item) : null}),
        });
        this.table.box.addEventListener("keydown", event => {
            if (!event.defaultPrevented && this.key(event)) {
                event.preventDefault();
            }
        });
    }

    columns() {
        const {format, ownTitle, nameOf} = this.options;
        const widest = widestFigure(format(this.options.whole));
        const number = (id, title, widest, show) => ({id, title, isNumber: true, show, widest});
        return [
            number("total", "total", widest, item => format(item.total)),
            {id: "share", title: "share", isNumber: true,
                show: item => formatShare(item.total, this.options.whole),
                hint: item => this.options.shareHint(item)},
            {id: "bar", title: "", width: "74px", show: item => shareBar(item.total / this.options.whole)},
            ...(ownTitle === "" ? [] :
                [number("own", ownTitle, widest, item => format(item.self))]),
            number("calls", this.options.callsTitle, formatCount(this.options.calls), item => formatCount(item.calls)),
            {id: "name", title: "function", width: "minmax(260px, 1fr)", hint: nameOf,
                show: item => this.nameCell(item)},
        ];
    }

    nameCell(item) {
        const level = Math.min(levelsIndented, depthOf(item) - 1);
        const sign = item.children().length === 0 ? "" : this.opened.has(item) ? "▾" : "▸";
        return element("span.tree-name", {style: {"padding-left": level * levelIndent + "px"}},
            element("span.twisty", {onclick: event => {
                event.stopPropagation();
                this.toggle(item);
            }, "aria-hidden": true}, sign), element("span.name", this.options.nameOf(item)));
    }

    classOf(item) {
        const isMatch = this.match !== null && item.function >= 0 && this.match[item.function] === 1;
        return isMatch ? "found" : item.function >= 0 && item.function === this.marked ? "marked" : "";
    }

    setRoot(root) {
        this.root = root;
        this.opened.clear();
        this.openAlone(root);
        this.fill();
    }

    // Open the only child of an item, then the only child of that child, and so on, down to the first level with
    // several rows.
    openAlone(item) {
        for (let at = item; at.children().length === 1; [at] = at.children()) {
            this.opened.add(at.children()[0]);
            if (this.opened.size > levelsIndented) {
                break;
            }
        }
    }

    fill() {
        const rows = [];
        const waiting = this.root.children().slice().reverse();
        while (waiting.length > 0) {
            const item = waiting.pop();
            rows.push(item);
            if (this.opened.has(item)) {
                const children = item.children();
                for (let index = children.length - 1; index >= 0; index--) {
                    waiting.push(children[index]);
                }
            }
        }
        this.table.setRows(rows);
    }

    toggle(item) {
        if (this.opened.has(item)) {
            this.opened.delete(item);
        } else if (item.children().length > 0) {
            this.opened.add(item);
            this.openAlone(item);
        }
        this.fill();
    }

    select(item) {
        if (item !== null && item !== this.root) {
            for (let at = item.parent; at !== null; at = at.parent) {
                this.opened.add(at);
            }
            this.fill();
        }
        this.table.select(item);
        this.table.reveal();
        this.mark(item === null ? -1 : item.function);
    }

    mark(index) {
        this.marked = index;
        this.table.repaint();
    }

    setMatch(match) {
        this.match = match;
        this.table.repaint();
    }

    repaint() {
        this.table.repaint();
    }

    // Paint immediately, as Flame.paint does.
    paint() {
        this.repaint();
    }

    // Select an item. A table cannot zoom, so this replaces Flame.zoomTo.
    zoomTo(item) {
        if (item !== this.root) {
            this.select(item);
        }
    }

    walkTo(item) {
        this.select(item);
        this.options.onPick(item);
    }

    zoomByHand(item) {
        this.zoomTo(item);
    }

    show() {
        this.table.paint();
    }

    key(event) {
        const item = this.table.selected;
        if (event.key === "ArrowRight" && item && !this.opened.has(item)) {
            this.toggle(item);
        } else if (event.key === "ArrowRight" && item && item.children().length > 0) {
            this.table.pick(this.table.rows.indexOf(item.children()[0]));
        } else if (event.key === "ArrowLeft" && item && this.opened.has(item)) {
            this.toggle(item);
        } else if (event.key === "ArrowLeft" && item && item.parent !== this.root) {
            this.table.pick(this.table.rows.indexOf(item.parent));
        } else {
            this.table.key(event);
            return event.defaultPrevented;
        }
        return true;
    }

    close() {
        this.table.close();
    }
}
