/* module.h - the program and its libraries with their addresses in memory, for later symbolization.
 *
 * A module stays known as long as the process, so that a location recorded before a library was unloaded or replaced
 * still has a name. */
#pragma once

/* Look for modules loaded since the last call. This takes the cold lock, with which no events of the thread's signal
 * handlers begin. */
void qp_module_look(void);

/* Write all known modules into a new data file. Call this with the cold lock. */
void qp_module_write_all(void);
