// What the page shows, as values by name. It stands in the address behind "#", so that a reload, "back" and a copied
// address give the same view:  #VIEW?name=value&name=value  with the values that differ from their defaults.

export function formatHash(values, defaults) {
    const pairs = [];
    for (const name of Object.keys(defaults)) {
        if (name !== "view" && values[name] !== defaults[name]) {
            pairs.push(encodeURIComponent(name) + "=" + encodeURIComponent(values[name]));
        }
    }
    return "#" + values.view + (pairs.length > 0 ? "?" + pairs.join("&") : "");
}

// A hash may come from anywhere: unknown names are dropped, and a value has the type of its default.
export function parseHash(hash, defaults) {
    const values = {...defaults};
    const [view, query] = splitOnce(hash.replace(/^#/, ""), "?");
    if (view !== "") {
        values.view = view;
    }
    for (const pair of query.split("&")) {
        const [name, text] = splitOnce(pair, "=").map(decodeSafely);
        if (name !== "view" && Object.hasOwn(defaults, name)) {
            values[name] = typedLike(defaults[name], text);
        }
    }
    return values;
}

function splitOnce(text, separator) {
    const at = text.indexOf(separator);
    return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decodeSafely(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return "";
    }
}

function typedLike(model, text) {
    if (typeof model === "number") {
        return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : model;
    }
    return typeof model === "boolean" ? text === "true" : text;
}

// address: {read(): hash, write(hash, isNewEntry)}; see addressOf().
// mend(values): puts right what this run does not have, such as a function's number that is too large.
export class State {
    constructor(defaults, address, mend = values => values) {
        this.defaults = defaults;
        this.address = address;
        this.mend = mend;
        this.listeners = [];
        this.values = mend(parseHash(address.read(), defaults));
    }

    // listener(changed, before): a set of the names whose values changed, and the values before.
    subscribe(listener) {
        this.listeners.push(listener);
    }

    // Goes to another place of the page: "back" returns from it.
    go(patch) {
        this.change(patch, true);
    }

    // Changes how a place is shown, such as the order of a table: not a step for "back".
    adjust(patch) {
        this.change(patch, false);
    }

    // The address was changed from outside: back, forward, or by hand.
    reread() {
        this.set(this.mend(parseHash(this.address.read(), this.defaults)));
    }

    change(patch, isNewEntry) {
        const values = this.mend({...this.values, ...patch});
        const hash = formatHash(values, this.defaults);
        if (hash !== formatHash(this.values, this.defaults)) {
            this.address.write(hash, isNewEntry);
        }
        this.set(values);
    }

    set(values) {
        const before = this.values;
        const changed = new Set(Object.keys(this.defaults).filter(name => values[name] !== before[name]));
        this.values = values;
        if (changed.size > 0) {
            this.listeners.forEach(listener => listener(changed, before));
        }
    }
}

// A page that was saved with its address, or is shown inside another one, may not be allowed a history of its own:
// then the state works on without it.
export function addressOf(frame) {
    return {
        read() {
            return frame.location.hash;
        },
        write(hash, isNewEntry) {
            try {
                frame.history[isNewEntry ? "pushState" : "replaceState"](null, "", hash);
            } catch {
                return;
            }
        },
    };
}
