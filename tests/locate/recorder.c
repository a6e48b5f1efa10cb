#include "tests/locate/recorder.h"

#include "tests/support/builder.h"

#include <execinfo.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define STACKS    64
#define ADDRESSES 16
#define MODULES   64

struct module {
    char name[400];
    struct qp_module_record record;
};

static struct {
    uint64_t addresses[ADDRESSES];
    uint32_t count;
    uint32_t flags;
    uint64_t tick;
} stacks[STACKS];
static uint32_t stack_count;
static struct module modules[MODULES];
static uint32_t module_count;
static uint64_t ticks;

void locate_address(const void *address, int exact)
{
    if (stack_count == STACKS)
        return;
    stacks[stack_count].addresses[0] = (uint64_t)(uintptr_t)address;
    stacks[stack_count].count = 1;
    stacks[stack_count].tick = ++ticks;
    stacks[stack_count++].flags = exact ? QP_LOCATION_PC : 0;
}

/* ---- modules ----------------------------------------------------------------------------------------------- */

static void take_build_id(struct qp_module_record *record, const char *note, size_t size)
{
    while (size >= 12) {
        const uint32_t *words = (const void *)note;
        size_t name = (words[0] + 3) / 4 * 4, text = (words[1] + 3) / 4 * 4;
        if (words[2] == 3 && words[0] == 4 && memcmp(note + 12, "GNU", 4) == 0 && words[1] <= QP_BUILD_ID) {
            record->build_id_size = words[1];
            memcpy(record->build_id, note + 12 + name, words[1]);
            return;
        }
        if (size < 12 + name + text)
            return;
        note += 12 + name + text;
        size -= 12 + name + text;
    }
}

static void name_of(const struct dl_phdr_info *info, char *name, size_t size)
{
    char *full = realpath(info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe", NULL);
    snprintf(name, size, "%s", full ? full : info->dlpi_name);
    free(full);
}

static int is_known(const struct module *module)
{
    for (uint32_t i = 0; i < module_count; i++) {
        if (strcmp(modules[i].name, module->name) == 0 && modules[i].record.start == module->record.start &&
            memcmp(modules[i].record.build_id, module->record.build_id, QP_BUILD_ID) == 0)
            return 1;
    }
    return 0;
}

static int add_module(struct dl_phdr_info *info, size_t size, void *data)
{
    struct module module = {.record = {.published = 1, .bias = info->dlpi_addr}};
    (void)size;
    (void)data;
    name_of(info, module.name, sizeof module.name);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *it = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + it->p_vaddr;
        if (it->p_type == PT_NOTE)
            take_build_id(&module.record, (const char *)(uintptr_t)start, it->p_memsz);
        if (it->p_type != PT_LOAD || !(it->p_flags & PF_X))
            continue;
        module.record.start = start;
        module.record.end = start + it->p_memsz;
    }
    if (module.record.end == 0 || module_count == MODULES || is_known(&module))
        return 0;
    module.record.tick = ++ticks;
    modules[module_count++] = module;
    return 0;
}

static void take_modules(void)
{
    dl_iterate_phdr(add_module, NULL);
}

/* The first address from backtrace is in this function, the second one in its caller. */
void locate_here(void)
{
    void *addresses[ADDRESSES + 1];
    int count = backtrace(addresses, ADDRESSES + 1);
    if (stack_count == STACKS || count < 2)
        return;
    take_modules();
    stacks[stack_count].tick = ++ticks;
    for (int i = 1; i < count; i++)
        stacks[stack_count].addresses[i - 1] = (uint64_t)(uintptr_t)addresses[i];
    stacks[stack_count++].count = (uint32_t)count - 1;
}

/* ---- the file ----------------------------------------------------------------------------------------------- */

static void write_stacks(struct builder *builder)
{
    for (uint32_t i = 0; i < stack_count; i++) {
        uint32_t handle = i + 1;
        builder_stack(builder, handle, stacks[i].addresses, stacks[i].count, 0, stacks[i].flags);
    }
}

/* Write one event for each location, so that the log has the location's time. */
static void write_log(struct builder *builder)
{
    uint32_t thread = builder_thread(builder, 1, "main");
    struct qp_trace_block *block =
        builder_at(builder, builder_record(builder, QP_KIND_TRACE, QP_CHUNK_SMALL - sizeof(struct qp_chunk)));
    uint64_t *word = (uint64_t *)(block + 1), tick = 0;
    *block = (struct qp_trace_block){.published = 1, .thread = thread, .number = 1};
    for (uint32_t i = 0; i < stack_count; i++) {
        *word++ = QP_EVENT_ENTER_AT | 1 << QP_EVENT_KIND_BITS | (stacks[i].tick - tick) << QP_EVENT_TICK_SHIFT;
        *word++ = i + 1;
        tick = stacks[i].tick;
    }
}

static void write_modules(struct builder *builder)
{
    for (uint32_t i = 0; i < module_count; i++) {
        struct qp_module_record *record = builder_module(builder, modules[i].name);
        modules[i].record.name = record->name;
        *record = modules[i].record;
    }
}

__attribute__((destructor)) static void write_file(void)
{
    const char *path = getenv("LOCATED");
    struct builder builder;
    struct timespec now;
    if (!path)
        return;
    take_modules();
    builder_begin(&builder);
    clock_gettime(CLOCK_REALTIME, &now);
    builder_header(&builder)->start_realtime_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    write_stacks(&builder);
    write_modules(&builder);
    write_log(&builder);
    builder_write(&builder, path);
    builder_free(&builder);
}
