/* place.h - where this module lies, and the libraries beside it. */
#ifndef QP_LUA_PLACE_H
#define QP_LUA_PLACE_H

/* What to load for a library's name, in memory of its own: the file two folders above this module, which lies in
 * lua/5.4, if there is one; else the name. Names with a '.' or '/' are files already. NULL without memory. */
char *qp_place_library(const char *name);

#endif
