// The state of the page as named values. It is stored in the address after "#", so that reload, "back" and a copied
// address show the same view:  #VIEW?name=value&name=value  with the values that differ from their defaults.

export function formatHash(values, defaults) {
    const pairs = [];
    for (const name of Object.keys(defaults)) {
        if (name !== "view" && values[name] !== defaults[name]) {
            pairs.push(encodeURIComponent(name) + "=" + encodeURIComponent(values[name]));
        }
    }
    return "#" + values.view + (pairs.length > 0 ? "?" + pairs.join("&") : "");
}

// A hash may come from anywhere: unknown names are dropped, and a value gets the type of its default.
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
// mend(values): corrects values that this run does not have, such as a function index that is too large.
export class State {
    constructor(defaults, address, mend = values => values) {
        this.defaults = defaults;
        this.address = address;
        this.mend = mend;
        this.listeners = [];
        this.values = mend(parseHash(address.read(), defaults));
    }

    // listener(changed, before): the set of names whose values changed, and the previous values.
    subscribe(listener) {
        this.listeners.push(listener);
    }

    // Go to another place of the page: a step for "back".
    go(patch) {
        this.change(patch, true);
    }

    // Change how a place is shown, such as the order of a table: not a step for "back".
    adjust(patch) {
        this.change(patch, false);
    }

    // The address was changed externally: back, forward, or edited.
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

// A page that was saved with its address, or is embedded, may not be allowed to use the history: the state then works
// without it.
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
