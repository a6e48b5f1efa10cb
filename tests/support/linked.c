#include "tests/support/library.h"
#include "tests/support/run.h"

void library_load(void)
{
#define TAKE(name) qii.name = qprof_##name;
    QII_FUNCTIONS(TAKE, TAKE)
}
