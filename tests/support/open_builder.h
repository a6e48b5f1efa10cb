/* open_builder.h - the profile of what a builder holds, through a file without a name. */
#ifndef TESTS_SUPPORT_OPEN_BUILDER_H
#define TESTS_SUPPORT_OPEN_BUILDER_H

#include "data/profile.h"
#include "tests/support/builder.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Returns the descriptor, to be closed after the profile, or -1. */
static inline int test_write_builder(struct builder *builder)
{
    struct qp_error error = {0};
    int fd = memfd_create("built", MFD_CLOEXEC);
    bool written = fd >= 0 && qp_writer_save_fd(&builder->writer, fd, &error) == 0;
    builder_free(builder);
    return written ? fd : -1;
}

static inline int test_open_builder(struct qp_profile *profile, struct builder *builder)
{
    struct qp_error error = {0};
    int fd = test_write_builder(builder);
    if (fd < 0 || qp_profile_open_fd(profile, fd, QP_ENDING_NORMAL, &error))
        return -1;
    return fd;
}

#endif
