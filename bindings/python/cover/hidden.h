/* hidden.h - co_consts without probes, as Python code sees it. */
#pragma once

#include <stdbool.h>

/* From now on, the attribute co_consts of code objects has None in place of probes, so that code which looks at
 * constants (dis, cloudpickle) cannot count. Return false with a Python exception after an error. */
bool qpy_hidden_begin(void);
