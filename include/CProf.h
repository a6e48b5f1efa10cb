/* CProf.h - the name under which older clients include cprof.h. */
#include "cprof.h"
