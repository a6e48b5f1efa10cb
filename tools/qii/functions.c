#include "tools/qii/functions.h"

#include "profile/coverage/target.h"

#include <stdlib.h>
#include <string.h>

/* The names "(pinned)", "(monitor)" and "(lock)" stand for kinds of waits. Return the message for a run without such
 * waits; NULL for other names. */
static const char *absence(const char *wanted)
{
    static const char *const rows[][2] = {{"(pinned)", "no virtual thread was pinned"},
                                          {"(monitor)", "no thread waited for a monitor"},
                                          {"(lock)", "no thread waited for a lock"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(wanted, rows[i][0]) == 0)
            return rows[i][1];
    return NULL;
}

static void print_nearest(const struct qp_query *query, const char *wanted)
{
    uint32_t nearest[QP_TARGET_NEAREST];
    uint32_t count = qp_target_nearest(query, wanted, nearest);
    char name[400];
    if (absence(wanted)) {
        fprintf(stderr, "qii: %s\n", absence(wanted));
        return;
    }
    fprintf(stderr, "qii: no function '%s' was called", wanted);
    for (uint32_t i = 0; i < count; i++) {
        qp_profile_method_name(query->profile, nearest[i], name, sizeof name);
        fprintf(stderr, "%s'%s'", i ? ", " : "; did you mean ", name);
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
    print_nearest(query, wanted);
    qii_functions_close(functions);
    return QII_NO;
}

#define NAMED 5 /* maximum number of functions listed */

void qii_functions_print(const struct qii_functions *functions, const struct qp_query *query, const char *wanted,
                         const char *rest, FILE *out)
{
    char name[400], place[600];
    fprintf(out, "%u functions match '%s': ", functions->count, wanted);
    for (uint32_t i = 0; i < functions->count && i < NAMED; i++) {
        qp_profile_method_name(query->profile, functions->methods[i], name, sizeof name);
        qp_profile_method_location(query->profile, functions->methods[i], place, sizeof place);
        fprintf(out, "%s%s%s%s%s", i ? ", " : "", name, *place ? " (" : "", place, *place ? ")" : "");
    }
    fprintf(out, "%s%s\n", functions->count > NAMED ? ", …" : "", rest);
}

void qii_functions_close(struct qii_functions *functions)
{
    free(functions->methods);
    *functions = (struct qii_functions){0};
}
