/* depend.h - tasks that wait for the end of other tasks (depend clauses). */
#pragma once

#include "bindings/ompt/context.h"

/* A task that ends while it is created waits for no task. Callback of the runtime. */
void ompt_depend(union ompt_data *predecessor, union ompt_data *successor);

/* Wake the tasks that waited only for this one, which ends on the calling thread. */
void ompt_depend_end(union ompt_data *data, struct ompt_task *task);
