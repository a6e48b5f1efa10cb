/* fork.h - the child of os.fork. It is recorded if the user gives the option -follow-child-processes. */
#pragma once

/* From now on, and also if this is called again, report the open frames of the forking thread in each child: the
 * child's data begins with an empty stack (qprof.h). */
void qpy_fork_begin(void);
