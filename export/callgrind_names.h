/* callgrind_names.h - functions and files of Callgrind's format: "(number) name" the first time, "(number)" from the
 * second time on. A function is a method, by its index; functions that are no methods have the numbers behind them:
 * threads, groups, and paths that found no room. */
#ifndef QP_EXPORT_CALLGRIND_NAMES_H
#define QP_EXPORT_CALLGRIND_NAMES_H

#include "export/export.h"

struct qp_callgrind_names {
    struct qp_export *export;
    bool *functions; /* by number of a function: its name was written */
    bool *files;     /* by file, the last: no file */
};

/* Returns false without memory; it is to be closed in any case. */
bool qp_callgrind_names_open(struct qp_callgrind_names *names, struct qp_export *export);
void qp_callgrind_names_close(struct qp_callgrind_names *names);

uint32_t qp_callgrind_thread(const struct qp_callgrind_names *names, uint32_t thread);
uint32_t qp_callgrind_group(const struct qp_callgrind_names *names, uint32_t group);
uint32_t qp_callgrind_no_room(const struct qp_callgrind_names *names);

/* The line at which a function begins, 0 = not known. */
uint64_t qp_callgrind_line(const struct qp_callgrind_names *names, uint32_t number);

/* A function, and the file that it is in, as a line: key with its opening bracket, "fn=(". */
void qp_callgrind_put_function(struct qp_callgrind_names *names, const char *key, uint32_t number);
void qp_callgrind_put_file(struct qp_callgrind_names *names, const char *key, uint32_t number);

#endif
