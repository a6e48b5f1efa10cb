// Kinds of tracks and bars, as in page/timeline.c, and the states of virtual threads.

export const trackKinds = {thread: 0, virtualThread: 1, counter: 2, scope: 3};
export const barKinds = {state: 0, function: 1, virtualThread: 2, scope: 3, otherState: 4};
export const stateNames = ["", "running", "runnable", "blocked", "waiting", "unknown"];
export const stateColours = ["", "--running", "--runnable", "--blocked", "--waiting", "--outside"];
