/* cprof.h - the coverage library's interface: the same functions as qprof.h, exported by libcprof, which counts
 * without reading the clock. A client picks one of the two by the file that it loads or links. */
#ifndef CPROF_H
#define CPROF_H

#include "qprof.h"

#endif
