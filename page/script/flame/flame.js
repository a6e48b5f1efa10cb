// A flame graph in which the user can zoom, pan and move from frame to frame. It shows any tree of items (data/item.js)
// with function, parent, x, total, children(). The box around the canvas scrolls over the rows, while the canvas stays
// in place and is painted again.
//
// Options: {label, palette, tip, nameOf(item), colourOf(item), tipOf(item, root), onPick(item), onOpen(item),
//     onView(item or null, from, to), onPaint(flame), rowHeight, isFlipped, isLow, skippedRows, firstRow}
//     onPick       the user selected an item
//     onOpen       the user double-clicked an item
//     onView       the visible part changed: to that of an item, or to another part (item is null)
//     onPaint      the graph was painted; the argument is this object, with root, from and to
//     isFlipped    the root is at the bottom
//     isLow        the box is only as high as its rows need
//     skippedRows  number of rows, starting at the root, that are not drawn
//     firstRow     row to which the box is scrolled at first, if not all rows fit

import {CanvasView} from "../ui/canvas_view.js";
import {element} from "../ui/dom.js";
import {Gestures} from "../ui/gestures.js";
import {FlamePainter} from "./flame_paint.js";
import {depthOf} from "../data/item.js";
import {formatCounted} from "../data/number.js";

const zoomTime = 160;           // ms
const leastPart = 1e-7;         // minimum share of the whole that the zoom can show

export class Flame extends CanvasView {
    constructor(root, options) {
        super();
        this.options = {rowHeight: 19, isFlipped: false, isLow: false, skippedRows: 0, firstRow: 0,
            ...options};
        this.canvas = element("canvas", {tabindex: 0, role: "application", "aria-roledescription": "flame graph",
            "aria-label": this.options.label});
        this.pad = element("div");
        this.box = element("div.flame", this.canvas, this.pad);
        root.append(this.box);
        this.painter = new FlamePainter(this.canvas, this.options);
        this.root = null;
        this.match = null;
        this.marked = -1;
        this.selected = null;
        this.hovered = null;
        this.rows = [];
        this.depth = 0;
        this.tallest = 0;
        this.animation = 0;
        this.watch();
        this.listen();
    }

    close() {
        super.close();
        cancelAnimationFrame(this.animation);
        this.options.tip?.hide();
    }

    listen() {
        const {canvas, box} = this;
        box.addEventListener("scroll", () => this.repaint());
        new Gestures(canvas, box, this);
        canvas.addEventListener("dblclick", event => this.open(this.itemAt(event.offsetX, event.offsetY)));
        canvas.addEventListener("keydown", event => {
            if (this.key(event)) {
                event.preventDefault();
            }
        });
    }

    setRoot(root) {
        this.root = root;
        this.selected = null;
        this.hovered = null;
        this.from = root.x;
        this.to = root.x + (root.total || 1);
        this.isPlaced = false;
        this.repaint();
    }

    // Highlight matching functions. `match` is a Uint8Array with 1 for each of them, or null.
    setMatch(match) {
        this.match = match;
        this.repaint();
    }

    paint() {
        cancelAnimationFrame(this.frame);
        this.frame = 0;
        if (this.root === null || this.painter.width === 0) {
            return;
        }
        const start = performance.now();
        const {rows, depth} = this.painter.paint({
            root: this.root, from: this.from, to: this.to, match: this.match, selected: this.selected,
            hovered: this.hovered, marked: this.marked, scrollTop: this.box.scrollTop,
            contentHeight: this.contentHeight(),
        });
        this.rows = rows;
        if (depth !== this.depth || !this.isPlaced) {
            this.place(depth);
        }
        this.options.onPaint?.(this);
        performance.measure("qii frame", {start, end: performance.now()});
        performance.clearMeasures("qii frame");
    }

    // Adapt the scrolled height to a number of rows. If the root is at the bottom, scroll to the bottom at first, and
    // later keep the distance from the bottom.
    place(depth) {
        const fromBottom = this.contentHeight() - this.box.scrollTop;
        this.depth = depth;
        if (this.options.isLow) {
            this.tallest = Math.max(this.tallest, depth + 1);
            this.box.style.maxHeight = this.tallest * this.options.rowHeight + "px";
        }
        this.pad.style.height = Math.max(0, this.contentHeight() - this.painter.height) + "px";
        if (this.options.isFlipped) {
            this.box.scrollTop = this.contentHeight() - (this.isPlaced ? fromBottom : this.painter.height);
            this.repaint();
        } else if (!this.isPlaced && this.options.firstRow > 0) {
            this.box.scrollTop = this.options.firstRow * this.options.rowHeight;
            this.repaint();
        }
        this.isPlaced = true;
    }

    contentHeight() {
        return Math.max(this.painter.height, (this.depth + 1) * this.options.rowHeight);
    }

    cellAt(x, y) {
        const {rowHeight, isFlipped} = this.options;
        const fromTop = y + this.box.scrollTop;
        const row = Math.floor((isFlipped ? this.contentHeight() - fromTop : fromTop) / rowHeight);
        return (this.rows[row] || []).find(({left, width}) => x >= left && x < left + Math.max(width, 1));
    }

    itemAt(x, y) {
        return this.cellAt(x, y)?.item || null;
    }

    // Show the range from..to of the horizontal axis, limited to the range of the root.
    show(from, to) {
        const whole = this.root.total || 1;
        const part = Math.max(Math.min(to - from, whole), whole * leastPart);
        this.from = Math.max(this.root.x, Math.min(from, this.root.x + whole - part));
        this.to = this.from + part;
        this.repaint();
    }

    // Move to the range from..to, with an animation unless the user prefers reduced motion.
    glide(from, to) {
        cancelAnimationFrame(this.animation);
        if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
            this.show(from, to);
            return;
        }
        const begin = {from: this.from, to: this.to, at: performance.now()};
        const step = now => {
            const progress = Math.min(1, Math.max(0, now - begin.at) / zoomTime);
            const eased = 1 - (1 - progress) ** 3;
            this.show(begin.from + (from - begin.from) * eased, begin.to + (to - begin.to) * eased);
            if (progress < 1) {
                this.animation = requestAnimationFrame(step);
            }
        };
        this.animation = requestAnimationFrame(step);
    }

    zoomTo(item, isGliding = true) {
        const to = item.x + (item.total || 1);
        if (isGliding) {
            this.glide(item.x, to);
        } else {
            this.show(item.x, to);
        }
    }

    zoomByHand(item) {
        this.zoomTo(item);
        this.options.onView?.(item, item.x, item.x + item.total);
    }

    showManually(from, to) {
        cancelAnimationFrame(this.animation);
        this.show(from, to);
        this.options.onView?.(null, this.from, this.to);
    }

    scaleAround(x, factor) {
        const at = this.from + (this.to - this.from) * x / this.painter.width;
        this.showManually(at - (at - this.from) * factor, at + (this.to - at) * factor);
    }

    shift(pixels) {
        const by = pixels * (this.to - this.from) / this.painter.width;
        this.showManually(this.from + by, this.to + by);
    }

    click(event) {
        const cell = this.cellAt(event.offsetX, event.offsetY);
        if (cell?.item) {
            this.zoomByHand(cell.item);
            this.pick(cell.item);
        } else if (cell) {
            this.showManually(cell.narrow.from, cell.narrow.to);
        }
    }

    leave() {
        this.showHovered(null);
    }

    hover(event) {
        const cell = this.cellAt(event.offsetX, event.offsetY);
        this.showHovered(cell?.item || null);
        if (cell && this.options.tip && event.pointerType !== "touch") {
            this.options.tip.show(event, cell.item ? this.options.tipOf(cell.item, this.root) :
                formatCounted(cell.narrow.count, "frame") + " too narrow to draw; click to zoom");
        }
    }

    showHovered(item) {
        if (item === null) {
            this.options.tip?.hide();
        }
        if (item !== this.hovered) {
            this.hovered = item;
            this.repaint();
        }
    }

    open(item) {
        if (item !== null && this.options.onOpen) {
            this.options.onOpen(item);
        }
    }

    // Select an item and mark the other frames of its function, without notifying the caller.
    select(item) {
        this.selected = item;
        this.mark(item === null ? -1 : item.function);
    }

    // Underline all frames of a function (an index).
    mark(index) {
        this.marked = index;
        this.repaint();
    }

    pick(item) {
        this.select(item);
        this.options.onPick?.(item);
    }

    key(event) {
        const at = this.selected || this.root?.children()[0];
        if (!at) {
            return false;
        }
        const {isFlipped} = this.options;
        const middle = this.painter.width / 2;
        const actions = {
            ArrowDown: () => this.walkTo(isFlipped ? at.parent : at.children()[0]),
            ArrowUp: () => this.walkTo(isFlipped ? at.children()[0] : at.parent),
            ArrowLeft: () => this.walkTo(siblingOf(at, -1)),
            ArrowRight: () => this.walkTo(siblingOf(at, 1)),
            Enter: () => this.zoomByHand(at),
            Escape: () => this.zoomByHand(this.root),
            Backspace: () => this.zoomByHand(at.parent || at),
            "+": () => this.scaleAround(middle, 0.7),
            "=": () => this.scaleAround(middle, 0.7),
            "-": () => this.scaleAround(middle, 1 / 0.7),
            "<": () => this.shift(-middle / 2),
            ">": () => this.shift(middle / 2),
        };
        if (!Object.hasOwn(actions, event.key)) {
            return false;
        }
        actions[event.key]();
        return true;
    }

    walkTo(item) {
        if (item) {
            this.pick(item);
            this.reveal(item);
        }
    }

    // Show an item: scroll and zoom only as far as needed.
    reveal(item) {
        const isNarrow = item.total < (this.to - this.from) * 0.004;
        if (isNarrow || item.x + item.total <= this.from || item.x >= this.to) {
            this.zoomByHand(item.parent || item);
        }
        const {rowHeight, isFlipped, skippedRows} = this.options;
        const row = Math.max(0, depthOf(item) - skippedRows);
        const top = isFlipped ? this.contentHeight() - rowHeight * (row + 1) : rowHeight * row;
        const {scrollTop} = this.box;
        if (top < scrollTop || top > scrollTop + this.painter.height - 2 * rowHeight) {
            const needed = top + 3 * rowHeight - this.painter.height;
            this.pad.style.height = Math.max(parseFloat(this.pad.style.height) || 0, needed) + "px";
            this.box.scrollTop = Math.max(0, top - this.painter.height / 2);
        }
    }
}

function siblingOf(item, step) {
    const siblings = item.parent === null ? [] : item.parent.children();
    return siblings[siblings.indexOf(item) + step];
}
