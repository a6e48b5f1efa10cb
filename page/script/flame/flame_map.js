// The map above a flame graph. It shows the whole graph in small and marks the visible part, which the user can move.
// The ruler below the map shows the measure along the visible part.

import {element} from "../ui/dom.js";
import {roundStep} from "../data/number.js";

const mapHeight = 30;           // px; the style sheet has mapHeight + rulerHeight
const rulerHeight = 16;
const mapRow = 2;               // px: height of a row of the map
const leastMapWidth = 0.5;      // px: narrower items are not drawn
const tickDistance = 90;        // px: least distance of two marks of the ruler

export class FlameMap {
    // options: {palette, format(value), colourOf(item), onShow(from, to)}
    constructor(root, options) {
        this.options = options;
        this.canvas = element("canvas.flame-map", {"aria-hidden": true,
            onpointerdown: event => this.press(event),
            onpointermove: event => event.buttons === 1 && this.press(event)});
        root.append(this.canvas);
        this.picture = document.createElement("canvas");
    }

    // Draw the map anew when it is painted next, because its colours changed.
    forget() {
        this.drawnRoot = null;
    }

    // Move the centre of the visible part to the pointer.
    press(event) {
        const {root, from, to} = this.scene;
        const middle = root.x + event.offsetX / this.canvas.clientWidth * (root.total || 1);
        this.options.onShow(middle - (to - from) / 2, middle + (to - from) / 2);
        event.preventDefault();
    }

    // scene: {root, from, to}
    paint(scene) {
        this.scene = scene;
        const width = this.canvas.clientWidth;
        const density = window.devicePixelRatio || 1;
        if (width === 0) {
            return;
        }
        if (this.drawnRoot !== scene.root || this.drawnWidth !== width) {
            this.drawPicture(scene.root, width, density);
        }
        this.canvas.width = width * density;
        this.canvas.height = (mapHeight + rulerHeight) * density;
        const drawing = this.canvas.getContext("2d");
        drawing.drawImage(this.picture, 0, 0);
        drawing.scale(density, density);
        this.paintPart(drawing, scene, width);
        this.paintRuler(drawing, scene, width);
    }

    drawPicture(root, width, density) {
        this.drawnRoot = root;
        this.drawnWidth = width;
        this.picture.width = width * density;
        this.picture.height = mapHeight * density;
        const drawing = this.picture.getContext("2d");
        drawing.scale(density, density);
        const scale = width / (root.total || 1);
        const waiting = [[root, 0]];
        while (waiting.length > 0) {
            const [item, row] = waiting.pop();
            drawing.fillStyle = this.options.colourOf(item);
            drawing.fillRect((item.x - root.x) * scale, row * mapRow, item.total * scale, mapRow);
            if ((row + 1) * mapRow < mapHeight) {
                for (const child of item.children()) {
                    if (child.total * scale < leastMapWidth) {
                        break;
                    }
                    waiting.push([child, row + 1]);
                }
            }
        }
    }

    // Shade the parts of the map that the graph does not show.
    paintPart(drawing, {root, from, to}, width) {
        const scale = width / (root.total || 1);
        const left = (from - root.x) * scale, right = (to - root.x) * scale;
        drawing.fillStyle = this.options.palette.css("--background");
        drawing.globalAlpha = 0.7;
        drawing.fillRect(0, 0, left, mapHeight);
        drawing.fillRect(right, 0, width - right, mapHeight);
        drawing.globalAlpha = 1;
        if (right - left < width - 1) {
            drawing.strokeStyle = this.options.palette.css("--accent");
            drawing.strokeRect(left + 0.5, 0.5, Math.max(2, right - left - 1), mapHeight - 1);
        }
    }

    paintRuler(drawing, {root, from, to}, width) {
        const scale = width / (to - from);
        const step = roundStep(tickDistance / scale);
        drawing.fillStyle = this.options.palette.css("--dim");
        drawing.font = "11px system-ui, sans-serif";
        drawing.textBaseline = "middle";
        for (let value = Math.ceil((from - root.x) / step) * step; value <= to - root.x; value += step) {
            const x = (value + root.x - from) * scale;
            drawing.fillRect(Math.round(x), mapHeight + rulerHeight - 4, 1, 4);
            drawing.fillText(this.options.format(value), x + 3, mapHeight + rulerHeight / 2);
        }
    }
}
