// Dark and light theme, and colours for canvases. A canvas does not understand light-dark() of a style sheet, so a
// hidden element (`probe`) resolves such colours.

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

    // Repaint canvases in light colours before printing, since paper is white, and in the colours of the screen
    // afterwards.
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

    // Return the current colour of a CSS variable: css("--accent").
    css(variable) {
        let colour = this.resolved.get(variable);
        if (colour === undefined) {
            this.probe.style.color = `var(${variable})`;
            colour = getComputedStyle(this.probe).color;
            this.resolved.set(variable, colour);
        }
        return colour;
    }

    // Return the colour of a hue, with a lightness that keeps text readable. The shade (0 to 3) distinguishes
    // neighbours.
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

// Return the stored theme, or null. A page opened from a folder may have no storage; a choice then lasts until the page
// is closed.
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
