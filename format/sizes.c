#include "format/sizes.h"

#include "format/words.h"

void qp_sizes_measure(struct qp_reader *reader, uint64_t sizes[QP_KINDS])
{
    for (unsigned kind = 0; kind < QP_KINDS; kind++) {
        struct qp_walk walk = {.kind = (enum qp_kind)kind};
        struct qp_records records;
        sizes[kind] = 0;
        if (!qp_words_kind(kind))
            continue;
        while (qp_reader_next(reader, &walk, &records))
            sizes[kind] += records.size + sizeof(struct qp_chunk);
    }
    for (uint32_t i = 1; i < reader->extent_count; i++)
        if ((reader->extents[i].kind == QP_KIND_TRACE || reader->extents[i].kind == QP_KIND_COUNTED) &&
            reader->extents[i].window == 0)
            sizes[reader->extents[i].kind] += QP_EXTENT_SIZE;
}
