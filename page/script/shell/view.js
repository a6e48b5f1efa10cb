// A view is one tab of the page, an object:
//     id                   its name in the address
//     title                its tab title; or titleOf(model), if that depends on the run
//     state                its names in the state, with their defaults (optional); names are shared by all views, so
//                          that a function selected in one is selected in the others
//     keys                 its key bindings for the help: [["n, N", "next, previous missed line"], ...]
//     isAvailable(model)   true if this run has data for it; otherwise there is no tab
//     count(model)         a number beside the title, or null (optional)
//     show(root, context)  builds the view in the empty element root and returns the shown view, an object:
//         update(changed)  names in the state have changed (a Set), including "search" and "measure", and also "theme"
//                          and "size of text", which are not part of the state
//         key(event)       handles a key; returns true if it was used (optional)
//         close()          another view follows: stop observers and timers (optional)
//
// The context of a view:
//     model                the run; see model.js
//     state                the current values of the state (a getter)
//     go(patch)            goes to another place of the page, with a step for "back":
//                          go({view: "source", file: 3, line: 70}), go({view: "functions", function: 12}),
//                          go(aroundFunction(12)), go({view: "flame", scope: "thread 2"})
//     adjust(patch)        the same without a step for "back", such as for the order of a table
//     match                the search result: {query, functions: Uint8Array by function, count}, or null
//     palette              colours for canvases; see palette.js
//     tip                  the tooltip: tip.show(event, ...children), tip.hide()
//     announce(text)       announces a text to screen readers

// State that is common to all views, with its defaults.
export const commonState = {
    view: "overview",
    measure: "",    // the id of a measure; "" is the run's first
    scope: "",      // threads and groups: the id of a scope; "" is all
    search: "",
    function: -1,
    file: -1,
    line: 0,
};

// Show a function's callers and callees in the flame graph.
export function aroundFunction(index) {
    return {view: "flame", mode: "around", around: index, function: index, zoom: "", range: ""};
}
