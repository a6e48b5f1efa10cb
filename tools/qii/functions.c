#include "tools/qii/functions.h"

#include "data/target.h"

#include <stdlib.h>

static void tell_nearest(const struct qp_query *query, const char *wanted)
{
    uint32_t nearest[QP_TARGET_NEAREST];
    uint32_t count = qp_target_nearest(query, wanted, nearest);
    char name[400];
    fprintf(stderr, "qii: no function '%s' was called", wanted);
    for (uint32_t i = 0; i < count; i++) {
        qp_profile_method_name(query->profile, nearest[i], name, sizeof name);
        fprintf(stderr, "%s'%s'", i ? ", " : "; nearest: ", name);
    }
    fputc('\n', stderr);
}

int qii_functions_open(struct qii_functions *functions, const struct qp_query *query, const char *wanted)
{
    *functions = (struct qii_functions){0};
    if (!wanted)
        return QII_OK;
    functions->methods = qp_target_functions(query, wanted, &functions->count);
    if (!functions->methods)
        return qii_no_memory();
    if (functions->count)
        return QII_OK;
    tell_nearest(query, wanted);
    qii_functions_close(functions);
    return QII_NO;
}

void qii_functions_close(struct qii_functions *functions)
{
    free(functions->methods);
    *functions = (struct qii_functions){0};
}
