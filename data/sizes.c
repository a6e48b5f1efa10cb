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
        [QP_KIND_EXTRA] = "nodes' side numbers",
        [QP_KIND_BLOCK] = "blocks",
        [QP_KIND_MARK] = "marks",
        [QP_KIND_TEXT] = "source texts",
        [QP_KIND_TRACE] = "event log",
        [QP_KIND_LOCATION] = "locations",
        [QP_KIND_ADDRESSES] = "locations' stacks",
        [QP_KIND_MODULE] = "modules",
        [QP_KIND_COUNTER] = "counters",
        [QP_KIND_SERIES] = "counters' sums",
        [QP_KIND_MEMBERS] = "counters' groups",
        [QP_KIND_SCOPE] = "scopes",
        [QP_KIND_CHANNEL] = "message channels",
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
    for (uint32_t i = 1; i < reader->extent_count; i++)
        if (reader->extents[i].kind == QP_KIND_TRACE && reader->extents[i].window == 0)
            sizes[QP_KIND_TRACE] += QP_EXTENT_SIZE;
}
