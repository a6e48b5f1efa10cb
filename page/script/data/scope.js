// Scopes: the parts of a run to which a view can be limited. A scope is everything, a thread, a group of virtual
// threads, or a phase. It is {id, title, kind, tops}, where tops are rows of the table `tops`. Threads without calls
// have no scope.

import {groupTitle} from "./naming.js";

const wholeRun = "";

export function scopesOf(model) {
    const {tops} = model;
    const scopes = new Map();
    const add = (id, title, kind, top) => {
        if (!scopes.has(id)) {
            scopes.set(id, {id, title, kind, tops: []});
        }
        scopes.get(id).tops.push(top);
    };
    const {end, roots} = model.tree;
    for (let top = 0; top < tops.count; top++) {
        if (end[roots[top]] === roots[top] + 1) {
            continue;
        }
        if (tops.group[top] >= 0) {
            add("group " + tops.group[top], groupTitle(model, tops.group[top]), "group", top);
        } else if (tops.thread[top] >= 0) {
            add("thread " + tops.thread[top], threadTitle(model, tops.thread[top]), "thread", top);
        }
    }
    const phases = new Set(tops.phase);
    if (phases.size > 1) {
        tops.phase.forEach((phase, top) => add("phase " + phase, phase || "outside of phases", "phase", top));
    }
    const all = {id: wholeRun, title: "All threads", kind: "all", tops: [...roots.keys()]};
    return [all, ...(scopes.size > 1 ? scopes.values() : [])];
}

export function threadTitle(model, thread) {
    return model.threads.name[thread] || "thread " + model.threads.number[thread];
}
