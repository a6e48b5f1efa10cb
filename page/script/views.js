// The views in the order of their tabs.

import {overviewView} from "./overview/overview.js";
import {jobView} from "./job/job.js";
import {flameView} from "./flame/flame_view.js";
import {functionsView} from "./functions/functions.js";
import {sourceView} from "./source/source.js";
import {threadsView} from "./threads/threads.js";
import {timelineView} from "./timeline/timeline.js";
import {compareView} from "./compare/compare.js";

export const views = [overviewView, jobView, flameView, functionsView, sourceView, threadsView, timelineView,
    compareView];
