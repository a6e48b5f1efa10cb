/* Lines that tests/locate/whole expects by number. */
#include "tests/locate/recorder.h"

static inline __attribute__((always_inline)) int innermost(int x)
{
    locate_here();
    return x + 1;
}

static inline __attribute__((always_inline)) int middle(int x)
{
    return innermost(x) * 2;
}

APART int outer(int x)
{
    return middle(x) + 3;
}

int main(int argc, char **argv)
{
    (void)argv;
    locate_address((const void *)outer, 1);
    return outer(argc) == 0;
}
