// The frame of the page. It shows one view at a time, passes changes of the state and keys to the view, and updates the
// address. view.js describes views.

import {element} from "../ui/dom.js";
import {State, addressOf} from "./state.js";
import {Palette} from "../ui/palette.js";
import {Tip} from "../ui/tip.js";
import {FilterBar} from "./filter_bar.js";
import {Header} from "./header.js";
import {helpDialog} from "./help.js";
import {commonState} from "./view.js";

export class Shell {
    constructor(root, model, allViews) {
        this.model = model;
        this.views = allViews.filter(view => view.isAvailable(model));
        const first = model.comparison ? {view: "compare"} : {};
        const defaults = Object.assign({}, commonState, first, ...this.views.map(view => view.state));
        this.state = new State(defaults, addressOf(window), values => this.mend(values));
        this.palette = new Palette();
        this.tip = new Tip();
        this.help = helpDialog(this.views, model.run);
        this.header = new Header(model, this.views, this.state, {
            toggleTheme: () => this.palette.toggle(),
            help: () => this.help.showModal(),
            leaveSearch: () => this.focusView(),
            goMatch: () => this.shown?.goMatch?.(1),
        });
        this.main = element("div.view", {id: "view", role: "tabpanel", tabindex: -1});
        this.live = element("div.spoken", {"aria-live": "polite"});
        this.context = this.contextOfViews();
        this.filterBar = new FilterBar(this.context, model);
        root.append(this.header.root, this.filterBar.root, element("main", this.main), this.live, this.tip.box,
            this.help);
    }

    start() {
        this.listen();
        this.showView();
    }

    contextOfViews() {
        const shell = this;
        return {
            palette: this.palette,
            tip: this.tip,
            go: patch => this.state.go(patch),
            adjust: patch => this.state.adjust(patch),
            announce: text => {
                this.live.textContent = text;
            },
            get state() {
                return shell.state.values;
            },
            get model() {
                return shell.filteredModel();
            },
            get match() {
                return shell.model.match(shell.state.values.search);
            },
        };
    }

    filteredModel() {
        const {focus, ignore, hide} = this.state.values;
        const key = JSON.stringify([focus, ignore, hide]);
        if (this.filterKey !== key) {
            this.filterKey = key;
            this.filteredOne = this.model.filtered({focus, ignore, hide});
        }
        return this.filteredOne;
    }

    // Replace values of the state that refer to something that this run does not have, because the address may be from
    // another page.
    mend(values) {
        const {model} = this;
        return {
            ...values,
            view: this.views.some(view => view.id === values.view) ? values.view : this.views[0].id,
            measure: model.measures.slice(1).some(measure => measure.id === values.measure) ? values.measure : "",
            scope: model.scope(values.scope).id,
            function: within(values.function, model.functions.count),
            around: within(values.around, model.functions.count),
            jobRank: within(values.jobRank, model.ranks.count),
            track: within(values.track, model.tracks.count),
            file: within(values.file, model.files.count),
            context: within(values.context, model.contexts.count),
            line: Math.max(0, Math.floor(values.line)),
        };
    }

    listen() {
        this.state.subscribe(changed => {
            this.tip.hide();
            if (["view", "focus", "ignore", "hide"].some(name => changed.has(name))) {
                this.showView();
            } else {
                this.header.update();
                this.filterBar.update();
                this.shown?.update(changed);
            }
        });
        this.palette.subscribe(() => this.shown?.update(new Set(["theme"])));
        window.addEventListener("popstate", () => this.state.reread());
        document.addEventListener("keydown", event => this.key(event));
        document.addEventListener("pointerup", event => this.showTitle(event));
    }

    // Show the title of a touched element, for example the full text of a cut name. For a mouse, the browser shows
    // titles.
    showTitle(event) {
        const titled = event.pointerType === "touch" ? event.target.closest("[title]") : null;
        if (titled?.title) {
            this.tip.show(event, titled.title);
        }
    }

    showView() {
        const isFirst = this.shown === undefined;
        this.shown?.close?.();
        this.shown = null;
        const view = this.views.find(one => one.id === this.state.values.view);
        this.tip.hide();
        this.main.replaceChildren();
        this.main.className = "view view-" + view.id;
        this.main.setAttribute("aria-labelledby", "tab-" + view.id);
        document.title = `${this.model.run.program} · ${view.titleOf ? view.titleOf(this.model) : view.title}`;
        this.header.update();
        this.filterBar.update();
        this.shown = view.show(this.main, this.context);
        if (!isFirst) {
            this.focusView();
        }
    }

    // Focus the contents of the view. After a click on a tab, arrow keys would otherwise move between tabs.
    focusView() {
        const target = this.main.querySelector("[tabindex='0']") || this.main;
        target.focus({preventScroll: true});
    }

    key(event) {
        const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
        if (isTyping || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.help.open) {
            return;
        }
        if (event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ")) {
            return;
        }
        if (this.pageKey(event.key) || this.shown?.key?.(event)) {
            event.preventDefault();
        }
    }

    pageKey(key) {
        if (key === "/") {
            this.header.search.focus();
            this.header.search.select();
        } else if (key === "?") {
            this.help.showModal();
        } else if (key === "d") {
            this.palette.toggle();
        } else if (key === "m" || key === "M") {
            this.nextMeasure(key === "m" ? 1 : -1);
        } else if (/^[1-9]$/.test(key) && this.views[key - 1]) {
            this.state.go({view: this.views[key - 1].id});
        } else {
            return false;
        }
        return true;
    }

    nextMeasure(step) {
        const {measures} = this.model;
        const at = measures.indexOf(this.model.measure(this.state.values.measure));
        this.state.go({measure: measures[(at + step + measures.length) % measures.length].id});
    }
}

function within(index, count) {
    return Number.isInteger(index) && index >= 0 && index < count ? index : -1;
}
