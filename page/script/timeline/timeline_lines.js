// Lines from one track to another: arrows and messages.

const lineOpacity = 0.7;

// Return the lines to draw: all of them, or if there are more than `most`, those of the selected track, or none if
// there are too many of these, too. tracksOf(line) returns the two tracks of a line. `selected` is -1 if no track is
// selected.
export function chooseLines(lines, most, selected, tracksOf) {
    const all = [];
    const ofSelected = [];
    for (const line of lines) {
        if (all.length <= most) {
            all.push(line);
        } else if (selected < 0 || ofSelected.length > most) {
            return [];
        }
        if (tracksOf(line).includes(selected)) {
            ofSelected.push(line);
        }
    }
    return all.length <= most ? all : ofSelected.length <= most ? ofSelected : [];
}

// Draw lines by `paint`, within the part of the canvas that shows tracks.
export function paintLines(painter, lines, paint) {
    const {drawing} = painter;
    drawing.save();
    drawing.beginPath();
    drawing.rect(painter.labels, painter.axisHeight, painter.width, painter.height);
    drawing.clip();
    drawing.globalAlpha = lineOpacity;
    drawing.strokeStyle = painter.text;
    drawing.fillStyle = painter.text;
    lines.forEach(paint);
    drawing.restore();
}
