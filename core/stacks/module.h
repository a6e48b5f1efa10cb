/* module.h - the program and its libraries with their addresses in memory, for later symbolization.
 *
 * A module stays known until the process ends, so that a location in a library that was unloaded or replaced later can
 * still be symbolized. */
#pragma once

/* Look for modules loaded since the last call. This takes the cold lock. Meanwhile the thread's signal handlers
 * record no events. */
void qp_module_look(void);

/* Write all known modules into a new data file. Call this with the cold lock. */
void qp_module_write_all(void);
