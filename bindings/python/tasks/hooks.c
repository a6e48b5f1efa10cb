#include "bindings/python/tasks/hooks.h"

#include "bindings/python/tasks/asyncio.h"
#include "bindings/python/tasks/greenlet.h"

const struct qpy_hook qpy_task_hooks[] = {
    {"asyncio.base_events", "BaseEventLoop._call_soon", QPY_INTERNAL, qpy_asyncio_call_soon},
    {"asyncio.base_events", "BaseEventLoop.call_soon", QPY_SCHEDULE, NULL},
    {"asyncio.base_events", "BaseEventLoop.call_soon_threadsafe", QPY_SCHEDULE, NULL},
    {"asyncio.tasks", "_set_task_name", QPY_INTERNAL, qpy_asyncio_set_name},
    {"asyncio.events", "Handle._run", QPY_DISPATCH, NULL},
    {"asyncio", NULL, QPY_INTERNAL, NULL},
    {"greenlet", "<module>", QPY_INTERNAL, qpy_greenlet_loaded},
    {NULL, NULL, QPY_INTERNAL, NULL},
};
