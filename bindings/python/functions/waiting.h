/* waiting.h - C functions that wait, for something to happen or for a lock. */
#pragma once

/* Return the flags of a C function with this name (QPROF_METHOD_FLAGS). The class may be NULL. */
int qpy_waiting_flags(const char *class_name, const char *name);
