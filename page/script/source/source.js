// The source view: the list of files with their time and missed lines, and a file with the data of its lines.

import {ContextPanel} from "./context_panel.js";
import {element, linkButton, replaceAll} from "../ui/dom.js";
import {formatCount, formatCounted, formatPart, formatShare} from "../data/number.js";
import {LineIndex, textStates} from "./source_file.js";
import {SourceFiles} from "./source_files.js";
import {SourceText} from "./source_text.js";
import {splitter} from "../ui/splitter.js";

export const sourceView = {
    id: "source",
    title: "Source",
    titleOf: model => model.hasLines ? "Source & coverage" : "Source",
    state: {fileOrder: "", listWidth: 0, unmarked: "", context: -1, contexts: false},
    keys: [["n  N", "next, previous missed place"], ["c  C", "next, previous costly line"],
        ["[  ]", "previous, next file"], ["r u p", "marks of lines that ran, were missed, are partially covered"],
        ["t  Backspace", "contexts (tests) of the line; from a context back to them"], ["← →", "close, open a folder"]],
    isAvailable: model => model.files.count > 0,
    count: model => model.files.count,
    show: (root, context) => new SourceView(root, context),
};

const missedListed = 200;       // maximum number of links to missed lines

// For each status of a line (source_file.js): its word on the page, and the key that turns its marks off and on.
const lineKinds = {hit: ["ran", "r"], missed: ["missed", "u"], partial: ["partial", "p"]};

class SourceView {
    constructor(root, context) {
        this.context = context;
        this.model = context.model;
        this.index = new LineIndex(context.model);
        this.title = element("b.cut");
        this.facts = element("span.dim");
        this.toggles = element("span.toggles");
        this.neighbours = [[-1, "‹", "previous file", "["], [1, "›", "next file", "]"]]
            .map(([step, sign, title, key]) => element("button.plain", {title: `${title} (${key})`, "aria-label": title,
                onclick: () => this.goFile(step)}, sign));
        this.nextMissed = element("button.plain", {title: "n, back: N", onclick: () => this.goMissed(1)},
            "Next missed");
        this.nextCostly = element("button.plain", {title: "c, back: C", onclick: () => this.goCostly(1)});
        this.notes = element("div.source-notes");
        const list = element("div.source-files");
        const column = element("div.column", element("div.tools", this.neighbours, this.title, this.facts,
            element("span.tool-group", this.toggles, this.nextMissed, this.nextCostly)),
            this.notes);
        root.append(list, splitter(list, context.state.listWidth, listWidth => context.adjust({listWidth})), column);
        this.addContexts(root);
        this.text = new SourceText(column, {model: this.model, palette: context.palette,
            onLine: line => context.adjust({line}),
            onContexts: line => context.adjust({line, contexts: true, context: -1}),
            onFunction: index => context.go({view: "functions", function: index})});
        this.files = new SourceFiles(list, context, file => context.adjust({file, line: 0}));
        this.open();
        this.files.select(this.file.file);
        this.text.box.focus({preventScroll: true});
    }

    close() {
        this.text.close();
        this.files.close();
    }

    update(changed) {
        if (changed.has("file") || changed.has("measure")) {
            this.open();
            this.files.select(this.file.file);
        } else if (["line", "context", "contexts"].some(name => changed.has(name))) {
            this.showContexts();
            this.text.goTo(this.context.state.line);
        }
        if (changed.has("search")) {
            this.files.fill();
        }
        if (changed.has("unmarked")) {
            this.showToggles();
        }
        if (changed.has("measure") || changed.has("scope")) {
            this.files.rebuild();
            this.showFacts();
        }
        if (changed.has("theme")) {
            this.text.paintRuler();
        }
    }

    // Add the panel of contexts and its button, which are hidden in a run without contexts.
    addContexts(root) {
        const {context, index: {contexts}} = this;
        this.side = element("aside.side", {"aria-label": "contexts"});
        this.contextsButton = element("button.plain", {title: "t",
            onclick: () => this.toggleContexts()}, "Contexts");
        if (contexts.count > 0) {
            this.nextMissed.before(this.contextsButton);
        }
        root.append(this.side);
        this.panel = new ContextPanel(this.side, context, {contexts,
            onContext: chosen => context.go({context: chosen, contexts: true}),
            onLine: (file, line) => context.adjust({file, line}),
            onClose: () => this.toggleContexts()});
    }

    toggleContexts() {
        if (this.index.contexts.count > 0) {
            this.context.adjust({contexts: !this.context.state.contexts, context: -1});
        }
    }

    // Show the panel of contexts if it is open, and mark the lines of the chosen context.
    showContexts() {
        const {state} = this.context;
        const isShown = state.contexts && this.index.contexts.count > 0;
        this.side.hidden = !isShown;
        this.contextsButton.setAttribute("aria-pressed", isShown);
        this.text.setContext(isShown ? state.context : -1);
        if (isShown) {
            this.panel.show(this.file, state.line);
        } else {
            replaceAll(this.side);
        }
    }

    // Go back from a context to the list of contexts.
    leaveContext() {
        if (this.context.state.context >= 0) {
            this.context.go({context: -1});
        }
    }

    // Go to the next file of the list, or to the previous file if `step` is -1.
    goFile(step) {
        const file = this.files.neighbour(step);
        if (file >= 0) {
            this.context.adjust({file, line: 0});
        }
    }

    // Show how many lines ran, were missed, and were partially covered, as buttons that turn their marks off and on.
    showToggles() {
        const unmarked = this.unmarked();
        const counts = this.file.countByStatus();
        const statuses = Object.entries(lineKinds).filter(([status]) => counts[status] > 0);
        replaceAll(this.toggles, statuses.length > 0 ? element("span.dim", "Marks:") : null, statuses
            .map(([status, [word, key]]) => element(`button.plain.mark-${status}`, {
                title: `marks of these lines (${key})`, "aria-pressed": !unmarked.includes(status),
                onclick: () => this.toggle(status)}, `${formatCount(counts[status])} ${word}`)));
        this.text.setUnmarked(unmarked);
    }

    // List the lines that never ran, each a link to the line. Return null if all lines ran.
    missedLines(places) {
        const further = places.length - missedListed;
        const links = places.slice(0, missedListed).flatMap(({from, to}, at) => [at > 0 ? ", " : "",
            linkButton(from === to ? from : `${from}–${to}`, () => this.goLine(from, "never ran"))]);
        return places.length === 0 ? null : element("p.missed-lines", "Lines that never ran: ", links,
            further > 0 ? ` and ${formatCounted(further, "more place")} (n: next)` : "");
    }

    unmarked() {
        return this.context.state.unmarked.split(".").filter(status => Object.hasOwn(lineKinds, status));
    }

    toggle(status) {
        const unmarked = this.unmarked();
        this.context.adjust({unmarked: (unmarked.includes(status) ? unmarked.filter(one => one !== status) :
            [...unmarked, status]).join(".")});
    }

    key(event) {
        const actions = {"[": () => this.goFile(-1), "]": () => this.goFile(1),
            ...Object.fromEntries(Object.entries(lineKinds)
                .map(([status, [, key]]) => [key, () => this.toggle(status)])),
            t: () => this.toggleContexts(), Backspace: () => this.leaveContext(),
            n: () => this.goMissed(1), N: () => this.goMissed(-1),
            c: () => this.goCostly(1), C: () => this.goCostly(-1)};
        if (!Object.hasOwn(actions, event.key)) {
            return false;
        }
        actions[event.key]();
        return true;
    }

    // Open the file that the address names, or else the most important one.
    open() {
        const {state} = this.context;
        this.file = this.index.open(state.file >= 0 ? state.file : mainFile(this.model, state.measure, state.scope),
            state.measure);
        this.costly = this.file.costly();
        const places = this.file.places();
        this.missed = places.map(place => place.from);
        const {files} = this.model;
        this.title.textContent = files.short_name[this.file.file];
        this.title.title = files.name[this.file.file];
        this.showFacts();
        this.nextMissed.hidden = !this.model.hasLines;
        this.nextMissed.disabled = this.missed.length === 0;
        this.nextCostly.textContent = this.file.hasCosts ? "Next costly" : "Next frequent";
        this.nextCostly.hidden = this.costly.length === 0;
        replaceAll(this.notes, notesOf(this.model, this.file).map(text => element("p.note", text)),
            this.missedLines(places.filter(place => place.status === "missed")));
        this.text.show(this.file);
        this.showToggles();
        this.showContexts();            // before goTo, because in a narrow window the panel takes space from the lines
        this.text.goTo(state.line);
    }

    // Open the first file of the list, which has only the files that the search found. Without a search, go to the next
    // file.
    goMatch(step) {
        this.goFile(this.context.match === null ? step : 0);
    }

    showFacts() {
        this.facts.textContent = factsOf(this.context, this.file.file).join(" · ");
    }

    // Go to the next missed place below the current line, or to the previous one if `step` is -1. Wrap around at the
    // end.
    goMissed(step) {
        const from = this.text.line || this.text.firstShown() - 1;
        const further = this.missed.filter(line => step > 0 ? line > from : line < from);
        const line = step > 0 ? further[0] ?? this.missed[0] : further.at(-1) ?? this.missed.at(-1);
        this.goLine(line, this.file.status(line) === "missed" ? "never ran" : "an outcome was never taken");
    }

    // Go to the line with the next lower cost, starting at the costliest. If `step` is -1, go to the next higher cost.
    goCostly(step) {
        const at = this.costly.indexOf(this.text.line);
        const next = at < 0 && step < 0 ? this.costly.length - 1 : at + step;
        const line = this.costly[(next + this.costly.length) % this.costly.length];
        this.goLine(line, this.file.hasCosts ? this.file.format(this.file.cost(line)) :
            formatCounted(this.file.count(line), "run"));
    }

    goLine(line, reason) {
        if (line !== undefined) {
            this.context.adjust({file: this.file.file, line});
            this.context.announce(`line ${line}, ${reason}`);
        }
    }
}

// Return the file with the most of the measure. In a run with line counts but without times, return the file with the
// most missed lines.
function mainFile(model, measureId, scopeId) {
    const {files} = model;
    const missed = file => files.lines[file] - files.lines_hit[file];
    const cost = model.ownOfFiles(measureId, scopeId);
    const weight = file => model.hasTime || !model.hasLines ? cost[file] : missed(file);
    let main = 0;
    for (let file = 1; file < files.count; file++) {
        if (weight(file) > weight(main)) {
            main = file;
        }
    }
    return main;
}

function factsOf({model, state}, file) {
    const {files} = model;
    const facts = [];
    if (model.hasTime) {
        const measure = model.measure(state.measure);
        const own = model.ownOfFiles(measure.id, state.scope)[file];
        const word = measure.id === "time" ? " self" : measure.isPlural ? "" : ` ${measure.id}`;
        const whole = model.whole(measure.id, state.scope);
        facts.push(`${measure.format(own)}${word}, ${formatShare(own, whole)} of all ${measure.word}`);
        if (measure.id !== "calls") {
            const total = model.totalOfFile(file, measure.id, state.scope);
            facts.push(`${measure.format(total)} total, ${formatShare(total, whole)}`);
        }
    }
    if (files.lines[file] > 0) {
        facts.push(formatPart(files.lines_hit[file], files.lines[file], "line") + " ran " +
            `(${formatShare(files.lines_hit[file], files.lines[file])})`);
    }
    if (files.outcomes[file] > 0) {
        facts.push(formatPart(files.outcomes_taken[file], files.outcomes[file], "branch outcome"));
    }
    return facts;
}

// Return notes about the reliability of a file's line data.
function notesOf(model, source) {
    const {run, cover} = model;
    const notes = [];
    if (source.state === textStates.changed) {
        notes.push("This file has changed since the run: lines may not match the text.");
    } else if (source.state === textStates.missing) {
        notes.push("The source text was not found; line data is shown without it.");
    } else if (source.state === textStates.notIncluded) {
        notes.push("Source texts are not included in this page; line data is shown without them.");
    }
    if (!model.hasLines && !source.hasCosts) {
        notes.push("No lines were recorded.");
    } else if (source.rowOf.size === 0) {
        notes.push("No line data for this file.");
    }
    if (cover && cover.name !== run.name) {
        notes.push(`Line counts are from another run of this program, ${cover.name}; ` +
            `times are from ${run.name}.`);
    }
    return notes;
}
