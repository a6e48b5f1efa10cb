/* functions.h - the functions that a user names. */
#ifndef QII_FUNCTIONS_H
#define QII_FUNCTIONS_H

#include "tools/qii/input.h"

struct qii_functions {
    uint32_t *methods;
    uint32_t count;
};

/* Those that a name means (profile/coverage/target.h), one or more; none for NULL. Returns QII_OK or an exit code,
 * after a line on standard error, where no function has the name with those that are nearest; nothing is to be closed
 * then. */
int qii_functions_open(struct qii_functions *functions, const struct qp_query *query, const char *wanted);

/* A line: how many there are, the first of them, and rest. */
void qii_functions_tell(const struct qii_functions *functions, const struct qp_query *query, const char *wanted,
                        const char *rest, FILE *out);
void qii_functions_close(struct qii_functions *functions);

#endif
