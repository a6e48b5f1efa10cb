#include "core/stacks/module.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/pieces.h"
#include "core/store/arena.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "core/store/string.h"
#include "core/event/definition.h"
#include "core/stacks/loader.h"
#include "core/stacks/step.h"

#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct module {
    const char *name;
    struct qp_module_record record; /* its name is 0, because the name's reference differs between data files */
};

static struct qp_pieces modules = {.size = sizeof(struct module), .each = 256};

static uint32_t known_count;

/* Numbers of loads and unloads since the start of the process, as counted by the loader. */
struct changes {
    unsigned long long loads;
    unsigned long long unloads;
};

static struct changes seen; /* counts at the last call of qp_module_look */

static struct module *module_at(uint32_t number)
{
    return qp_pieces_at(&modules, number);
}

/* ---- one module ---------------------------------------------------------------------------------------------- */

static void take_build_id(struct qp_module_record *module, const unsigned char *notes, size_t size)
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

static struct module describe(const struct dl_phdr_info *info)
{
    struct module module = {info->dlpi_name, {.bias = info->dlpi_addr, .start = UINT64_MAX}};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && start < module.record.start)
            module.record.start = start;
        if (segment->p_type == PT_LOAD && start + segment->p_memsz > module.record.end)
            module.record.end = start + segment->p_memsz;
        if (segment->p_type == PT_NOTE && module.record.build_id_size == 0)
            take_build_id(&module.record, (const void *)start, segment->p_memsz);
    }
    return module;
}

/* Return a permanent copy of the module's path, NULL if out of memory. A relative path is made absolute, since the
 * data file may be read in another directory. In the loader's list the program has an empty name, and the vdso has a
 * name without a directory. */
static const char *whole_name(const char *name)
{
    size_t room = PATH_MAX + strlen(name) + 2;
    char *path = qp_memory_map(room);
    if (!path)
        return NULL;
    if (name[0] == '\0') {
        ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
        path[length < 0 ? 0 : length] = '\0';
        if (length <= 0)
            snprintf(path, PATH_MAX, "%s", program_invocation_name);
    } else if (name[0] == '/' || !strchr(name, '/') || !getcwd(path, PATH_MAX)) {
        strcpy(path, name);
    } else {
        strcat(strcat(path, "/"), name);
    }
    char *kept = qp_memory_text(path);
    qp_memory_unmap(path, room);
    return kept;
}

/* Return true if both paths end in the same file name, or if `name` is empty. */
static bool ends_in(const char *path, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *last = strrchr(path, '/');
    return name[0] == '\0' || strcmp(last ? last + 1 : path, slash ? slash + 1 : name) == 0;
}

static bool is_known(const struct module *module)
{
    const struct qp_module_record *wanted = &module->record;
    for (uint32_t i = known_count; i-- > 0;) {
        const struct qp_module_record *other = &module_at(i)->record;
        if (other->start < wanted->end && wanted->start < other->end)
            return other->start == wanted->start && other->end == wanted->end && other->bias == wanted->bias &&
                   other->build_id_size == wanted->build_id_size &&
                   memcmp(other->build_id, wanted->build_id, wanted->build_id_size) == 0 &&
                   ends_in(module_at(i)->name, module->name);
    }
    return false;
}

static void write_module(const struct module *module)
{
    struct qp_module_record record = module->record;
    record.name = qp_string_put_text(module->name, strlen(module->name));
    if (record.name != 0)
        qp_arena_add(QP_KIND_MODULE, &record, sizeof record);
}

static void add(struct module *module)
{
    if (module->record.start >= module->record.end || is_known(module))
        return;
    struct module *place = qp_pieces_make(&modules, known_count);
    module->name = place ? whole_name(module->name) : NULL;
    if (!module->name)
        return;
    module->record.tick = qp_clock_read();
    *place = *module;
    known_count++;
    if (qp_process->located != 0)
        write_module(module);
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

/* Add a module if it is new, and set *data to the loader's counts. The loader calls this with its lock, which is always
 * taken before the cold lock. If nothing was loaded or unloaded since the last look, return 1, which ends the
 * iteration. */
static int look_at(struct dl_phdr_info *info, size_t size, void *data)
{
    struct changes *now = data;
    (void)size;
    if (info->dlpi_adds == qp_load_relaxed(&seen.loads) && info->dlpi_subs == qp_load_relaxed(&seen.unloads))
        return 1;
    struct module module = describe(info);
    qp_definition_begin();
    add(&module);
    qp_definition_end();
    *now = (struct changes){.loads = info->dlpi_adds, .unloads = info->dlpi_subs};
    return 0;
}

void qp_module_look(void)
{
    struct changes now = {0};
    if (!qp_loader_enter())
        return;
    dl_iterate_phdr(look_at, &now);
    qp_loader_leave();
    if (now.loads == 0)
        return;
    if (now.unloads != qp_load_relaxed(&seen.unloads))
        qp_step_forget();
    qp_store_relaxed(&seen.unloads, now.unloads);
    qp_store_relaxed(&seen.loads, now.loads);
}

void qp_module_write_all(void)
{
    for (uint32_t i = 0; i < known_count; i++)
        write_module(module_at(i));
}
