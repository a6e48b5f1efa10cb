/* zeros.h - pages of zeros in the content of a file, which need no blocks on disk. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Size of the pages that are looked at. If a file system has larger blocks, it keeps those that are zeros only in
 * part. */
#define QP_ZEROS_PAGE 4096

/* Return the length of the longest run of pages at the start of `bytes` that are all zeros, or that are all not, and
 * set *zero. The last page may be shorter. `size` is not 0. */
size_t qp_zeros_run(const unsigned char *bytes, size_t size, bool *zero);
