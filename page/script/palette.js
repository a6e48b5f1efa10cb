// Dark and light, and colours for canvases. A style sheet's light-dark() does not reach a canvas: a probe element
// resolves it.

const storageName = "qii theme";

export class Palette {
    constructor() {
        this.probe = document.createElement("i");
        this.probe.hidden = true;
        document.body.append(this.probe);
        this.resolved = new Map();
        this.listeners = [];
        this.system = matchMedia("(prefers-color-scheme: dark)");
        this.system.addEventListener("change", () => this.changed());
        this.isPrinting = false;
        window.addEventListener("beforeprint", () => this.print(true));
        window.addEventListener("afterprint", () => this.print(false));
        const chosen = readChoice();
        if (chosen !== null) {
            document.documentElement.dataset.theme = chosen;
        }
        this.isDark = this.decide();
    }

    decide() {
        const {theme} = document.documentElement.dataset;
        if (this.isPrinting) {
            return false;
        }
        return theme ? theme === "dark" : this.system.matches;
    }

    // Paper is white: canvases are painted for it, and again for the screen.
    print(isPrinting) {
        this.isPrinting = isPrinting;
        this.probe.style.colorScheme = isPrinting ? "light" : "";
        this.changed();
    }

    toggle() {
        const theme = this.isDark ? "light" : "dark";
        document.documentElement.dataset.theme = theme;
        storeChoice(theme);
        this.changed();
    }

    changed() {
        this.isDark = this.decide();
        this.resolved.clear();
        this.listeners.forEach(listener => listener());
    }

    subscribe(listener) {
        this.listeners.push(listener);
    }

    // The colour that a variable of the style sheet has now: css("--accent").
    css(variable) {
        let colour = this.resolved.get(variable);
        if (colour === undefined) {
            this.probe.style.color = `var(${variable})`;
            colour = getComputedStyle(this.probe).color;
            this.resolved.set(variable, colour);
        }
        return colour;
    }

    // The hue of a name with the lightness that text stays readable on; shade 0..3 tells neighbours apart.
    hue(degrees, shade) {
        return this.isDark ? `hsl(${degrees} 38% ${30 + shade * 2.4}%)` : `hsl(${degrees} 62% ${79 + shade * 2.6}%)`;
    }
}

export function hueOf(name) {
    let hash = 7;
    for (let at = 0; at < name.length; at++) {
        hash = (hash * 31 + name.charCodeAt(at)) >>> 0;
    }
    return hash % 360;
}

// A page that was opened from a folder may have no storage: then the choice holds until it is closed.
function readChoice() {
    try {
        const theme = localStorage.getItem(storageName);
        return theme === "dark" || theme === "light" ? theme : null;
    } catch {
        return null;
    }
}

function storeChoice(theme) {
    try {
        localStorage.setItem(storageName, theme);
    } catch {
        return;
    }
}
