#include "core/log/result.h"

#include "base/atomic.h"
#include "core/store/process.h"

int qp_log_refusal(void)
{
    return qp_load_acquire(&qp_process->recording[QP_VT]) ? QP_LOG_BAD_REQUEST : QP_LOG_NOT_RUNNING;
}
