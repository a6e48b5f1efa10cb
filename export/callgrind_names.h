/* callgrind_names.h - names of functions and files in Callgrind's format: "(number) name" the first time, then
 * "(number)". A function's number is its method index; threads, groups and truncated paths, which are no methods,
 * follow. */
#ifndef QP_EXPORT_CALLGRIND_NAMES_H
#define QP_EXPORT_CALLGRIND_NAMES_H

#include "export/export.h"

struct qp_callgrind_names {
    struct qp_export *export;
    bool *functions; /* by function number: the name was written */
    bool *files;     /* by file: the name was written; the last entry is for no file */
};

/* Return false if out of memory; must be closed in either case. */
bool qp_callgrind_names_open(struct qp_callgrind_names *names, struct qp_export *export);
void qp_callgrind_names_close(struct qp_callgrind_names *names);

uint32_t qp_callgrind_thread(const struct qp_callgrind_names *names, uint32_t thread);
uint32_t qp_callgrind_group(const struct qp_callgrind_names *names, uint32_t group);
uint32_t qp_callgrind_no_room(const struct qp_callgrind_names *names);

/* Return the first line of a function, 0 = unknown. */
uint64_t qp_callgrind_line(const struct qp_callgrind_names *names, uint32_t number);

/* Write a line with a function, or with its file; key includes the opening bracket, "fn=(". */
void qp_callgrind_put_function(struct qp_callgrind_names *names, const char *key, uint32_t number);
void qp_callgrind_put_file(struct qp_callgrind_names *names, const char *key, uint32_t number);

#endif
