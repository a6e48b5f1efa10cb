// Messages between the ranks of a job: lines from the call that sent a message to the one that received it.

import {formatBytes, formatCounted} from "../data/number.js";
import {grouped, halve, rowsOf} from "../data/tables.js";
import {chooseLines, paintLines} from "./timeline_lines.js";

const lineDistance = 3;         // px: if lines are closer on average, only those of the selected track are drawn
const headLength = 7;           // px
const headHalf = 3;             // px
const listed = 3;               // messages that a tooltip names one by one

// The messages of the model's tracks. Rows of the table are in the order in which messages were sent.
export class TrackMessages {
    constructor(model) {
        this.table = model.messages;
        let latest = -Infinity;
        this.latest = Float64Array.from(this.table.received, received => latest = Math.max(latest, received));
    }

    // Return the rows of the messages that were on their way within a time, as [first, row after the last one]. Some
    // of them may have been received before.
    between(from, to) {
        const {count, sent} = this.table;
        return [halve(this.latest, 0, count, from, false), halve(sent, 0, count, to, false)];
    }

    // Return the rows of the messages that a track sent or received within a time.
    sentBy(track, from, to) {
        this.bySender ??= grouped(rowsOf(this.table), row => this.table.from[row]);
        return (this.bySender.get(track) ?? []).filter(row => this.table.sent[row] >= from &&
            this.table.sent[row] <= to);
    }

    receivedBy(track, from, to) {
        this.byReceiver ??= grouped(rowsOf(this.table), row => this.table.to[row]);
        return (this.byReceiver.get(track) ?? []).filter(row => this.table.received[row] >= from &&
            this.table.received[row] <= to);
    }
}

// Draw the messages in sight. Remember them, so that messageAt finds the one below the pointer.
export function paintMessages(painter) {
    const {from, to} = painter.model.messages;
    painter.lines = chooseLines(messagesInSight(painter), painter.width / lineDistance, painter.shown.track,
        row => [from[row], to[row]]);
    paintLines(painter, painter.lines, row => paintLine(painter.drawing, endsOf(painter, row)));
}

function* messagesInSight(painter) {
    const {tracks, shown, model: {messages: {from, to, received}}} = painter;
    const [first, end] = tracks.messages.between(shown.from, shown.to);
    for (let row = first; row < end; row++) {
        if (received[row] >= shown.from && isInSight(painter, from[row], to[row])) {
            yield row;
        }
    }
}

// Return true if both tracks have rows, and the line between them is not above or below the visible part.
function isInSight(painter, from, to) {
    const {rowOf} = painter.tracks.rows;
    if (!(rowOf[from] >= 0 && rowOf[to] >= 0)) {
        return false;
    }
    const [one, other] = [from, to].map(track => painter.yOf(painter.tracks.rows.middleOf(track)));
    return Math.max(one, other) > painter.axisHeight && Math.min(one, other) < painter.height;
}

function endsOf(painter, row) {
    const {from, to, sent, received} = painter.model.messages;
    return [[from[row], sent[row]], [to[row], received[row]]].map(([track, time]) =>
        [painter.xOf(time), painter.yOf(painter.tracks.rows.middleOf(track))]);
}

function paintLine(drawing, [[x, y], [right, down]]) {
    const length = Math.hypot(right - x, down - y) || 1;
    const [along, across] = [(right - x) / length, (down - y) / length];
    const [neckX, neckY] = [right - along * headLength, down - across * headLength];
    drawing.beginPath();
    drawing.moveTo(x, y);
    drawing.lineTo(right, down);
    drawing.stroke();
    drawing.beginPath();
    drawing.moveTo(right, down);
    drawing.lineTo(neckX - across * headHalf, neckY + along * headHalf);
    drawing.lineTo(neckX + across * headHalf, neckY - along * headHalf);
    drawing.fill();
}

// Return the row of the drawn message nearest to a position of the canvas, -1 if none is within `reach` px.
export function messageAt(painter, x, y, reach) {
    let nearest = -1;
    let least = reach;
    for (const row of painter.lines) {
        const distance = distanceTo(endsOf(painter, row), x, y);
        if (distance <= least) {
            nearest = row;
            least = distance;
        }
    }
    return nearest;
}

// Return the distance of a point from the line between two others.
function distanceTo([[fromX, fromY], [toX, toY]], x, y) {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const share = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
    const at = Math.max(0, Math.min(1, share));
    return Math.hypot(x - fromX - at * dx, y - fromY - at * dy);
}

// Return texts for the messages that a track sent and received within a bar: one by one, or if there are many, their
// number and bytes.
export function messagesOfBar(painter, track, from, to) {
    const {messages} = painter.tracks;
    const {table} = messages;
    const {name} = painter.model.tracks;
    return [["sent", "to", messages.sentBy(track, from, to), table.to],
        ["received", "from", messages.receivedBy(track, from, to), table.from]].flatMap(
        ([verb, preposition, rows, others]) => rows.length > listed ?
            [`${verb} ${formatCounted(rows.length, "message")} of ${formatBytes(sumOf(rows, table.bytes))} in all`] :
            rows.map(row => `${verb} ${formatBytes(table.bytes[row])} ${preposition} ${name[others[row]]}`));
}

function sumOf(rows, column) {
    return rows.reduce((sum, row) => sum + column[row], 0);
}
