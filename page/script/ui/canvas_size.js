// The size of a canvas in px, and its drawing area in the density of the screen.

export class CanvasSize {
    constructor(canvas) {
        this.canvas = canvas;
        this.width = 0;
        this.height = 0;
        this.drawing = canvas.getContext("2d", {alpha: false});
    }

    resize(width, height) {
        const density = window.devicePixelRatio || 1;
        Object.assign(this, {width, height});
        this.canvas.width = Math.round(width * density);
        this.canvas.height = Math.round(height * density);
        this.canvas.style.width = width + "px";
    }

    // Clear the canvas and return the drawing context.
    begin(palette) {
        const {drawing} = this;
        const density = window.devicePixelRatio || 1;
        drawing.setTransform(density, 0, 0, density, 0, 0);
        drawing.font = "11px system-ui, sans-serif";
        drawing.textAlign = "left";
        drawing.fillStyle = palette.css("--background");
        drawing.fillRect(0, 0, this.width, this.height);
        return drawing;
    }
}
