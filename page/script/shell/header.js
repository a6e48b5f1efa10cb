// The header of the page, with program, tabs, measure, threads and search.

import {element} from "../ui/dom.js";
import {formatCount} from "../data/number.js";

// Maximum number of scopes in the list, since a longer list is not useful. The threads tab leads to the other scopes.
const scopesListed = 300;

export class Header {
    constructor(model, views, state, actions) {
        this.model = model;
        this.state = state;
        this.tabs = new Map(views.map(view => [view.id, this.tabOf(view)]));
        this.scopes = this.scopeSelect();
        this.measures = this.measureSelect();
        this.search = this.searchBox(actions);
        this.root = element("header.header",
            element("h1.program", {title: [model.run.directory, model.run.program].filter(Boolean).join("/")},
                model.run.program || "(unnamed program)"),
            element("nav.tabs", {role: "tablist", "aria-label": "views", onkeydown: event => this.moveTab(event)},
                ...this.tabs.values()),
            element("div.controls", this.scopes, this.measures, this.search,
                element("button.plain", {title: "dark or light (d)", "aria-label": "dark or light",
                    onclick: actions.toggleTheme}, "◐"),
                element("button.plain", {title: "keys (?)", "aria-label": "help", onclick: actions.help}, "?")));
    }

    tabOf(view) {
        const count = view.count ? view.count(this.model) : null;
        return element("button", {role: "tab", id: "tab-" + view.id, "aria-controls": "view",
            onclick: () => this.state.go({view: view.id})},
            view.titleOf ? view.titleOf(this.model) : view.title,
            count === null ? null : element("small", formatCount(count)));
    }

    measureSelect() {
        const select = element("select", {"aria-label": "measure", title: "measure for widths and shares (m)",
            onchange: () => this.state.go({measure: select.value})},
            this.model.measures.map(measure => element("option", {value: measure.id}, measure.title)));
        select.hidden = this.model.measures.length < 2;
        return select;
    }

    scopeSelect() {
        const {scopes} = this.model;
        const select = element("select", {"aria-label": "threads and groups", title: "threads and groups to show",
            onchange: () => this.state.go({scope: select.value, zoom: "", range: ""})});
        for (const [kind, label] of [["all", null], ["group", "Groups"], ["thread", "Threads"], ["phase", "Phases"]]) {
            const options = scopes.filter(scope => scope.kind === kind).slice(0, scopesListed)
                .map(scope => element("option", {value: scope.id}, scope.title));
            if (options.length > 0) {
                select.append(...(label === null ? options : [element("optgroup", {label}, options)]));
            }
        }
        select.hidden = scopes.length < 2;
        return select;
    }

    searchBox(actions) {
        const box = element("input.search", {type: "search", placeholder: "Find function or file  /",
            autocomplete: "off",
            spellcheck: "false", "aria-label": "find a function or a file",
            oninput: () => this.state.adjust({search: box.value}),
            onkeydown: event => {
                if (event.key === "Escape") {
                    this.state.adjust({search: ""});
                    actions.leaveSearch();
                } else if (event.key === "Enter") {
                    actions.leaveSearch();
                    actions.goMatch();
                }
            }});
        return box;
    }

    // Move between tabs with the left and right keys, as users of screen readers expect.
    moveTab(event) {
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
        if (step !== undefined) {
            const tabs = Array.from(this.tabs.values());
            const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
            next.click();
            next.focus();
            event.preventDefault();
            event.stopPropagation();
        }
    }

    update() {
        const {values} = this.state;
        for (const [id, tab] of this.tabs) {
            const isShown = id === values.view;
            tab.setAttribute("aria-selected", String(isShown));
            tab.tabIndex = isShown ? 0 : -1;
        }
        this.tabs.get(values.view).scrollIntoView({block: "nearest", inline: "nearest"});
        this.measures.value = this.model.measure(values.measure).id;
        this.showScope(this.model.scope(values.scope));
        if (this.search.value !== values.search) {
            this.search.value = values.search;
        }
    }

    showScope(scope) {
        this.scopes.value = scope.id;
        if (this.scopes.selectedIndex < 0) {
            this.scopes.append(element("option", {value: scope.id}, scope.title));
            this.scopes.value = scope.id;
        }
    }
}
