/* make_sample FILE [STATE]: write the sample, for tests of whole commands. STATE is ended (default), recording,
 * saved or exited. */
#include "tests/support/sample.h"

#include <stdio.h>
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

int main(int argc, char **argv)
{
    struct builder builder;
    sample_build(&builder);
    builder.writer.reversed = 1;
    if (argc < 2 || argc > 3 || !set_state(builder_header(&builder), argc > 2 ? argv[2] : "ended")) {
        fputs("usage: make_sample FILE [ended|recording|saved|exited]\n", stderr);
        return 2;
    }
    builder_write(&builder, argv[1]);
    builder_free(&builder);
    return 0;
}
