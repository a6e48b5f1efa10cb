// Wheel, drag, pinch and clicks on a canvas that shows a part of something wide, such as a flame graph or timeline.
//
// `actions` has scaleAround(x, factor), shift(pixels), click(event), hover(event) and leave(). A factor below 1 zooms
// in.

const dragStart = 4;            // px: less movement is a click
const linePixels = 20;          // px per line, for wheels that report lines
const wheelScale = 0.0025;      // zooming by n px scales by exp(n * wheelScale)
const leastPinch = 20;          // px: minimum distance of two fingers

export class Gestures {
    // `box` is the element that contains the canvas and scrolls vertically.
    constructor(canvas, box, actions) {
        this.canvas = canvas;
        this.box = box;
        this.actions = actions;
        this.pointers = new Map();
        this.drag = null;
        canvas.addEventListener("wheel", event => this.wheel(event), {passive: false});
        canvas.addEventListener("pointerdown", event => this.press(event));
        canvas.addEventListener("pointermove", event => this.move(event));
        canvas.addEventListener("pointerup", event => this.release(event));
        canvas.addEventListener("pointercancel", event => this.lift(event));
        canvas.addEventListener("pointerleave", () => actions.leave());
    }

    // Zoom or move sideways. Leave vertical scrolling to the box.
    wheel(event) {
        const pixels = event.deltaMode === 0 ? 1 : linePixels;
        if (event.ctrlKey || event.metaKey) {
            this.actions.scaleAround(event.offsetX, Math.exp(event.deltaY * pixels * wheelScale));
        } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
            this.actions.shift((event.deltaX || event.deltaY) * pixels);
        } else {
            return;
        }
        event.preventDefault();
        this.actions.hover(event);
    }

    press(event) {
        this.pointers.set(event.pointerId, event.offsetX);
        this.canvas.setPointerCapture(event.pointerId);
        this.drag = {x: event.clientX, y: event.clientY, lastX: event.clientX, lastY: event.clientY, isMoving: false};
    }

    move(event) {
        const {drag} = this;
        if (drag === null || !this.pointers.has(event.pointerId)) {
            this.actions.hover(event);
            return;
        }
        if (this.pointers.size > 1) {
            drag.isMoving = true;
            this.pinch(event);
            return;
        }
        drag.isMoving ||= Math.abs(event.clientX - drag.x) + Math.abs(event.clientY - drag.y) > dragStart;
        if (drag.isMoving) {
            this.actions.leave();
            this.actions.shift(drag.lastX - event.clientX);
            if (event.pointerType === "mouse") {
                this.box.scrollTop += drag.lastY - event.clientY;
            }
            drag.lastX = event.clientX;
            drag.lastY = event.clientY;
        }
    }

    // Zoom by the change of the distance between two fingers.
    pinch(event) {
        const before = Array.from(this.pointers.values());
        this.pointers.set(event.pointerId, event.offsetX);
        const after = Array.from(this.pointers.values());
        const [wide, wider] = [before, after].map(([a, b]) => Math.max(leastPinch, Math.abs(a - b)));
        this.actions.scaleAround((after[0] + after[1]) / 2, wide / wider);
    }

    release(event) {
        const isClick = this.drag !== null && !this.drag.isMoving;
        this.lift(event);
        if (isClick) {
            this.actions.click(event);
        }
    }

    lift(event) {
        this.pointers.delete(event.pointerId);
        if (this.pointers.size === 0) {
            this.drag = null;
        }
    }
}
