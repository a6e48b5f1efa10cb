/* enterstate.h - VT_enterstate for callers that stand between the program and it (call_site.h). */
#ifndef QP_VT_ENTERSTATE_H
#define QP_VT_ENTERSTATE_H

/* function is its name in diagnostics, call_site the address that the program called it from. Returns what
 * VT_enterstate returns. */
int vt_enterstate_open(const char *function, const char *name, int *handle, int *truncated, const void *call_site);

#endif
