// A view is one tab of the page, an object:
//     id                   its name in the address
//     title                title of its tab; or titleOf(model), if the title depends on the run
//     state                names and defaults of its values in the state (optional). Views share the names, so that a
//                          function selected in one view is selected in the others
//     keys                 its key bindings for the help: [["n, N", "next, previous missed line"], ...]
//     isAvailable(model)   returns true if this run has data for the view; otherwise there is no tab
//     count(model)         returns a number to show beside the title, or null (optional)
//     show(root, context)  builds the view in the empty element root and returns the shown view, an object:
//         update(changed)  is called after changes of the state or the theme; `changed` is a Set of the names of the
//                          changed values, such as "search", or of "theme"
//         goMatch(step)    selects the next function that the search found, or the previous one if `step` is -1, in the
//                          order of the measure (optional)
//         key(event)       handles a key and returns true if the view used it (optional)
//         close()          stops observers and timers, before another view is shown (optional)
//
// The context of a view:
//     model                the run, or its call paths that pass the filters (data/model.js). After a change of
//                          filters the view is built anew
//     state                the current values of the state (a getter)
//     go(patch)            goes to another place of the page and adds an entry to the browser's history:
//                          go({view: "source", file: 3, line: 70}), go({view: "functions", function: 12}),
//                          go(aroundFunction(12)), go({view: "flame", scope: "thread 2"})
//     adjust(patch)        changes how a place is shown, such as the order of a table, without an entry in the history
//     match                result of the search: {query, functions: Uint8Array by function, count, error}, or null
//     palette              colours for canvases (ui/palette.js)
//     tip                  the tooltip: tip.show(event, ...children), tip.hide()
//     announce(text)       announces a text to screen readers

// Values of the state that all views have, with their defaults.
export const commonState = {
    view: "overview",
    measure: "",    // id of a measure; "" is the run's first measure
    scope: "",      // id of a scope (data/scope.js); "" is the whole run
    search: "",
    focus: "",      // focus, ignore, hide: filters (data/path_filter.js) as patterns (data/search_pattern.js); "": none
    ignore: "",
    hide: "",
    function: -1,
    file: -1,
    line: 0,
};

// Return the patch of the state that shows a function's callers and callees in the flame graph.
export function aroundFunction(index) {
    return {view: "flame", mode: "around", around: index, function: index, zoom: "", range: ""};
}
