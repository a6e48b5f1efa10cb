/* scope.h - frames of OpenMP constructs: parallel regions, loops, waits.
 *
 * The end of a construct does not name its place, so the open frames of each context are in a list. A context is an
 * explicit task, or a thread with its implicit tasks. */
#pragma once

#include "bindings/ompt/place.h"

struct ompt_scope {
    struct ompt_scope *outer;
    const struct ompt_place *place;
};

/* Return the place of a construct inside these. A function may call the runtime by a jump at its end. Then the return
 * address is in the runtime, and the construct has the place of the innermost one. */
const struct ompt_place *ompt_scope_place(const struct ompt_scope *innermost, enum ompt_kind kind, const void *code);

/* Enter a construct in the context that runs on the calling thread. */
void ompt_scope_enter(struct ompt_scope **innermost, const struct ompt_place *place);

/* Leave the innermost construct of this kind, and those inside it. If none is open, do nothing. */
void ompt_scope_leave(struct ompt_scope **innermost, enum ompt_kind kind);

/* Forget the open constructs of a task that ends; its frames end with it. */
void ompt_scope_drop(struct ompt_scope **innermost);
