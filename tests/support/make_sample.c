/* make_sample FILE: write the sample, for tests of whole commands. */
#include "tests/support/sample.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: make_sample FILE\n", stderr);
        return 2;
    }
    struct builder builder;
    sample_build(&builder);
    builder.reversed = 1;
    builder_write(&builder, argv[1]);
    builder_free(&builder);
    return 0;
}
