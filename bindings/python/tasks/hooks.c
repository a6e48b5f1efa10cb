#include "bindings/python/tasks/hooks.h"

#include "bindings/python/tasks/asyncio.h"
#include "bindings/python/tasks/greenlet.h"
#include "bindings/python/tasks/trio.h"
#include "bindings/python/tasks/uvloop.h"

const struct qpy_hook qpy_task_hooks[] = {
    {"asyncio.base_events", "BaseEventLoop._call_soon", QPY_INTERNAL, qpy_asyncio_call_soon},
    {"asyncio.base_events", "BaseEventLoop.close", QPY_INTERNAL, qpy_asyncio_close},
    {"asyncio.base_events", "BaseEventLoop.call_soon", QPY_SCHEDULE, NULL},
    {"asyncio.base_events", "BaseEventLoop.call_soon_threadsafe", QPY_SCHEDULE, NULL},
    {"asyncio.tasks", "_set_task_name", QPY_INTERNAL, qpy_asyncio_set_name},
    {"asyncio.tasks", "__sleep0", QPY_TRAP, NULL},
    {"asyncio.events", "Handle.__init__", QPY_INTERNAL, qpy_asyncio_handle},
    {"asyncio.events", "Handle._run", QPY_CALLBACK, qpy_asyncio_runs},
    {"asyncio", NULL, QPY_INTERNAL, NULL},
    {"uvloop", "Loop", QPY_INTERNAL, qpy_uvloop_loaded},
    {"uvloop.loop.Loop", "run_forever", QPY_DISPATCH, NULL},
    {"uvloop.loop.Loop", "run_until_complete", QPY_DISPATCH, NULL},
    {"uvloop", NULL, QPY_INTERNAL, NULL},
    {"trio._core._run", "Runner.reschedule", QPY_SCHEDULE, qpy_trio_reschedule},
    {"trio._core._run", "Runner.task_exited", QPY_CALLBACK, NULL},
    {"trio._core._run", "unrolled_run", QPY_CALLBACK, NULL},
    {"trio._core._traps", NULL, QPY_TRAP, NULL},
    {"trio", NULL, QPY_INTERNAL, NULL},
    {"greenlet", "<module>", QPY_INTERNAL, qpy_greenlet_loaded},
    {NULL, NULL, QPY_INTERNAL, NULL},
};
