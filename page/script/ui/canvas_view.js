// A canvas that is as large as its scrolling box. Subclasses set `box`, `canvas` and `painter`, and have a method
// paint().

export class CanvasView {
    constructor() {
        this.frame = 0;
    }

    // Adapt the canvas at each change of the size of the box. Call this when the box is in the document.
    watch() {
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(this.box);
    }

    close() {
        this.observer.disconnect();
        cancelAnimationFrame(this.frame);
    }

    resize() {
        const {clientWidth, clientHeight} = this.box;
        if (clientWidth > 0 && clientHeight > 0) {
            this.canvas.style.height = clientHeight + "px";
            this.painter.resize(clientWidth, clientHeight);
            this.paint();
        }
    }

    // Paint before the next frame is shown. Several calls until then paint once.
    repaint() {
        if (this.frame === 0) {
            this.frame = requestAnimationFrame(() => this.paint());
        }
    }
}
