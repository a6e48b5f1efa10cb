#include "core/diagnose.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/process.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct qp_diagnostic in_memory[QP_PRODUCTS][QP_DIAGNOSTICS];

static void count(enum qp_product product, enum qp_diagnostic_kind kind, uint64_t more, const char *format,
                  va_list arguments)
{
    struct qp_diagnostic(*table)[QP_DIAGNOSTICS] = qp_load_acquire(&qp_process->diagnostics);
    struct qp_diagnostic *diagnostic = &(table != NULL ? table : in_memory)[product][kind];
    if (qp_add_relaxed(&diagnostic->count, more) > 0)
        return;
    int kept = errno;
    vsnprintf(diagnostic->first, sizeof diagnostic->first, format, arguments);
    diagnostic->tick = qp_clock_read();
    errno = kept;
}

void qp_diagnose(enum qp_product product, enum qp_diagnostic_kind kind, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    count(product, kind, 1, format, arguments);
    va_end(arguments);
}

void qp_diagnose_many(enum qp_product product, enum qp_diagnostic_kind kind, uint64_t more, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    count(product, kind, more, format, arguments);
    va_end(arguments);
}

void qp_diagnose_into(struct qp_diagnostic (*table)[QP_DIAGNOSTICS])
{
    if (table != NULL) {
        memcpy(table, in_memory, sizeof in_memory);
        memset(in_memory, 0, sizeof in_memory);
    }
    qp_store_release(&qp_process->diagnostics, table);
}
