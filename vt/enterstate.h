/* enterstate.h - VT_enterstate for callers that stand between the program and it (place.h). */
#ifndef QP_VT_ENTERSTATE_H
#define QP_VT_ENTERSTATE_H

/* function is the name in diagnostics, place where the program called it. Returns what VT_enterstate returns. */
int vt_enterstate_open(const char *function, const char *name, int *handle, int *truncated, const void *place);

#endif
