/* module.h - the program and its libraries: where each lies in memory, for those who make names of addresses later.
 *
 * What was seen once stays known as long as the process, so that a location that was recorded before a library was
 * unloaded, or replaced, still has a name. */
#ifndef QP_STACKS_MODULE_H
#define QP_STACKS_MODULE_H

/* See what was loaded since the last time. Takes the cold lock, with events of handlers kept out. */
void qp_module_look(void);

/* Write all known modules into a new data file. With the cold lock. */
void qp_module_write_all(void);

#endif
