#include "tests/support/library.h"
#include "tests/support/run.h"

#include <stdio.h>
#include <stdlib.h>

void library_load(void)
{
    const char *path = getenv("QII_TEST_LIBRARY");
    if (qii_load(&qii, path) == QII_LOADED)
        return;
    fprintf(stderr, "%s\n", qii.error);
    exit(99);
}
