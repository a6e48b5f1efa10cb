// The lines of one file with their data, and the headers of its functions. Elements are created only for visible rows,
// because a file may have 100,000 lines.

import {element, linkButton} from "../ui/dom.js";
import {formatCount, formatCounted, formatPart, formatTime} from "../data/number.js";
import {SourceRuler} from "./source_ruler.js";
import {VisibleRows} from "../ui/visible_rows.js";

const lineHeight = 18;          // px; the style sheet has the same
const linePadding = 14;         // px that a column needs beside its text, for padding and border
const linesPrinted = 1000;
const tab = "    ";

// For each status of a line: a sign in addition to the colour, and a text for screen readers.
const signs = {
    missed: ["✗", "never ran"],
    partial: ["◐", "an outcome was never taken"],
    excluded: ["–", "excluded from coverage"],
    hit: ["", ""],
    "": ["", ""],
};

export class SourceText extends VisibleRows {
    // options: {model, palette, onLine(line), onFunction(index), onContexts(line)}
    constructor(root, options) {
        super(lineHeight, 8);
        this.options = options;
        this.unmarked = [];
        this.context = -1;
        this.body = element("div.source-body");
        this.box = element("div.source-text", {tabindex: 0, role: "region", "aria-label": "source",
            onscroll: () => this.paint()}, this.body);
        this.titles = element("div.source-line.source-titles", {"aria-hidden": true});
        this.ruler = new SourceRuler(options.palette, share => this.scrollTo(share * this.rows.length));
        this.frame = element("div.source-frame", this.titles,
            element("div.source-scroll", this.box, this.ruler.canvas));
        root.append(this.frame);
        this.watch(linesPrinted);
    }

    show(file) {
        this.file = file;
        this.rows = file.rows();
        this.indexOf = new Map(this.rows.map((row, index) => [row, index]));
        this.box.setAttribute("aria-label", "source of " + this.options.model.files.short_name[file.file]);
        this.frame.classList.toggle("without-counts", !file.hasCounts);
        this.frame.classList.toggle("without-costs", !file.hasCosts);
        this.frame.classList.toggle("without-branches", file.branchesOf.size === 0);
        this.setWidths(file);
        const titles = [file.hasCounts ? "runs" : "", file.costTitle, file.hasTimes ? "time" : "", "branches",
            ...file.named.count > 0 ? ["contexts"] : [], "", "line", ""];
        this.titles.replaceChildren(...titles.map(title => element("span", title)));
        this.line = 0;
        this.box.scrollTop = 0;
        this.box.scrollLeft = 0;
        this.repaint();
        this.paintRuler();
    }

    // Set which statuses of lines are shown without marks.
    setUnmarked(statuses) {
        this.unmarked = statuses;
        this.repaint();
    }

    // Mark the lines that ran for a context, and dim the others. -1 stands for no context.
    setContext(context) {
        this.context = context;
        this.repaint();
    }

    // Make the columns before the text as wide as the longest number of this file.
    setWidths(file) {
        const widthOf = (...texts) => `calc(${Math.max(...texts.map(text => text.length))}ch + ${linePadding}px)`;
        const tracks = {
            "--runs": widthOf("never", formatCount(file.maximumCount)),
            "--self": file.hasTimes ? widthOf("99.9 ms") :
                file.hasCosts ? widthOf(file.costTitle, file.figure(file.maximumCost)) : "0px",
            "--contexts": file.named.count > 0 ? widthOf("contexts") : "",
            "--number": widthOf("line", String(this.rows.at(-1) ?? "")),
        };
        for (const [name, width] of Object.entries(tracks)) {
            this.frame.style.setProperty(name, width);
        }
    }

    // Select a line and scroll it into view. Ignore a line that does not exist, since an address may name any line.
    goTo(line) {
        const index = this.indexOf.get(line);
        this.line = index === undefined ? 0 : line;
        if (index !== undefined) {
            const top = index * lineHeight;
            const {scrollTop, clientHeight} = this.box;
            if (top < scrollTop + 2 * lineHeight || top > scrollTop + clientHeight - 4 * lineHeight) {
                this.box.scrollTop = Math.max(0, top - clientHeight / 3);
            }
        }
        this.repaint();
    }

    // Scroll a row to the middle of the box.
    scrollTo(row) {
        this.box.scrollTop = row * lineHeight - this.box.clientHeight / 2;
    }

    firstShown() {
        const row = this.rows.slice(Math.floor(this.box.scrollTop / lineHeight)).find(one => one > 0);
        return row || 0;
    }

    resize() {
        this.paint();
        this.paintRuler();
    }

    paintRuler() {
        if (this.file) {
            this.ruler.paint(this.rows, this.file, this.rows.length * lineHeight);
        }
    }

    rowAt(index) {
        return this.rows[index] < 0 ? this.headAt(index) : this.lineAt(index);
    }

    headAt(index) {
        const {model} = this.options;
        const {functions, run, callWord} = model;
        const which = -1 - this.rows[index];
        const calls = functions.calls[which];
        const counted = model.hasCounted ? model.countedOf(which) : -1;
        const countedText = counted < 0 ? "" : counted === 0 ? "never called" : formatCounted(counted, "call");
        const uncalled = run.sampled ? "no samples" :
            functions.lines_hit[which] > 0 ? "not called in the timed run" : "never called";
        const texts = calls === 0 ? [counted === 0 ? "" : uncalled, countedText] : [formatCounted(calls, callWord),
            countedText,
            run.has_time && "self " + formatTime(functions.self[which]),
            run.has_time && "total " + formatTime(functions.total[which]),
            functions.lines[which] > 0 &&
                formatPart(functions.lines_hit[which], functions.lines[which], "line") + " ran"];
        return element("div.source-line.source-head", {style: {top: index * lineHeight + "px"}},
            element("span.source-name", linkButton(functions.name[which], () => this.options.onFunction(which)),
                texts.filter(Boolean).map(text => element("span", text))));
    }

    lineAt(index) {
        const line = this.rows[index];
        const {file} = this;
        const found = file.status(line);
        const status = this.unmarked.includes(found) ? "" : found;
        const [sign, word] = signs[status];
        const cost = file.cost(line);
        return element("div.source-line", {class: ["source-line", status, line === this.line && "current",
            this.contextMark(line)].filter(Boolean).join(" "), style: {top: index * lineHeight + "px"}},
            element("span", countText(file.count(line))),
            element("span.dim", {title: this.options.model.intervalText(file.measure, cost, "")},
                cost > 0 ? file.figure(cost) : ""),
            element("span.heat", heatBar(file.heat(line))),
            this.branchAt(line, status),
            this.file.named.count > 0 ? this.contextsAt(line) : null,
            element("span.sign", word ? {title: word, role: "img", "aria-label": word} : {}, sign),
            element("span.line-number", {onclick: () => this.options.onLine(line)}, line),
            element("span.code", this.codeAt(line)));
    }

    branchAt(line, status) {
        const branch = this.file.branchesOf.get(line);
        if (branch === undefined) {
            return element("span");
        }
        const counts = branch.counts.map(list =>
            list.map(count => count === 0 ? "never" : formatCount(count)).join(", "));
        return element("span", {class: status !== "excluded" && branch.taken < branch.outcomes ? "untaken" : "dim",
            title: "outcome counts: " + counts.join("; ")}, `${branch.taken}/${branch.outcomes}`);
    }

    // Return the number of contexts of a line, a link to their list.
    contextsAt(line) {
        const {length} = this.file.contexts(line);
        const title = `${formatCounted(length, "context")} of line ${line}`;
        const link = linkButton(formatCount(length), () => this.options.onContexts(line), title);
        link.setAttribute("aria-label", title);
        return element("span", length > 0 ? link : null);
    }

    contextMark(line) {
        const found = this.context < 0 ? [] : this.file.contexts(line);
        return this.context < 0 ? "" : !found.includes(this.context) ? "other-context" :
            found.length === 1 ? "only-context" : "in-context";
    }

    codeAt(line) {
        const {lexer} = this.file;
        if (lexer === null || line > lexer.lines) {
            return null;
        }
        return lexer.line(line).map(([text, kind]) => {
            const shown = text.replaceAll("\t", tab);
            return kind === "" ? shown : element("span." + kind, shown);
        });
    }
}

function countText(count) {
    return count < 0 ? "" : count === 0 ? "never" : formatCount(count);
}

// Return the bar of a line's heat (0 to 1). The square root makes a line of 1 % visible beside one of 100 %.
function heatBar(heat) {
    return heat > 0 ? element("i", {style: {width: Math.sqrt(heat) * 100 + "%"}}) : null;
}
