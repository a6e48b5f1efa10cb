/* worse.h - whether a run's coverage is worse than that of an earlier run, the base.
 *
 * Files are matched by path (file_match.h), then by equal text, so that a renamed file is compared with itself.
 *
 * - If a file has the same text in both runs, a line that ran in the base must run.
 * - Otherwise a file is worse if a smaller share of its lines, branch outcomes or functions ran, and more are missed.
 *   So it may lose covered lines.
 * - The total is worse, likewise, than that of the base's files that are still there. Removed files do not count,
 * unless the total was smaller with them.
 * - If a file of the base still exists in its place, but is not in the run, all its lines are lost. */
#pragma once

#include "profile/gate/gates.h"
#include "profile/gate/snapshot.h"

/* Add a failure for each way in which `now` is worse. `name` of the base is for messages. Return false if out of
 * memory. */
bool qp_worse_judge(struct qp_verdict *verdict, const struct qp_snapshot *now, const struct qp_snapshot *base,
                    const char *name);
