/* hooks.h - functions of event loops whose calls tell which tasks are created, named and woken. */
#pragma once

#include "bindings/python/functions/function.h"

/* For qpy_functions_begin. */
extern const struct qpy_hook qpy_task_hooks[];
