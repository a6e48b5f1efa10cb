/* functions.h - look up the functions that a user names. */
#pragma once

#include "tools/qii/input.h"

struct qii_functions {
    uint32_t *methods;
    uint32_t count;
};

/* Find the functions that match a name by the rules of profile/coverage/target.h. If the name is NULL, find none. If no
 * function matches, print the most similar names on stderr and return QII_NO. Return QII_OK or another exit code; on
 * error there is nothing to close. */
int qii_functions_open(struct qii_functions *functions, const struct qp_query *query, const char *wanted);

/* Print a line with the number of functions, the first of them, and the text `rest`. */
void qii_functions_print(const struct qii_functions *functions, const struct qp_query *query, const char *wanted,
                         const char *rest, FILE *out);
void qii_functions_close(struct qii_functions *functions);
