#include "data/sizes.h"

const char *qp_sizes_kind_name(enum qp_kind kind)
{
    static const char *const names[QP_KINDS] = {
        [QP_KIND_STRING] = "strings",
        [QP_KIND_METHOD] = "methods",
        [QP_KIND_LINES] = "line tables",
        [QP_KIND_SOURCE] = "sources",
        [QP_KIND_EXCLUSION] = "exclusions",
        [QP_KIND_THREAD] = "threads",
        [QP_KIND_GROUP] = "groups",
        [QP_KIND_CONTEXT] = "virtual threads",
        [QP_KIND_RETIRED] = "ended virtual threads",
        [QP_KIND_ROOT] = "roots",
        [QP_KIND_NODE] = "nodes",
        [QP_KIND_SIDE] = "nodes' side numbers",
        [QP_KIND_BLOCK] = "blocks",
        [QP_KIND_MARK] = "marks",
        [QP_KIND_TEXT] = "source texts",
    };
    return kind < QP_KINDS ? names[kind] : NULL;
}

void qp_sizes_measure(struct qp_reader *reader, uint64_t sizes[QP_KINDS])
{
    for (unsigned kind = 0; kind < QP_KINDS; kind++) {
        struct qp_walk walk = {.kind = (enum qp_kind)kind};
        struct qp_records records;
        sizes[kind] = 0;
        if (!qp_sizes_kind_name((enum qp_kind)kind))
            continue;
        while (qp_reader_next(reader, &walk, &records))
            sizes[kind] += records.size + sizeof(struct qp_chunk);
    }
}
