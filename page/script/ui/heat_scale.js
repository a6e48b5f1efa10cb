// Colours of a heat map: one hue, from pale to strong in the light theme, from dark to bright in the dark theme.

import {element} from "./dom.js";

const steps = 24;
const strongPart = 0.5;         // of the scale; from here on, texts have the colour of the background

export class HeatScale {
    // The scale reaches from the least to the greatest value. A linear scale begins at 0.
    constructor(palette, {least, most}, isLogarithmic) {
        Object.assign(this, {least: isLogarithmic ? least : 0, most, isLogarithmic});
        this.colours = Array.from({length: steps + 1}, (_, step) => heatColour(palette.isDark, step / steps));
        this.texts = palette.isDark ? ["#f2f5fa", "#0c1016"] : ["#1c2026", "#ffffff"];
    }

    // Return the position of a value on the scale, from 0 to 1.
    partOf(value) {
        if (value <= this.least || this.most <= this.least) {
            return this.most <= this.least ? 1 : 0;
        }
        return this.isLogarithmic ? Math.log(value / this.least) / Math.log(this.most / this.least) :
            (value - this.least) / (this.most - this.least);
    }

    colourOf(value) {
        return this.colours[Math.round(steps * this.partOf(value))];
    }

    textColourOf(value) {
        return this.texts[this.partOf(value) > strongPart ? 1 : 0];
    }

    legend(format) {
        const isOne = this.most <= this.least;
        return element("span.heat-legend", isOne ? null : format(this.least),
            element("span.heat-ramp", {"aria-hidden": true}, (isOne ? this.colours.slice(-1) : this.colours)
                .map(colour => element("i", {style: {background: colour}}))), format(this.most));
    }
}

function heatColour(isDark, part) {
    return isDark ? `hsl(${218 - 10 * part} ${38 + 50 * part}% ${22 + 60 * part}%)` :
        `hsl(${208 + 14 * part} ${70 + 8 * part}% ${90 - 66 * part}%)`;
}
