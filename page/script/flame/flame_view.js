// The flame graph tab. It shows the tree top-down, bottom-up or around a function, and the selected frame's numbers at
// the side.

import {element, replaceAll} from "../ui/dom.js";
import {formatCount, formatCounted, formatShare} from "../data/number.js";
import {Flame} from "./flame.js";
import {FlameMap} from "./flame_map.js";
import {frameTip} from "./flame_tip.js";
import {TreeTable} from "./tree_table.js";
import {FunctionPanel} from "../functions/function_panel.js";
import {bottomUpRoot, calleesRoot, callersRoot, itemAt, pathOf, topDownRoot, whereItParts} from "../data/item.js";
import {colourKinds, colourLegend, frameColours} from "../ui/colour.js";
import {aroundFunction} from "../shell/view.js";
import {nameOfFunction, shortened} from "../data/naming.js";

const chosenPart = 0.8;          // share of the whole; at first, the deepest frame with at least this share is selected
const longestPath = 2000;       // characters: if an item's path is longer, the address has a range instead
const rangeDelay = 250;         // ms without movement until the range is written to the address

export const flameView = {
    id: "flame",
    title: "Flame graph",
    state: {mode: "down", around: -1, colour: "file", zoom: "", range: "", form: "graph"},
    keys: [
        ["click, Enter", "zoom to a frame"],
        ["double click, a", "show around function: callers above, callees below"],
        ["Esc", "zoom out"],
        ["Backspace", "zoom to the caller"],
        ["← ↑ → ↓", "next frame"],
        ["Ctrl + wheel, + −", "zoom anywhere"],
        ["drag, < >", "move sideways"],
        ["i", "top-down or bottom-up"],
        ["c", "colour mode"],
        ["t", "graph or table"],
        ["n  N", "next, previous match, heaviest first"],
    ],
    isAvailable: model => model.hasCalls && model.tops.count > 0,
    show: (root, context) => new ShownFlame(root, context),
};

class ShownFlame {
    constructor(root, context) {
        this.context = context;
        this.tools = element("div.tools");
        this.found = element("span.dim", {"aria-live": "polite"});
        this.graphs = element("div.column");
        this.side = element("aside.side", {"aria-label": "selected function"});
        this.panel = new FunctionPanel(context, this.side, item => {
            this.flame.zoomByHand(item);
            this.pick(item);
        });
        root.append(element("div.column", this.tools, this.graphs), this.side);
        this.flames = [];
        this.build();
    }

    get mode() {
        const {mode} = this.context.state;
        return mode === "up" || (mode === "around" && this.centre >= 0) ? mode : "down";
    }

    get isTable() {
        return this.context.state.form === "table";
    }

    // Return the function in the centre of the mode "around".
    get centre() {
        const {state} = this.context;
        return state.around >= 0 ? state.around : state.function;
    }

    build() {
        this.close();
        this.graphs.replaceChildren();
        this.chosen = null;
        this.root = null;
        this.map = null;
        this.flames = this.mode === "around" ? this.buildAround() : [this.addWithMap()];
        this.flame = this.flames[this.flames.length - 1];
        this.showTools();
        this.colour();
        this.search();
        this.place();
    }

    addWithMap() {
        const {model, palette, state} = this.context;
        if (this.isTable) {
            return this.addFlame({}, this.makeRoot());
        }
        this.map = new FlameMap(this.graphs, {palette, format: model.measure(state.measure).figure,
            colourOf: item => this.colourOf(item), onShow: (from, to) => this.flame.showManually(from, to)});
        return this.addFlame({onPaint: flame => this.colourOf && this.map.paint(flame)}, this.makeRoot());
    }

    makeRoot() {
        const {model, state} = this.context;
        const make = this.mode === "up" ? bottomUpRoot : topDownRoot;
        const {tops} = model.scope(state.scope);
        const {id} = model.measure(state.measure);
        return make(model.tree, tops, id, model.outside(id, state.scope));
    }

    buildAround() {
        const {model, state} = this.context;
        const given = [model.tree, model.scope(state.scope).tops, model.measure(state.measure).id, this.centre];
        this.graphs.append(element("div.flame-title", "callers"));
        const callers = this.addFlame({isFlipped: true, isLow: true, skippedRows: 1}, callersRoot(...given));
        this.graphs.append(element("div.flame-title", "callees"));
        return [callers, this.addFlame({isLow: true, skippedRows: 1}, calleesRoot(...given))];
    }

    addFlame(options, root) {
        const {model, palette, tip, go, state} = this.context;
        const Form = this.isTable ? TreeTable : Flame;
        const flame = new Form(this.graphs, {
            label: "flame graph; arrow keys move between frames, Enter zooms in, Escape zooms out",
            palette, tip,
            format: model.measure(state.measure).format,
            ownTitle: options.isFlipped || this.mode === "up" ? "" :
                state.measure === "" && model.hasTime ? "self" : "own",
            nameOf: item => nameOfFunction(model, item.function),
            colourOf: item => this.colourOf(item),
            tipOf: (item, root) => frameTip(this.context, item, root),
            whole: model.whole(model.measure(state.measure).id, state.scope),
            shareHint: item => model.intervalText(model.measure(state.measure).id, item.total, state.scope),
            calls: model.run.calls, callsTitle: model.callWord + "s",
            onPick: item => this.pick(item),
            onOpen: item => item.function >= 0 && go(aroundFunction(item.function)),
            onView: (item, from, to) => this.moved(flame, item, from, to),
            ...options,
        });
        flame.setRoot(root);
        return flame;
    }

    // Show the part that the address specifies, or else everything. Return its item.
    showPart(isGliding) {
        const {zoom, range} = this.context.state;
        const {root} = this.flame;
        this.zoom = zoom;
        const item = itemAt(root, zoom === "" ? [] : zoom.split(".").map(Number));
        const [from, to] = range.split("-").map(Number);
        if (to > from) {
            this.flame.show(root.x + from * root.total, root.x + to * root.total);
        } else {
            this.flame.zoomTo(item, isGliding);
        }
        return item;
    }

    // Show the part that the address specifies. If the address selects neither a frame nor a function, select the frame
    // at which the measure splits.
    place() {
        const {state} = this.context;
        const {root} = this.flame;
        const item = this.showPart(false);
        if (item !== root) {
            this.choose(item);
        } else if (this.mode !== "around" && state.function < 0) {
            const parting = this.mode === "down" ? whereItParts(root, chosenPart) : root;
            this.choose(parting === root ? root.children()[0] || null : parting);
        } else {
            this.panel.show(this.mode === "around" ? this.centre : state.function);
            this.flames.forEach(flame => flame.mark(state.function));
        }
    }

    choose(item) {
        this.flame.select(item);
        this.chosen = item;
        this.panel.show(item === null ? -1 : item.function, item);
    }

    pick(item) {
        const {adjust, announce, model, state} = this.context;
        this.chosen = item;
        this.panel.show(item.function, item);
        if (item.function >= 0) {
            adjust({function: item.function});
        }
        const measure = model.measure(state.measure);
        announce(`${nameOfFunction(model, item.function)}, ${measure.format(item.total)}, ` +
            formatShare(item.total, model.whole(measure.id, state.scope)));
    }

    // Write the visible part to the address. Zooming to a frame adds an entry to the browser's history. Other movements
    // only replace the address, after a delay.
    moved(flame, item, from, to) {
        const {go, adjust} = this.context;
        clearTimeout(this.rangeTimer);
        if (flame !== this.flame) {
            return;
        }
        const path = item === null ? "" : pathOf(item).join(".");
        if (item !== null && path.length <= longestPath) {
            this.zoom = path;
            go({zoom: this.zoom, range: "", ...(item.function >= 0 ? {function: item.function} : {})});
            return;
        }
        const {root} = flame;
        const part = value => String(Number(((value - root.x) / (root.total || 1)).toFixed(6)));
        this.rangeTimer = setTimeout(() => adjust({range: `${part(from)}-${part(to)}`}), rangeDelay);
    }

    showTools() {
        const {model, state, go, adjust} = this.context;
        const mode = (id, text, title, more = {}) => element("button.plain", {title, "aria-pressed": this.mode === id,
            onclick: () => go({mode: id, zoom: "", range: "", ...more})}, text);
        const centre = this.mode === "around" ? this.centre : state.function;
        const colours = element("select", {"aria-label": "colour", title: "colour mode (c)",
            onchange: () => adjust({colour: colours.value})},
            colourKinds(model).map(kind => element("option", {value: kind.id}, kind.title)));
        colours.value = this.colourKind;
        this.legend = element("span", {hidden: this.context.match !== null},
            colourLegend(model, this.context.palette, this.colourKind));
        replaceAll(this.tools,
            mode("down", "Top-down", "callees below callers (i)"),
            mode("up", "Bottom-up", "functions by self time, callers below (i)"),
            centre < 0 ? null : mode("around", "Around " + shortened(nameOfFunction(model, centre)),
                "callers above, callees below (a)", {around: centre}),
            element("button.plain", {title: "show a table instead of the graph (t)",
                "aria-pressed": this.isTable, onclick: () => this.changeForm()}, "Table"),
            this.isTable ? null : [colours, this.legend,
                element("button.plain", {title: "Escape", onclick: () => this.flame.zoomByHand(this.flame.root)},
                    "Zoom out")],
            this.found, element("span.space"), this.cutNote());
    }

    cutNote() {
        const {run} = this.context.model;
        return run.cut > 0 ? element("span.note",
            `${formatCounted(run.cut, "small call path")} merged; tables are exact`) : null;
    }

    get colourKind() {
        const {state, model} = this.context;
        return colourKinds(model).some(kind => kind.id === state.colour) ? state.colour : "file";
    }

    colour() {
        const {model, palette} = this.context;
        this.colourOf = frameColours(model, palette, this.colourKind);
        this.map?.forget();
        this.flames.forEach(flame => flame.paint());
    }

    search() {
        const {match, model, state} = this.context;
        this.flames.forEach(flame => flame.setMatch(match === null ? null : match.functions));
        this.legend.hidden = match !== null;
        this.found.textContent = "";
        const measure = model.measure(state.measure);
        const weights = match === null || this.mode === "around" ? [] : model.functionsOf(state.scope)[measure.total];
        const widths = this.mode === "up" ? model.ownOf(measure.id, state.scope) : weights;
        this.matches = Array.from(weights.keys()).filter(index => match.functions[index] === 1 && widths[index] > 0)
            .sort((a, b) => weights[b] - weights[a]);
        this.matchAt = -1;
    }

    // Select the heaviest frame of the next function that the search found, or of the previous function if `step` is
    // -1. The functions are ordered by the measure.
    goMatch(step) {
        const {matches} = this;
        if (matches.length === 0) {
            return;
        }
        this.matchAt = this.matchAt < 0 && step < 0 ? matches.length - 1 :
            (this.matchAt + step + matches.length) % matches.length;
        const item = this.heaviestFrame(matches[this.matchAt]);
        if (item) {
            this.flame.walkTo(item);
        }
        const place = `${formatCount(this.matchAt + 1)} of ${formatCount(matches.length)}`;
        this.found.textContent = place;
        this.context.announce(`match ${place}`);
    }

    heaviestFrame(index) {
        if (this.mode === "up") {
            return this.flame.root.children().find(item => item.function === index);
        }
        const {model, state} = this.context;
        const {tree} = model;
        const {total} = tree.measure(model.measure(state.measure).id);
        const nodes = tree.outermost(index, model.scope(state.scope).tops);
        if (nodes.length === 0) {
            return null;
        }
        const path = [];
        for (let at = nodes.reduce((best, node) => total[node] > total[best] ? node : best); tree.parent[at] >= 0;
            at = tree.parent[at]) {
            path.push(tree.function[at]);
        }
        return itemAt(this.flame.root, path.reverse());
    }

    update(changed) {
        const has = (...names) => names.some(name => changed.has(name));
        if (has("mode", "measure", "scope", "form") || (has("around") && this.mode === "around")) {
            this.build();
            return;
        }
        if (has("theme", "colour")) {
            this.showTools();
            this.colour();
        }
        if (has("search")) {
            this.search();
        }
        this.follow(changed);
    }

    // Update the graph if the address or the side panel changed the state.
    follow(changed) {
        const {state} = this.context;
        if (changed.has("zoom") && state.zoom !== this.zoom) {
            const item = this.showPart(true);
            this.choose(item.parent === null ? null : item);
        }
        if (changed.has("function")) {
            if (this.chosen === null || this.chosen.function !== state.function) {
                this.chosen = null;
                this.panel.show(state.function);
                this.flames.forEach(flame => flame.select(null));
            }
            this.flames.forEach(flame => flame.mark(state.function));
            this.showTools();
        }
    }

    changeForm() {
        this.context.go({form: this.isTable ? "graph" : "table"});
    }

    key(event) {
        const {go, adjust, state, model} = this.context;
        if (event.key === "i") {
            go({mode: this.mode === "down" ? "up" : "down", zoom: "", range: ""});
        } else if (event.key === "a" && state.function >= 0) {
            go(aroundFunction(state.function));
        } else if (event.key === "t") {
            this.changeForm();
        } else if (event.key === "n" || event.key === "N") {
            this.goMatch(event.key === "n" ? 1 : -1);
        } else if (event.key === "c") {
            const kinds = colourKinds(model).map(kind => kind.id);
            adjust({colour: kinds[(kinds.indexOf(this.colourKind) + 1) % kinds.length]});
        } else {
            return this.flame.key(event);
        }
        return true;
    }

    close() {
        clearTimeout(this.rangeTimer);
        this.flames.forEach(flame => flame.close());
    }
}
