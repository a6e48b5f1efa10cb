// The page starts here: main.js reads the payload, makes the model and passes it to the shell. If that fails, or if the
// browser lacks a feature, the static part of the page stays visible. An error that occurs later is shown above the
// page.

import {readPayload} from "./data/payload.js";
import {Model} from "./data/model.js";
import {Shell} from "./shell/shell.js";
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

function showFailure(text, place) {
    const message = document.createElement("p");
    message.className = "failure";
    message.setAttribute("role", "alert");
    message.textContent = text;
    place.prepend(message);
}

function stayStatic(error) {
    const readable = document.getElementById("static");
    document.getElementById("page")?.remove();
    readable.hidden = false;
    showFailure(`The interactive part of this page could not start (${error.message}). ` +
        "The static report below is readable without it.", readable);
}

// Show an error. Chrome also reports some events of its own as errors. They have no error object and are ignored.
function reportError({error}) {
    if (error && document.querySelector("body > .failure") === null) {
        showFailure(`Error in this page: the display may be incomplete (${error.message}).`, document.body);
    }
}

window.addEventListener("error", reportError);
startPage().catch(stayStatic);
