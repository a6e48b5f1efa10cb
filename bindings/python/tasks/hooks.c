#include "bindings/python/tasks/hooks.h"

#include "bindings/python/tasks/asyncio.h"

const struct qpy_hook qpy_task_hooks[] = {
    {"asyncio.runners", "run", qpy_asyncio_create},
    {"asyncio.runners", "Runner.run", qpy_asyncio_create},
    {"asyncio.tasks", "create_task", qpy_asyncio_create},
    {"asyncio.tasks", "gather", qpy_asyncio_create},
    {"asyncio.tasks", "ensure_future", qpy_asyncio_create},
    {"asyncio.tasks", "wait_for", qpy_asyncio_create},
    {"asyncio.tasks", "shield", qpy_asyncio_create},
    {"asyncio.taskgroups", "TaskGroup.create_task", qpy_asyncio_create},
    {"asyncio.base_events", "BaseEventLoop.create_task", qpy_asyncio_create},
    {"asyncio.base_events", "BaseEventLoop._call_soon", qpy_asyncio_call_soon},
    {"asyncio.tasks", "_set_task_name", qpy_asyncio_set_name},
    {NULL, NULL, NULL},
};
