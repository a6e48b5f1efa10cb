// The messages between two ranks, and how long they waited for each other: the tooltip of the matrix, and the details
// beside it.

import {element, pressable, shareBar} from "../ui/dom.js";
import {formatCount, formatCounted, formatSize, formatSizes, formatTime} from "../data/number.js";
import {shortened} from "../data/naming.js";
import {pairNumbers} from "../data/job.js";

const sizesInTip = 8;
const pairsListed = 8;

function titleOfPair(job, from, to) {
    return `${shortened(job.titleOf(from))} → ${shortened(job.titleOf(to))}`;
}

// Return the contents of the tooltip of a pair, or null for a pair without messages or waiting.
export function pairTip(job, from, to) {
    const {pairs, waits} = job.rowsOfPair(from, to);
    if (pairs.length + waits.length === 0) {
        return null;
    }
    const sizes = job.sizesOf(pairs);
    return [element("b", titleOfPair(job, from, to)),
        pairs.flatMap(row => linesOfPair(job, row)).map(line => element("div", line)),
        waits.map(row => element("div", waitText(job, row))),
        sizes.length === 0 ? null : sizeChart(sizes.slice(0, sizesInTip)),
        sizes.length > sizesInTip ? element("div.dim", `and ${formatCount(sizes.length - sizesInTip)} more sizes`) :
            null];
}

// Describe both directions of a row of table `pairs`: "sent 40 messages, 320 B, in 189 µs".
function linesOfPair({pairs, facts}, row) {
    const noun = facts.kinds[pairs.kind[row]] === "message" ? "message" : "one-sided access";
    const line = (word, count, bytes, ns) => count === 0 ? [] : [`${word} ${formatCount(count)} ` +
        `${count === 1 ? noun : noun === "message" ? "messages" : "one-sided accesses"}, ${formatSize(bytes)}, ` +
        `in ${formatTime(ns)}`];
    return [...line("sent", pairs.sent[row], pairs.sent_bytes[row], pairs.sent_ns[row]),
        ...line("received", pairs.received[row], pairs.received_bytes[row], pairs.received_ns[row])];
}

// Describe a row of table `wait_pairs`: "rank 1 waited 585 µs for rank 2 in 3 calls (late sender)".
function waitText(job, row) {
    const {rank, late, ns, calls, kind} = job.waitPairs;
    const [waiter, awaited] = [rank[row], late[row]].map(one => shortened(job.titleOf(job.positionOf(one))));
    return `${waiter} waited ${formatTime(ns[row])} for ${awaited} in ${formatCounted(calls[row], "call")} ` +
        `(${job.facts.wait_kinds[kind[row]]})`;
}

function sizeChart(sizes) {
    const most = sizes.reduce((largest, [, number]) => Math.max(largest, number), 1);
    return element("table.fixed.job-sizes", element("tbody", sizes.map(([bits, number]) => element("tr",
        element("td.number.job-size", formatSizes(bits)), element("td", shareBar(number / most)),
        element("td.number.wide", formatCount(number))))));
}

// Return the details of a pair, given as [from, to].
export function pairDetails(job, [from, to]) {
    const {pairs, waits} = job.rowsOfPair(from, to);
    const back = job.rowsOfPair(to, from);
    const sizes = job.sizesOf(pairs);
    return [element("h3", titleOfPair(job, from, to)),
        pairs.length === 0 ? element("p.dim", "No messages in this direction.") : figuresOf(job, pairs),
        sizes.length === 0 ? null : [element("h3", "Number of messages by size"), sizeChart(sizes)],
        [...waits, ...from === to ? [] : back.waits].map(row => element("p", waitText(job, row) + "."))];
}

function figuresOf({pairs, facts}, rows) {
    const row = (title, count, bytes, ns) => count === 0 ? null : element("tr", element("td", title),
        element("td.number", formatCount(count)), element("td.number", formatSize(bytes)),
        element("td.number", formatSize(bytes / count)), element("td.number", formatTime(ns)));
    return element("table.figures", element("thead", element("tr", ["", "number", "bytes", "mean", "time"]
        .map((title, at) => element(at === 0 ? "th" : "th.number", title)))),
    element("tbody", rows.map(one => {
        const kind = facts.kinds[pairs.kind[one]];
        const suffix = kind === "message" ? "" : ` (${kind})`;
        return [row("sent" + suffix, pairs.sent[one], pairs.sent_bytes[one], pairs.sent_ns[one]),
            row("received" + suffix, pairs.received[one], pairs.received_bytes[one], pairs.received_ns[one])];
    })));
}

// Return a list of the pairs with the largest numbers. onPick(from, to) is called for a click.
export function largestPairs(job, cells, id, onPick) {
    const {title, format, isWait} = pairNumbers.find(number => number.id === id);
    const last = cells.values.length - 1;
    const shown = Array.from({length: Math.min(pairsListed, last + 1)}, (_, at) => last - at);
    return [element("h3", `Most ${title}`),
        element("table.fixed.job-largest", element("tbody", shown.map(at => {
            const [from, to] = [cells.rows[at], cells.columns[at]];
            return pressable(element("tr", element("td.cut", `${shortened(job.nameOf(from))} ` +
                `${isWait ? "for" : "→"} ${shortened(job.nameOf(to))}`),
            element("td", shareBar(cells.values[at] / cells.most)),
            element("td.number.wide", format(cells.values[at]))), () => onPick(from, to));
        })))];
}
