/* fork.h - the child of a fork. It is recorded if the user wants all child processes recorded. */
#pragma once

#include <stdbool.h>

/* From now on, call `stops` in forked children, unless `follows`. */
void native_fork_prepare(bool follows, void (*stops)(void));

/* The recorder has begun: from now on, report the open frames of the forking thread in each child that is recorded. The
 * recorder has been loaded, since its own handler must come first. */
void native_fork_begin(void);
