/* open_builder.h - a profile of a builder's content, opened through an unnamed file, and a query of it. */
#pragma once

#include "profile/load/profile.h"
#include "profile/query/query.h"
#include "tests/support/builder.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Write the content into an unnamed file. Return its descriptor, or -1. The caller closes the descriptor after the
 * profile. */
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

struct test_query {
    struct qp_profile profile;
    struct qp_query query;
    int fd;
};

static inline void test_open_query(struct test_query *it, struct builder *builder, const struct qp_selection *selection)
{
    struct qp_error error = {0};
    it->fd = test_open_builder(&it->profile, builder);
    assert_true(it->fd >= 0);
    assert_int_equal(qp_query_open(&it->query, &it->profile, selection, &error), 0);
}

/* Open a query of libqprof's data in a phase, or in all phases if `phase` is NULL. */
static inline void test_open_phase(struct test_query *it, struct builder *builder, const char *phase)
{
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.phase = phase;
    test_open_query(it, builder, &selection);
}

static inline void test_close_query(struct test_query *it)
{
    qp_query_close(&it->query);
    qp_profile_close(&it->profile);
    close(it->fd);
}
