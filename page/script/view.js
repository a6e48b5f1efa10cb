// A view is one tab of the page, an object:
//     id                   the word for it in the address
//     title                what stands on the tab; or titleOf(model), where that depends on the run
//     state                its own names in the state, with their defaults (may be left out); names are shared by all
//                          views, so that a function that was chosen in one is chosen in the others
//     keys                 what the help says of its keys: [["n, N", "next, previous missed line"], ...]
//     isAvailable(model)   whether this run has anything to show in it; else there is no tab
//     count(model)         a number beside the title, or null (may be left out)
//     show(root, context)  builds the view in the empty element root and returns the shown view, an object:
//         update(changed)  names in the state have changed (a Set): "search" and "measure" come by here, as well as
//                          "theme" and "size of text", which are no part of the state
//         key(event)       a key was pressed and nothing else took it; returns whether it was used (may be left out)
//         close()          another view follows: observers and timers end here (may be left out)
//
// What a view is given to work with, the context:
//     model                the run; see model.js
//     state                the values of the state (a getter, always the newest)
//     go(patch)            goes to another place of the page, with a step for "back":
//                          go({view: "source", file: 3, line: 70}), go({view: "functions", function: 12}),
//                          go(aroundFunction(12)), go({view: "flame", scope: "thread 2"})
//     adjust(patch)        the same without a step for "back", such as for the order of a table
//     match                what the search found: {query, functions: Uint8Array by function, count}, or null
//     palette              colours for canvases; see palette.js
//     tip                  the box that follows the pointer: tip.show(event, ...children), tip.hide()
//     announce(text)       says it to readers of the screen

// What every view may ask for of the state, with what holds when nothing is said.
export const commonState = {
    view: "overview",
    measure: "",    // the id of a measure; "" is the run's first
    scope: "",      // of which threads and groups: the id of a scope; "" is all
    search: "",
    function: -1,
    file: -1,
    line: 0,
};

// Where the flame graph shows who calls a function, and what it calls.
export function aroundFunction(index) {
    return {view: "flame", mode: "around", around: index, function: index, zoom: "", range: ""};
}
