// Colours of frames: by file, by share of self time, or by line coverage.

import {element, swatch} from "./dom.js";
import {hueOf} from "./palette.js";
import {foldedFunction} from "../data/tree.js";

export function colourKinds(model) {
    return [
        {id: "file", title: hasFiles(model) ? "Colour: file" : "Colour: function"},
        {id: "own", title: model.hasTime ? "Colour: self time" : "Colour: self " + model.callWord + "s"},
        ...(model.hasLines ? [{id: "coverage", title: "Colour: coverage"}] : []),
    ];
}

const shades = 10;

// Return a function that gives an item's colour. Colours are cached by function, or by step of a scale, because drawing
// a screen needs thousands of them.
export function frameColours(model, palette, kind) {
    const ofFunction = {file: fileColours, own: ownColours, coverage: coverageColours}[kind](model, palette);
    const root = palette.css("--frame-root");
    const folded = palette.css("--frame-folded");
    return item => item.function >= 0 ? ofFunction(item) : item.function === foldedFunction ? folded : root;
}

function hasFiles(model) {
    return model.files.count > 0;
}

export function colourWords(model) {
    return hasFiles(model) ? "colour by file, grey: no file" : "colour by function";
}

// Return a function that gives the functions of a file one hue, in four shades that distinguish neighbours. In a run
// without files, each function has its own hue.
function fileColours(model, palette) {
    const {file} = model.functions;
    const colours = new Array(model.functions.count);
    const none = palette.css("--frame-no-file");
    return ({function: index}) => {
        if (colours[index] === undefined) {
            colours[index] = !hasFiles(model) ? palette.hue(hueOf(model.functions.name[index]), 1) :
                file[index] < 0 ? none : palette.hue(hueOf(model.files.name[file[index]]), index % 4);
        }
        return colours[index];
    };
}

function ownColours(model, palette) {
    const scale = Array.from({length: shades + 1}, (_, shade) => ownShade(palette, shade));
    return item => scale[item.total > 0 ? Math.round(shades * Math.min(1, item.self / item.total)) : 0];
}

function ownShade(palette, shade) {
    return palette.isDark ? `hsl(${48 - shade * 4.4} ${25 + shade * 5}% ${26 + shade * 1.7}%)` :
        `hsl(${52 - shade * 4.6} ${60 + shade * 3}% ${90 - shade * 3}%)`;
}

function coverageColours(model, palette) {
    const {lines, lines_hit: hit} = model.functions;
    const scale = Array.from({length: shades + 1}, (_, shade) => coverageShade(palette, shade));
    const unknown = palette.css("--frame-root");
    return ({function: index}) => lines[index] > 0 ? scale[Math.floor(shades * hit[index] / lines[index])] : unknown;
}

function coverageShade(palette, shade) {
    return palette.isDark ? `hsl(${shade * 12} 42% 32%)` : `hsl(${shade * 12} 60% 76%)`;
}

export function colourLegend(model, palette, kind) {
    const entries = {
        file: hasFiles(model) ?
            [[palette.hue(20, 1), "one hue per file"], [palette.css("--frame-no-file"), "no file"]] :
            [[palette.hue(20, 1), "one hue per function"]],
        own: [[ownShade(palette, 0), "time in callees"], [ownShade(palette, shades), "self time"]],
        coverage: [[coverageShade(palette, 0), "no lines covered"], [coverageShade(palette, shades / 2), "half"],
            [coverageShade(palette, shades), "all lines covered"]],
    };
    return element("span.legend", entries[kind].map(([colour, text]) => swatch(colour, text)));
}
