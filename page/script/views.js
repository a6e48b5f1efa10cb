// The tabs in their order.

import {overviewView} from "./overview.js";
import {flameView} from "./flame_view.js";
import {functionsView} from "./functions.js";
import {sourceView} from "./source.js";
import {threadsView} from "./threads.js";
import {timelineView} from "./timeline.js";
import {compareView} from "./compare.js";

export const views = [overviewView, flameView, functionsView, sourceView, threadsView, timelineView, compareView];
