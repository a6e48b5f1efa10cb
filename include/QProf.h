/* QProf.h - the name under which older clients include qprof.h. */
#include "qprof.h"
