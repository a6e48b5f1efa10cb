// The overview card of virtual threads: time by state for each group.

import {cutName, element, linkButton, partsBar, pressable, swatch} from "../ui/dom.js";
import {formatCount, formatTime} from "../data/number.js";
import {groupTitle} from "../data/naming.js";
import {card} from "./overview_cards.js";

const groupsShown = 8;
const states = [
    ["running", "var(--running)", "running"],
    ["runnable", "var(--runnable)", "runnable: waiting for a system thread"],
    ["blocked", "var(--blocked)", "blocked"],
    ["waiting", "var(--waiting)", "waiting"],
];

export function groupsCard(context) {
    const {model, go} = context;
    const {groups} = model;
    if (groups.created.reduce((sum, created) => sum + created, 0) < 2 && model.vthreads.count < 2) {
        return null;
    }
    const lifeOf = index => states.reduce((sum, [state]) => sum + groups[state][index], 0);
    const indexes = Array.from(groups.name, (_, index) => index).sort((a, b) => groups.running[b] - groups.running[a]);
    const longest = indexes.reduce((most, index) => Math.max(most, lifeOf(index)), 1);
    const time = (index, state) => element("td.number", groups[state][index] > 0 ?
        (groups.estimated[index] > 0 ? "~" : "") + formatTime(groups[state][index]) : "");
    return card("whole", "Virtual threads", linkButton("more", () => go({view: "threads"})),
        element("div.legend", states.map(([, colour, text]) => swatch(colour, text))),
        element("table.fixed.groups", element("thead", element("tr", element("th", "group"),
            element("th.number.wide", "created"), states.map(([state]) => element("th.number.wide", state)),
            element("td"))),
            element("tbody", indexes.slice(0, groupsShown).map(index => pressable(element("tr",
                element("td.cut", {title: groupTitle(model, index)}, cutName(groupTitle(model, index))),
                element("td.number", formatCount(groups.created[index])),
                states.map(([state]) => time(index, state)),
                element("td", partsBar(states.map(([state, colour]) => [groups[state][index] / longest, colour])))),
                () => go({view: "flame", scope: "group " + index, zoom: "", range: ""}))))));
}
