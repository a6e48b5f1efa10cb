// The state of the page as named values. The address stores it after "#", as #VIEW?name=value&name=value, with only the
// values that differ from their defaults. So reload, "back" and a copied address show the same view.

export function formatHash(values, defaults) {
    const pairs = [];
    for (const name of Object.keys(defaults)) {
        if (name !== "view" && values[name] !== defaults[name]) {
            pairs.push(encodeURIComponent(name) + "=" + encodeURIComponent(values[name]));
        }
    }
    return "#" + values.view + (pairs.length > 0 ? "?" + pairs.join("&") : "");
}

// Parse the part of an address after "#", which may be any text. Drop unknown names, and convert each value to the type
// of its default.
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

// The state. `address` is {read(): hash, write(hash, isNewEntry)} (addressOf). mend(values) returns a corrected copy of
// the values. It replaces those that do not exist in this run, such as a function index that is too large.
export class State {
    constructor(defaults, address, mend = values => values) {
        this.defaults = defaults;
        this.address = address;
        this.mend = mend;
        this.listeners = [];
        this.values = mend(parseHash(address.read(), defaults));
    }

    // Call listener(changed) after each change: `changed` is the set of names whose values changed.
    subscribe(listener) {
        this.listeners.push(listener);
    }

    // Change values to go to another place of the page. This adds an entry to the browser's history, so that "back"
    // returns.
    go(patch) {
        this.change(patch, true);
    }

    // Change how a place is shown, such as the order of a table. This adds no entry to the browser's history.
    adjust(patch) {
        this.change(patch, false);
    }

    // Read the address again after the browser changed it: the user went back or forward, or edited it.
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
        const changed = new Set(Object.keys(this.defaults).filter(name => values[name] !== this.values[name]));
        this.values = values;
        if (changed.size > 0) {
            this.listeners.forEach(listener => listener(changed));
        }
    }
}

// Return the address of a window, as State needs it. A page that was saved with its address, or is embedded, may not be
// allowed to write to the browser's history. The state then works without the history.
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
