/* functions.h - look up the functions that a user names. */
#pragma once

#include "tools/qii/input.h"

struct qii_functions {
    uint32_t *methods;
    uint32_t count;
};

/* Find all functions that match a name (profile/coverage/target.h). NULL matches none. If no function matches a
 * name, print the closest names on stderr. Return QII_OK or an exit code; on error there is nothing to close. */
int qii_functions_open(struct qii_functions *functions, const struct qp_query *query, const char *wanted);

/* Print a line: the number of functions, the first of them, and rest. */
void qii_functions_print(const struct qii_functions *functions, const struct qp_query *query, const char *wanted,
                         const char *rest, FILE *out);
void qii_functions_close(struct qii_functions *functions);
