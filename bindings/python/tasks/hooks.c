#include "bindings/python/tasks/hooks.h"

#include "bindings/python/tasks/asyncio.h"

const struct qpy_hook qpy_task_hooks[] = {
    {"asyncio.base_events", "BaseEventLoop._call_soon", qpy_asyncio_call_soon},
    {"asyncio.tasks", "_set_task_name", qpy_asyncio_set_name},
    {NULL, NULL, NULL},
};
