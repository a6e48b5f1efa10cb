/* make_sample FILE [STATE [PID]]: write a sample data file, for tests of whole commands. PID is the recorded process
 * id. With the STATE ended (default), recording, saved, exited or estimated, the file is that of sample.h. With
 * timeline, the file is a run with a log of libqprof; with cleared, it is the same run with a clear in the middle. With
 * counted, it is that of sample_counted.h; with allocated or allocated-sampled, that of sample_allocated.h. With
 * balanced, it is the run of balanced.h. With the name of a mistake of balanced.h, it is that run with the mistake. */
#include "tests/support/balanced.h"
#include "tests/support/sample.h"
#include "tests/support/sample_allocated.h"
#include "tests/support/sample_counted.h"
#include "tests/support/timeline_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int set_state(struct qp_header *header, const char *state)
{
    if (strcmp(state, "recording") == 0)
        header->state = QP_RUN_RECORDING;
    else if (strcmp(state, "saved") == 0)
        header->state = QP_RUN_SAVED;
    else if (strcmp(state, "exited") == 0)
        header->ended_by = 1;
    else
        return strcmp(state, "ended") == 0;
    return 1;
}

/* If `state` is "balanced" or names a mistake of balanced.h, build that run and return 1. Otherwise return 0. */
static int make_balanced(struct builder *builder, const char *state)
{
    struct balanced balanced;
    const struct balanced_wrong *wrong = balanced_wrongs;
    while (wrong->name && strcmp(wrong->name, state) != 0)
        wrong++;
    if (!wrong->name && strcmp(state, "balanced") != 0)
        return 0;
    balanced_build(&balanced);
    if (wrong->name)
        wrong->plant(&balanced);
    *builder = balanced.builder;
    return 1;
}

static int make_timeline(struct builder *builder, const char *state)
{
    struct timeline_log log;
    bool cleared = strcmp(state, "cleared") == 0;
    if (!cleared && strcmp(state, "timeline") != 0)
        return 0;
    sample_timeline(&log, cleared);
    *builder = log.builder;
    return 1;
}

static int make_sample(struct builder *builder, const char *state)
{
    if (strcmp(state, "counted") == 0) {
        sample_counted(builder);
        return 1;
    }
    if (strncmp(state, "allocated", 9) == 0) {
        sample_allocated(builder, strcmp(state, "allocated-sampled") == 0);
        return 1;
    }
    sample_build(builder);
    builder->writer.reversed = 1;
    if (strcmp(state, "estimated") == 0) {
        builder_estimate(builder);
        return 1;
    }
    return set_state(builder_header(builder), state);
}

int main(int argc, char **argv)
{
    struct builder builder;
    const char *state = argc > 2 ? argv[2] : "ended";
    if (argc < 2 || argc > 4 ||
        !(make_balanced(&builder, state) || make_timeline(&builder, state) || make_sample(&builder, state))) {
        fputs("usage: make_sample FILE "
              "[ended|recording|saved|exited|estimated|timeline|cleared|counted|allocated|allocated-sampled|balanced|"
              "WRONG [PID]]\n",
              stderr);
        return 2;
    }
    if (argc > 3)
        builder_header(&builder)->pid = (uint32_t)strtoul(argv[3], NULL, 10);
    builder_write(&builder, argv[1]);
    builder_free(&builder);
    return 0;
}
