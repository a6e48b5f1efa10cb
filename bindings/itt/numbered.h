/* numbered.h - names that older functions of ITT identify by small numbers: marks and events. */
#pragma once

#include <stddef.h>

#include "include/qprof.h"

/* Zero-initialized. */
struct itt_numbered {
    qprof_MethodID *methods;
    char **names;
    int count;
};

/* Return the number of a name, from 1; 0 if there is no name or no memory. `length` 0 = up to the null byte. */
int itt_number(struct itt_numbered *all, const char *name, size_t length);

/* Return the method with the number's name; 0 if there is none. */
qprof_MethodID itt_numbered_method(struct itt_numbered *all, int number);
