#include "format/version.h"

#include <string.h>

#define KINDS_OF_3       40u
#define FIRST_KINDS_OF_3 32u

/* The fields of version 3's header that follow `ranks`. */
struct tail_of_3 {
    struct qp_diagnostic first[QP_PRODUCTS][FIRST_KINDS_OF_3];
    uint32_t runs;
    uint32_t unused;
    struct qp_diagnostic later[QP_PRODUCTS][KINDS_OF_3 - FIRST_KINDS_OF_3];
};

_Static_assert(offsetof(struct qp_header, runs) + sizeof(struct tail_of_3) <= sizeof(struct qp_header),
               "it is read as a header of this version");

bool qp_version_is_read(uint32_t version)
{
    return version >= QP_VERSION_OLDEST && version <= QP_RECORD_VERSION;
}

uint32_t qp_version_header_size(uint32_t version)
{
    return version == 3 ? 16384 : QP_HEADER_SIZE;
}

void qp_version_convert_header(struct qp_header *header)
{
    const size_t common = offsetof(struct qp_header, runs);
    if (header->version != 3)
        return;
    struct tail_of_3 tail;
    memcpy(&tail, (const char *)header + common, sizeof tail);
    memset((char *)header + common, 0, sizeof *header - common);
    header->runs = tail.runs;
    for (int product = 0; product < QP_PRODUCTS; product++) {
        memcpy(header->diagnostics[product], tail.first[product], sizeof tail.first[product]);
        memcpy(header->diagnostics[product] + FIRST_KINDS_OF_3, tail.later[product], sizeof tail.later[product]);
    }
}

size_t qp_version_extra_size(uint32_t version)
{
    return version == 3 ? offsetof(struct qp_node_extra_record, switched) : sizeof(struct qp_node_extra_record);
}
