// Join the call trees of two runs into one tree. An item is a call path of both runs, or of only one of them.

import {Item} from "../data/item.js";

// An item of the joined tree. `widths` selects what determines its width: "both" is the sum of both runs, so that every
// path is visible; "first" and "second" are one run. A path that only the other run has is then 0 wide. `scales` has a
// factor for each run: the measure of the run is multiplied by it, so that both runs are comparable.
class PairItem extends Item {
    constructor(functionIndex, parent, first, second, {widths, scales}) {
        super("top-down", functionIndex, parent);
        this.first = first;
        this.second = second;
        this.how = {widths, scales};
        this.totals = [first, second].map((one, run) => one ? one.total * scales[run] : 0);
        [first, second].forEach((one, run) => {
            if (one !== null && widths !== ["second", "first"][run]) {
                this.total += one.total * scales[run];
                this.self += one.self * scales[run];
                this.calls += one.calls;
            }
        });
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

// Return the root of the joined tree. `first` and `second` are the roots of the two runs' trees by the same measure.
export function pairRoot(first, second, widths = "both", scales = [1, 1]) {
    return new PairItem(second.function, null, first, second, {widths, scales});
}

// Return the second run's measure along this path minus the first run's.
export function differenceOf(item) {
    return item.totals[1] - item.totals[0];
}

// Minimum shares of A's total for the second, third and fourth (strongest) colour of a difference.
export const strengths = [0.01, 0.03, 0.1];

// Return a number from -4 to 4 that selects the colour of an item: 0 if the runs do not differ significantly, a
// positive number if the second run has more, a negative number if it has less. The larger the difference's share of
// `whole`, the further the number is from 0. A difference is significant if it exceeds `noise` times the item's larger
// total, or if isSignificant(item) returns true.
export function strengthOf(item, {whole, noise, isSignificant}) {
    const difference = differenceOf(item);
    if (difference === 0 || (Math.abs(difference) <= noise * Math.max(...item.totals) && !isSignificant(item))) {
        return 0;
    }
    const share = Math.abs(difference) / (whole || 1);
    return Math.sign(difference) * (1 + strengths.filter(least => share >= least).length);
}

// Return the colour of a strength: red for more, blue for less, grey for 0.
export function strengthColour(palette, strength) {
    const part = Math.abs(strength) / (strengths.length + 1);
    const hue = strength > 0 ? 4 : 212;
    return strength === 0 ? palette.css("--frame-faint") :
        palette.isDark ? `hsl(${hue} ${50 + 20 * part}% ${26 + 22 * part}%)` :
            `hsl(${hue} 84% ${94 - 30 * part}%)`;
}

// Return a function that gives an item's colour. New and removed paths have colours of their own.
export function differenceColours(palette, scale) {
    return item => {
        if (item.parent === null) {
            return palette.css("--frame-root");
        }
        if (!item.first || !item.second) {
            return palette.css(item.first ? "--gone-path" : "--new-path");
        }
        return strengthColour(palette, strengthOf(item, scale));
    };
}
