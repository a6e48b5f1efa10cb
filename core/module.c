#include "core/module.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "core/definition.h"
#include "core/process.h"
#include "core/step.h"
#include "core/store.h"
#include "core/text.h"

#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct module {
    char *name;
    uint64_t start;
    uint64_t end;
    uint64_t bias;
    uint64_t tick;
    uint32_t build_id_size;
    unsigned char build_id[QP_BUILD_ID];
};

struct modules {
    struct module *list;
    size_t count;
    size_t room;
    unsigned long long loads; /* since the start of the process, as the loader counts */
    unsigned long long unloads;
};

static struct modules known;
static struct qp_arena records = {.kind = QP_KIND_MODULE};

static struct module *append(struct modules *modules)
{
    if (modules->count == modules->room) {
        struct module *grown = realloc(modules->list, (modules->room * 2 + 16) * sizeof *grown);
        if (grown == NULL)
            return NULL;
        modules->list = grown;
        modules->room = modules->room * 2 + 16;
    }
    struct module *module = &modules->list[modules->count];
    memset(module, 0, sizeof *module);
    return module;
}

/* ---- what is loaded: with the loader's lock ------------------------------------------------------------------ */

static void take_build_id(struct module *module, const unsigned char *notes, size_t size)
{
    while (size >= sizeof(ElfW(Nhdr))) {
        const ElfW(Nhdr) *note = (const void *)notes;
        size_t name = ((size_t)note->n_namesz + 3) & ~(size_t)3;
        size_t content = ((size_t)note->n_descsz + 3) & ~(size_t)3;
        const unsigned char *at = notes + sizeof *note;
        if (name > size - sizeof *note || content > size - sizeof *note - name)
            return;
        if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(at, "GNU", 4) == 0) {
            module->build_id_size = note->n_descsz < QP_BUILD_ID ? note->n_descsz : QP_BUILD_ID;
            memcpy(module->build_id, at + name, module->build_id_size);
            return;
        }
        notes += sizeof *note + name + content;
        size -= sizeof *note + name + content;
    }
}

static void take_segments(struct module *module, const struct dl_phdr_info *info)
{
    module->bias = info->dlpi_addr;
    module->start = UINT64_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && start < module->start)
            module->start = start;
        if (segment->p_type == PT_LOAD && start + segment->p_memsz > module->end)
            module->end = start + segment->p_memsz;
        if (segment->p_type == PT_NOTE && module->build_id_size == 0)
            take_build_id(module, (const void *)start, segment->p_memsz);
    }
}

static int take(struct dl_phdr_info *info, size_t size, void *data)
{
    struct modules *modules = data;
    (void)size;
    if (modules->count == 0) {
        if (info->dlpi_adds == modules->loads && info->dlpi_subs == modules->unloads)
            return 1;
        modules->loads = info->dlpi_adds;
        modules->unloads = info->dlpi_subs;
    }
    struct module *module = append(modules);
    if (module == NULL)
        return 1;
    take_segments(module, info);
    module->name = strdup(info->dlpi_name);
    if (module->name != NULL && module->start < module->end)
        modules->count++;
    else
        free(module->name);
    return 0;
}

/* ---- what is new -------------------------------------------------------------------------------------------- */

/* Whole paths, since the file is read elsewhere. The program has no name in the loader's list; the vdso is no file. */
static void complete_name(struct module *module)
{
    char path[PATH_MAX + 1] = "";
    if (module->name[0] == '\0') {
        ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
        path[length < 0 ? 0 : length] = '\0';
    } else if (strchr(module->name, '/') == NULL || realpath(module->name, path) == NULL) {
        return;
    }
    char *copy = strdup(path);
    if (copy == NULL)
        return;
    free(module->name);
    module->name = copy;
}

static int is_known(const struct module *module)
{
    for (size_t i = known.count; i-- > 0;) {
        const struct module *other = &known.list[i];
        if (other->start < module->end && module->start < other->end)
            return other->start == module->start && other->end == module->end && other->bias == module->bias &&
                   strcmp(other->name, module->name) == 0 && other->build_id_size == module->build_id_size &&
                   memcmp(other->build_id, module->build_id, module->build_id_size) == 0;
    }
    return 0;
}

static void write_module(const struct module *module)
{
    struct qp_module_record *record = qp_arena_take(&records, sizeof *record);
    if (record == NULL)
        return;
    record->name = qp_text_put(module->name);
    record->start = module->start;
    record->end = module->end;
    record->bias = module->bias;
    record->tick = module->tick;
    record->build_id_size = module->build_id_size;
    memcpy(record->build_id, module->build_id, module->build_id_size);
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over modules */
}

static void add(struct module *module)
{
    complete_name(module);
    struct module *added = is_known(module) ? NULL : append(&known);
    if (added == NULL) {
        free(module->name);
        return;
    }
    *added = *module;
    added->tick = qp_clock_read();
    known.count++;
    if (qp_process->located != 0)
        write_module(added);
}

/* The loader's list is copied first: a host that holds its lock may be waiting for ours. */
void qp_module_look(void)
{
    struct modules present = {.loads = qp_load_relaxed(&known.loads), .unloads = qp_load_relaxed(&known.unloads)};
    dl_iterate_phdr(take, &present);
    if (present.count == 0)
        return;
    uint32_t occupied = qp_definition_begin();
    for (size_t i = 0; i < present.count; i++)
        add(&present.list[i]);
    if (present.unloads != known.unloads)
        qp_step_forget();
    qp_store_relaxed(&known.loads, present.loads);
    qp_store_relaxed(&known.unloads, present.unloads);
    qp_definition_end(occupied);
    free(present.list);
}

void qp_module_write_all(void)
{
    records = (struct qp_arena){.kind = QP_KIND_MODULE};
    for (size_t i = 0; i < known.count; i++)
        write_module(&known.list[i]);
}
