#include "core/log/result.h"

#include "base/atomic.h"
#include "core/store/process.h"

uint32_t qp_log_refused;

int qp_log_refusal(void)
{
    if (qp_load_acquire(&qp_process->recording[QP_VT]))
        return QP_LOG_BAD_REQUEST;
    qp_store_relaxed(&qp_log_refused, 1);
    return QP_LOG_NOT_RUNNING;
}
