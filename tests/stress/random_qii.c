#include "tests/stress/random_qii.h"

#include "tests/stress/random_turns.h"

#include <limits.h>

enum { QPROF, CPROF, LOADED };

static struct qii products[LOADED];
static unsigned shares[LOADED];

const struct qii *product(struct draw *draw)
{
    unsigned both = shares[QPROF] + shares[CPROF];
    return &products[both != 0 && draw_below(draw, both) >= shares[QPROF] ? CPROF : QPROF];
}

const struct qii *product_by(unsigned long number)
{
    return &products[number % 2 == 0 ? QPROF : CPROF];
}

/* If threads share virtual threads in turns, resume a virtual thread that now belongs to the calling thread. The
 * drawn call names no virtual thread, so it acts on the one that is mounted. */
const struct qii *product_here(struct draw *draw)
{
    const struct qii *qii = product(draw);
    if (turns_need_current())
        qii->vthread_resume(vthread(draw));
    return qii;
}

/* ---- arguments ------------------------------------------------------------------------------------------- */

/* Draw a method id. Most ids are drawn from a few, so that call paths recur. Some are drawn from many, so that nodes
 * get many callees and the file grows. */
qprof_MethodID method(struct draw *draw)
{
    static const qprof_MethodID odd[] = {
        0,         qprof_Start,   qprof_ClassLoader, qprof_GarbageCollector, qprof_JITCompiler,
        ULONG_MAX, ULONG_MAX - 1, 0x7fff00001234};
    switch (draw_below(draw, 16)) {
    case 0:
        return SOME(odd, draw);
    case 1:
    case 2:
        return 1 + draw_below(draw, 5000);
    default:
        return 1 + draw_below(draw, 20);
    }
}

unsigned long stack(struct draw *draw)
{
    return draw_below(draw, 32) == 0 ? draw_word(draw) : draw_below(draw, 60);
}

static VthreadID any_vthread(struct draw *draw)
{
    static const VthreadID odd[] = {0, UINTPTR_MAX, 0x7fff00005678};
    switch (draw_below(draw, 16)) {
    case 0:
        return SOME(odd, draw);
    case 1:
        return 1 + draw_below(draw, 3000);
    default:
        return 1 + draw_below(draw, 6);
    }
}

VthreadID vthread(struct draw *draw)
{
    return turns_take(any_vthread(draw));
}

/* ---- both libraries -------------------------------------------------------------------------------------- */

bool qii_calls_load(const char *qprof, const char *cprof)
{
    if (qii_load(&products[QPROF], qprof) == QII_LOADED && qii_load(&products[CPROF], cprof) == QII_LOADED)
        return true;
    fprintf(stderr, "%s%s\n", products[QPROF].error, products[CPROF].error);
    return false;
}

void qii_calls_share(unsigned qprof, unsigned cprof)
{
    shares[QPROF] = qprof;
    shares[CPROF] = cprof;
}

void qii_calls_begin(struct draw *draw)
{
    run_initialize(draw);
}

void qii_calls_end(void)
{
    products[QPROF].shutdown();
    products[CPROF].shutdown();
}
