#include "core/location.h"

#include "VT.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "base/map.h"
#include "core/definition.h"
#include "core/store.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

struct line {
    char *file;
    int line;
};

static struct line *lines;
static uint32_t count;
static uint32_t room;
static struct qp_map known; /* hash of file and line: handle */
static struct qp_arena records = {.kind = QP_KIND_LOCATION};

static void write_line(uint32_t handle)
{
    if (qp_store.header == NULL)
        return;
    struct qp_location_record *record = qp_arena_take(&records, sizeof *record);
    if (record == NULL)
        return;
    record->handle = handle;
    record->file = qp_text_put(lines[handle - 1].file);
    record->line = lines[handle - 1].line;
    qp_store_release(&record->published, 1);
}

void qp_location_write_all(void)
{
    records = (struct qp_arena){.kind = QP_KIND_LOCATION};
    for (uint32_t handle = 1; handle <= count; handle++)
        write_line(handle);
}

static uint32_t add(const char *file, int line, uint64_t hash)
{
    if (count == room) {
        struct line *grown = realloc(lines, (room * 2 + 64) * sizeof *lines);
        if (grown == NULL)
            return 0;
        lines = grown;
        room = room * 2 + 64;
    }
    lines[count] = (struct line){strdup(file), line};
    if (lines[count].file == NULL || qp_map_put(&known, hash, count + 1) != 0)
        return 0;
    qp_store_release(&count, count + 1);
    write_line(count);
    return count;
}

int qp_location_line(const char *file, int line, int *handle)
{
    uint64_t hash = qp_hash_bytes(file, strlen(file)) + qp_hash_key((uint64_t)line);
    uint32_t occupied = qp_definition_begin();
    uint32_t found = (uint32_t)qp_map_get(&known, hash);
    if (found == 0)
        found = add(file, line, hash);
    qp_definition_end(occupied);
    *handle = (int)found;
    return found == 0 ? VT_ERR_NOMEMORY : VT_OK;
}

uint32_t qp_location_here(const struct qp_location_stack *stack)
{
    (void)stack;
    return 0;
}

int qp_location_is_known(int handle)
{
    return handle > 0 && (uint32_t)handle <= qp_load_acquire(&count);
}
