#include "tools/qii/command.h"

static void print_patterns(const char *option, const struct qp_patterns *patterns)
{
    for (uint32_t i = 0; i < patterns->count; i++)
        fprintf(stderr, " --%s='%s'", option, patterns->items[i]);
}

static bool are_same(const struct qp_patterns *a, const struct qp_patterns *b)
{
    return a->count && b->count && a->items[0] == b->items[0];
}

int qii_input_matches(const struct qii_input *input, const struct qp_filter *filter, bool any)
{
    const struct qp_filter *own = &input->project.files;
    if (any || (!are_same(&filter->only, &own->only) && !are_same(&filter->except, &own->except)))
        return qii_matches(filter, any);
    fputs("qii: no file passes the patterns of ", stderr);
    qp_text_print(stderr, qp_text_of(input->project.file));
    fputc('\n', stderr);
    return QII_NO;
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
