// Draw the visible part of a flame graph. Items below an item that is narrower than leastWidth are not made, so the
// cost depends on the size of the screen, not on the size of the run.

const leastWidth = 0.6;
const leastText = 26;
const longestName = 200;
const textsKept = 20000;
const nodesBelow = 20000;       // maximum number of nodes below the screen that are examined to count rows

export class FlamePainter {
    constructor(canvas, options) {
        this.canvas = canvas;
        this.graphics = canvas.getContext("2d", {alpha: false});
        this.options = options;
        this.widths = new Map();
        this.cuts = new Map();
        this.width = 0;
        this.height = 0;
    }

    resize(width, height) {
        const density = window.devicePixelRatio || 1;
        this.width = width;
        this.height = height;
        this.canvas.width = Math.round(width * density);
        this.canvas.height = Math.round(height * density);
    }

    // Draw a scene: {root, from, to, scrollTop, contentHeight, match, marked, selected, hovered}. Return {rows, depth}.
    // `rows` is an array by row, starting at the root, of lists of drawn frames {left, width, item}. It serves to find
    // the item under the pointer. Adjacent frames that are too narrow to draw share one entry, whose item is null and
    // which has `narrow`: {count, from, to}. `depth` is the number of rows of the graph.
    paint(scene) {
        const {graphics} = this;
        const density = window.devicePixelRatio || 1;
        this.scene = scene;
        this.scale = this.width / (scene.to - scene.from);
        this.rows = [];
        this.depth = 0;
        this.colours = this.coloursOf();
        graphics.setTransform(density, 0, 0, density, 0, 0);
        graphics.font = this.options.rowHeight > 18 ? "12px system-ui, sans-serif" : "11px system-ui, sans-serif";
        graphics.textBaseline = "middle";
        graphics.fillStyle = this.colours.background;
        graphics.fillRect(0, 0, this.width, this.height);
        this.walk(scene.root);
        return {rows: this.rows, depth: this.depth};
    }

    coloursOf() {
        const {palette} = this.options;
        return {
            background: palette.css("--background"),
            text: palette.css("--frame-text"),
            faint: palette.css("--frame-faint"),
            hot: palette.css("--frame-hot"),
            hotText: palette.css("--frame-hot-text"),
            accent: palette.css("--accent"),
            outline: palette.css("--text"),
        };
    }

    // Draw an item and its descendants. This is a loop, since the program's recursion may be deeper than the browser's
    // stack.
    walk(root) {
        const {skippedRows} = this.options;
        const open = [root, 0, false];
        let unseen = 0;
        while (open.length > 0) {
            const isUnder = open.pop();
            const depth = open.pop();
            const item = open.pop();
            const top = this.topOf(depth - skippedRows);
            const isBelow = this.options.isFlipped ? top < -this.options.rowHeight : top > this.height;
            this.depth = Math.max(this.depth, depth - skippedRows + 1);
            if (isBelow) {
                unseen += item.nodes ? item.nodes.length : 1;
                if (unseen > nodesBelow) {
                    break;
                }
            }
            const isMatch = this.isMatch(item);
            if (depth >= skippedRows && top > -this.options.rowHeight && top < this.height) {
                this.paintItem(item, depth - skippedRows, top, isMatch, isUnder);
            }
            this.openChildren(open, item, depth + 1, isUnder || isMatch);
        }
    }

    openChildren(open, item, depth, isUnder) {
        const {from, to} = this.scene;
        if (item.total * this.scale < leastWidth) {
            return;
        }
        const children = item.children();
        for (let index = 0; index < children.length; index++) {
            const child = children[index];
            if (child.total * this.scale < leastWidth) {
                this.paintRest(children, index, depth - this.options.skippedRows);
                return;
            }
            if (child.x < to && child.x + child.total > from) {
                open.push(child, depth, isUnder);
            }
        }
    }

    // Draw the children from an index on as one bar. All of them are too narrow for frames, because children are sorted
    // by width.
    paintRest(children, index, row) {
        const first = children[index];
        const last = children[children.length - 1];
        const left = this.xOf(first.x);
        const width = this.xOf(last.x + last.total) - left;
        const top = this.topOf(row);
        if (width > 0.5 && left < this.width && left + width > 0 && row >= 0 && top < this.height &&
            top > -this.options.rowHeight) {
            this.graphics.fillStyle = this.colours.faint;
            this.graphics.fillRect(Math.max(0, left), top, Math.min(width, this.width), this.options.rowHeight - 1);
            (this.rows[row] ||= []).push({left, width, item: null,
                narrow: {count: children.length - index, from: first.x, to: last.x + last.total}});
        }
    }

    topOf(row) {
        const {rowHeight, isFlipped} = this.options;
        const {scrollTop, contentHeight} = this.scene;
        return isFlipped ? contentHeight - rowHeight * (row + 1) - scrollTop : rowHeight * row - scrollTop;
    }

    xOf(value) {
        return (value - this.scene.from) * this.scale;
    }

    isMatch(item) {
        const {match} = this.scene;
        return match !== null && item.function >= 0 && match[item.function] === 1;
    }

    paintItem(item, row, top, isMatch, isUnder) {
        const {graphics, colours} = this;
        const {rowHeight} = this.options;
        const left = Math.max(0, this.xOf(item.x));
        const width = Math.min(this.width, this.xOf(item.x + item.total)) - left;
        const isFaint = this.scene.match !== null && !isMatch && !isUnder && item.parent !== null;
        graphics.fillStyle = isMatch ? colours.hot : isFaint ? colours.faint : this.options.colourOf(item);
        graphics.fillRect(left, top, Math.max(width - (width > 3 ? 0.7 : 0), 0.4), rowHeight - 1);
        (this.rows[row] ||= []).push({left, width, item});
        if (width > leastText) {
            graphics.fillStyle = isMatch ? colours.hotText : colours.text;
            graphics.fillText(this.cut(this.options.nameOf(item), width - 8), left + 4, top + rowHeight / 2);
        }
        this.outline(item, left, top, width);
    }

    // Outline the selected item and the one under the pointer, and underline all frames of the marked function.
    outline(item, left, top, width) {
        const {graphics, colours, scene} = this;
        const {rowHeight} = this.options;
        if (item === scene.selected || item === scene.hovered) {
            graphics.strokeStyle = item === scene.selected ? colours.accent : colours.outline;
            graphics.lineWidth = item === scene.selected ? 2 : 1;
            graphics.strokeRect(left + 0.75, top + 0.75, Math.max(width - 2, 1), rowHeight - 2.5);
        } else if (item.function === scene.marked && item.function >= 0 && width > 2) {
            graphics.fillStyle = colours.accent;
            graphics.fillRect(left, top + rowHeight - 3, width - 0.7, 2);
        }
    }

    // Cut a name to the available width. Results are cached, since most names are cut in the same way each time the
    // graph is painted.
    cut(name, room) {
        const text = name.length > longestName ? name.slice(0, longestName) : name;
        const full = this.widthOf(text);
        if (full <= room) {
            return text;
        }
        let length = Math.floor(text.length * room / full);
        const key = length + text;
        let cut = this.cuts.get(key);
        if (cut === undefined) {
            while (length > 1 && this.graphics.measureText(text.slice(0, length) + "…").width > room) {
                length--;
            }
            cut = length > 1 ? text.slice(0, length) + "…" : "";
            remember(this.cuts, key, cut);
        }
        return cut;
    }

    widthOf(text) {
        let width = this.widths.get(text);
        if (width === undefined) {
            width = this.graphics.measureText(text).width;
            remember(this.widths, text, width);
        }
        return width;
    }
}

function remember(map, key, value) {
    if (map.size > textsKept) {
        map.clear();
    }
    map.set(key, value);
}
