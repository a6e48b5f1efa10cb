// Confidence intervals of sampled shares and of their changes, as the tool computes them (profile/query/interval.h).

const usualDeviations = 1.959964;       // 95 % of a normal distribution

// Return [low, high] of the share part / whole, 0 to 1, which was estimated from this number of samples (Wilson's
// interval).
export function intervalOf(part, whole, samples, deviations = usualDeviations) {
    if (samples <= 0 || whole <= 0) {
        return [0, 1];
    }
    const share = part / whole, square = deviations * deviations;
    const middle = (share + square / (2 * samples)) / (1 + square / samples);
    const half = deviations / (1 + square / samples) *
        Math.sqrt(share * (1 - share) / samples + square / (4 * samples * samples));
    return [part > 0 ? Math.max(0, middle - half) : 0, part < whole ? Math.min(1, middle + half) : 1];
}

// Return [low, high] of the difference of two independent numbers with these intervals (Newcombe's method).
export function intervalOfChange(before, ofBefore, after, ofAfter) {
    const change = after - before;
    return [change - Math.hypot(after - ofAfter[0], ofBefore[1] - before),
        change + Math.hypot(ofAfter[1] - after, before - ofBefore[0])];
}
