// The tooltip that follows the pointer.

import {element, replaceAll} from "./dom.js";

export class Tip {
    constructor() {
        this.box = element("div.tip", {role: "tooltip", hidden: true});
    }

    show(event, ...children) {
        replaceAll(this.box, ...children);
        this.box.hidden = false;
        const {width, height} = this.box.getBoundingClientRect();
        const below = event.clientY + 18;
        const top = below + height > innerHeight ? event.clientY - height - 10 : below;
        this.box.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 6)) + "px";
        this.box.style.top = Math.max(4, top) + "px";
    }

    hide() {
        this.box.hidden = true;
    }
}
