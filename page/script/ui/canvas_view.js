// A picture on a canvas as large as its scrolling box. Subclasses set `box`, `canvas` and `painter`, and have paint().

export class CanvasView {
    constructor() {
        this.frame = 0;
    }

    // Once the box is in the document: follow its size.
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

    // Paint once before the next frame, however often it is called until then.
    repaint() {
        if (this.frame === 0) {
            this.frame = requestAnimationFrame(() => this.paint());
        }
    }
}
