// Two call trees shown as one: an item is a path that both runs have, or a path of only one of them.

import {Item} from "../data/item.js";

// An item of both trees. `widths` is the run that determines its width, "first" or "second": a path of only the other
// run is 0 wide. `scales` has a factor for each run by which its measure becomes comparable.
class PairItem extends Item {
    constructor(functionIndex, parent, first, second, {widths, scales}) {
        super("top-down", functionIndex, parent);
        this.first = first;
        this.second = second;
        this.how = {widths, scales};
        this.totals = [first, second].map((one, run) => one ? one.total * scales[run] : 0);
        const run = widths === "first" ? 0 : 1;
        const measured = [first, second][run];
        this.total = this.totals[run];
        this.self = measured ? measured.self * scales[run] : 0;
        this.calls = measured ? measured.calls : 0;
    }

    makeChildren() {
        const pairs = new Map();
        for (const child of this.first ? this.first.children() : []) {
            pairs.set(child.function, [child, null]);
        }
        for (const child of this.second ? this.second.children() : []) {
            pairs.set(child.function, [pairs.get(child.function)?.[0] ?? null, child]);
        }
        return Array.from(pairs, ([index, [first, second]]) => new PairItem(index, this, first, second, this.how));
    }
}

// Return the root of both trees. `first` and `second` are the roots of the runs' trees, for the same measure.
export function pairRoot(first, second, widths = "second", scales = [1, 1]) {
    return new PairItem(second.function, null, first, second, {widths, scales});
}

// Return the second run's measure along this path minus the first run's.
export function differenceOf(item) {
    return item.totals[1] - item.totals[0];
}

// Map a difference to a number from -1 (less) to 1 (more), where `whole` is 1 or -1. The square root makes even a
// difference of 1 % visible.
export function differenceShare(difference, whole) {
    return Math.sign(difference) * Math.min(1, Math.sqrt(Math.abs(difference) / (whole || 1)));
}

const steps = 5;
const leastColored = 0.05;

// Return a function that gives an item's colour: red for more, blue for less, and other colours for a path of one run
// only. A difference of `whole` has the strongest colour.
export function differenceColours(palette, whole) {
    const shade = share => {
        const strength = Math.ceil(Math.abs(share) * steps) / steps;
        const hue = share > 0 ? 4 : 212;
        return palette.isDark ? `hsl(${hue} ${50 + 20 * strength}% ${26 + 22 * strength}%)` :
            `hsl(${hue} 84% ${94 - 30 * strength}%)`;
    };
    return item => {
        if (item.parent === null) {
            return palette.css("--frame-root");
        }
        if (!item.first) {
            return palette.css("--new-path");
        }
        if (!item.second) {
            return palette.css("--gone-path");
        }
        const share = differenceShare(differenceOf(item), whole);
        return Math.abs(share) < leastColored ? palette.css("--frame-faint") : shade(share);
    };
}
