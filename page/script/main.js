// The page starts here: it reads the payload, makes the model of it and hands it to the shell. Without that, or in a
// browser that cannot do it, the static part of the page stays.

import {readPayload} from "./payload.js";
import {Model} from "./model.js";
import {Shell} from "./shell.js";
import {views} from "./views.js";

async function startPage() {
    performance.mark("qii start");
    const stored = document.getElementById("payload");
    const payload = await readPayload(stored.textContent.trim());
    stored.remove();
    performance.mark("qii inflated");
    const root = document.createElement("div");
    root.id = "page";
    document.body.append(root);
    document.getElementById("static").hidden = true;
    new Shell(root, new Model(payload), views).start();
    performance.mark("qii shown");
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("qii ready")));
}

function tellFailure(error) {
    const told = document.createElement("p");
    told.className = "failure";
    told.textContent = `The interactive part of this page could not start (${error.message}). ` +
        "What stands below is readable without it.";
    document.getElementById("page")?.remove();
    const readable = document.getElementById("static");
    readable.hidden = false;
    readable.prepend(told);
}

startPage().catch(tellFailure);
