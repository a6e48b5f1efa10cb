#include "tools/qii/command.h"

static void print_patterns(const char *option, const struct qp_patterns *patterns)
{
    for (uint32_t i = 0; i < patterns->count; i++)
        fprintf(stderr, " --%s='%s'", option, patterns->items[i]);
}

int qii_matches(const struct qp_filter *filter, bool any)
{
    if (any || qp_filter_is_empty(filter))
        return QII_OK;
    fputs("qii: nothing matches", stderr);
    print_patterns("filter", &filter->only);
    print_patterns("exclude", &filter->except);
    fputc('\n', stderr);
    return QII_NO;
}
