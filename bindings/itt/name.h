/* name.h - methods of names that the program gave to ITT. */
#pragma once

#include "bindings/itt/layout.h"
#include "include/qprof.h"

/* Return the method of a name. If there is none, return the method of this kind of work in the function that contains
 * the call with this return address. */
qprof_MethodID itt_method(struct itt_string *name, const char *kind, const void *return_address);

/* Return the name's text, or this one if there is none. */
const char *itt_text(const struct itt_string *name, const char *otherwise);
