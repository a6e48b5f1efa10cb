#include "core/store/diagnose.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/store/process.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Value of a diagnostic's `tick` while a thread writes its text. */
#define BEING_WRITTEN 1u

static struct qp_diagnostic in_memory[QP_PRODUCTS][QP_DIAGNOSTICS];

static struct qp_diagnostic *diagnostic_of(enum qp_product product, enum qp_diagnostic_kind kind)
{
    struct qp_header *header = qp_load_acquire(&qp_process->diagnosed);
    return header ? &header->diagnostics[product][kind] : &in_memory[product][kind];
}

void qp_diagnose_many(enum qp_product product, enum qp_diagnostic_kind kind, uint64_t more, const char *format, ...)
{
    struct qp_diagnostic *diagnostic = diagnostic_of(product, kind);
    uint64_t unset = 0;
    qp_add_relaxed(&diagnostic->count, more);
    if (qp_load_relaxed(&diagnostic->tick) != 0 ||
        !__atomic_compare_exchange_n(&diagnostic->tick, &unset, BEING_WRITTEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return;
    int kept = errno;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(diagnostic->first, sizeof diagnostic->first, format, arguments);
    va_end(arguments);
    uint64_t now = qp_clock_read();
    qp_store_release(&diagnostic->tick, now > BEING_WRITTEN ? now : BEING_WRITTEN + 1); /* pairs with move */
    errno = kept;
}

uint64_t qp_diagnose_count(enum qp_product product, enum qp_diagnostic_kind kind)
{
    return qp_load_relaxed(&diagnostic_of(product, kind)->count);
}

void qp_diagnose_not(enum qp_product product, enum qp_diagnostic_kind kind)
{
    qp_store_relaxed(&diagnostic_of(product, kind)->count, 0);
}

/* Move a diagnostic's count and text while other threads continue to count. A text that a thread is writing at this
 * moment is not moved. */
static void move(struct qp_diagnostic *to, struct qp_diagnostic *from)
{
    uint64_t tick = qp_load_acquire(&from->tick);
    if (tick > BEING_WRITTEN) {
        memcpy(to->first, from->first, sizeof to->first);
        to->tick = tick;
        qp_store_release(&from->tick, 0);
    }
    to->count = qp_exchange(&from->count, 0);
}

void qp_diagnose_into(struct qp_header *header)
{
    for (int product = 0; header && product < QP_PRODUCTS; product++)
        for (int kind = 0; kind < QP_DIAGNOSTICS; kind++)
            move(&header->diagnostics[product][kind], &in_memory[product][kind]);
    qp_store_release(&qp_process->diagnosed, header);
}
