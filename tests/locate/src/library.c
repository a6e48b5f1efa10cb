#include "tests/locate/apart.h" /* tests expect these lines by number; with TWICE, the calls have other addresses */
static inline __attribute__((always_inline)) void call(void (*here)(void))
{
#ifdef TWICE
    static volatile int count;
    count += 1;
    here();
#endif
    here();
}

static APART int hidden(void (*here)(void))
{
    call(here);
    return 1;
}

__attribute__((visibility("default"))) int shown(void (*here)(void))
{
    return hidden(here) + 1;
}
