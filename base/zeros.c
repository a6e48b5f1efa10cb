#include "base/zeros.h"

#include <string.h>

static size_t page_at(size_t at, size_t size)
{
    return size - at < QP_ZEROS_PAGE ? size - at : QP_ZEROS_PAGE;
}

static bool is_zero(const unsigned char *bytes, size_t size)
{
    return bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0;
}

size_t qp_zeros_run(const unsigned char *bytes, size_t size, bool *zero)
{
    size_t at = page_at(0, size);
    *zero = is_zero(bytes, at);
    while (at < size && is_zero(bytes + at, page_at(at, size)) == *zero)
        at += page_at(at, size);
    return at;
}
