#include "locate/image.h"

#include "locate/debug_file.h"
#include "locate/scopes.h"
#include "format/array.h"
#include "format/record.h"

#include <dwarf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the file -------------------------------------------------------------------------------------------------- */

static bool is_untouched_since(int fd, uint64_t ns)
{
    struct stat status;
    return fstat(fd, &status) == 0 &&
           (uint64_t)status.st_ctim.tv_sec * 1000000000 + (uint64_t)status.st_ctim.tv_nsec <= ns;
}

static bool is_same_build(const struct qp_image *image, bool untouched)
{
    const unsigned char *bits;
    GElf_Addr address;
    int size = dwfl_module_build_id(image->module, &bits, &address);
    if (image->id.size == 0)
        return size <= 0 && untouched;
    return (size < QP_BUILD_ID ? size : QP_BUILD_ID) == (int)image->id.size &&
           memcmp(bits, image->id.bytes, image->id.size) == 0;
}

/* Open a regular file, and refuse all others: the path comes from a data file of unknown origin, and may name a pipe
 * or a device. */
static int open_plain(const char *path, enum qp_located_gap *gap)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        *gap = errno == ENOENT || errno == ENOTDIR ? QP_LOCATED_MISSING : QP_LOCATED_UNREADABLE;
        return -1;
    }
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        return fd;
    *gap = QP_LOCATED_UNREADABLE;
    close(fd);
    return -1;
}

/* Report a file to libdwfl, which then owns the descriptor. The file is placed at address 0, so that libdwfl's
 * addresses equal those in the file. */
static enum qp_located_gap try_file(struct qp_image *image, const char *path)
{
    void **user_data;
    enum qp_located_gap gap = QP_LOCATED_UNREADABLE;
    GElf_Addr bias;
    int fd = open_plain(path, &gap);
    if (fd < 0)
        return gap;
    bool untouched = is_untouched_since(fd, image->id.seen_ns);
    dwfl_report_begin(image->dwfl);
    image->module = dwfl_report_elf(image->dwfl, path, path, fd, 0, true);
    if (!image->module)
        close(fd);
    dwfl_report_end(image->dwfl, NULL, NULL);
    if (image->module && dwfl_module_info(image->module, &user_data, NULL, NULL, NULL, NULL, NULL, NULL))
        *user_data = *image->callbacks.debuginfo_path;
    if (image->module && !dwfl_module_getelf(image->module, &bias))
        image->module = NULL;
    if (!image->module)
        return QP_LOCATED_UNREADABLE;
    if (is_same_build(image, untouched))
        return QP_LOCATED_NO_GAP;
    image->module = NULL;
    return QP_LOCATED_CHANGED;
}

/* If the file itself is gone, find another file with the same build ID. `debug_path` is a list of directories
 * separated by ':'. */
static bool try_build_id(struct qp_image *image, const char *debug_path)
{
    static const char *const suffixes[] = {".debug", ""};
    char id[2 * QP_BUILD_ID + 1] = "", path[4096];
    for (uint32_t i = 0; i < image->id.size && 2 * i + 2 < sizeof id; i++)
        sprintf(id + 2 * (size_t)i, "%02x", image->id.bytes[i]);
    while (id[0] && debug_path) {
        size_t length = strcspn(debug_path, ":");
        for (size_t i = 0; debug_path[0] == '/' && i < sizeof suffixes / sizeof *suffixes; i++) {
            int wanted = snprintf(path, sizeof path, "%.*s/.build-id/%.2s/%s%s", (int)length, debug_path, id, id + 2,
                                  suffixes[i]);
            if ((size_t)wanted < sizeof path && try_file(image, path) == QP_LOCATED_NO_GAP)
                return true;
        }
        debug_path = debug_path[length] ? debug_path + length + 1 : NULL;
    }
    return false;
}

void qp_image_open(struct qp_image *image, char *path, const struct qp_image_id *id, char **debug_path)
{
    *image = (struct qp_image){.path = path, .id = *id, .gap = QP_LOCATED_UNREADABLE};
    image->callbacks = (Dwfl_Callbacks){
        .find_debuginfo = qp_debug_file_find,
        .section_address = dwfl_offline_section_address,
        .debuginfo_path = debug_path,
    };
    image->dwfl = dwfl_begin(&image->callbacks);
    if (!image->dwfl)
        return;
    image->gap = try_file(image, path);
    if (image->gap && try_build_id(image, *debug_path))
        image->gap = QP_LOCATED_NO_GAP;
    if (!image->gap)
        return;
    dwfl_end(image->dwfl);
    image->dwfl = NULL;
}

void qp_image_close(struct qp_image *image)
{
    for (uint32_t i = 0; i < image->stack_count; i++)
        free(image->stacks[i].frames);
    free(image->stacks);
    qp_map_fini(&image->known);
    qp_texts_fini(&image->names);
    free(image->path);
    if (image->dwfl)
        dwfl_end(image->dwfl);
}

/* ---- an address -------------------------------------------------------------------------------------------------- */

Dwarf_Die *qp_image_unit(const struct qp_image *image, Dwarf_Addr address, Dwarf_Addr *bias)
{
    Dwarf_Die *unit = dwfl_module_addrdie(image->module, address, bias);
    if (unit)
        return unit;
    while ((unit = dwfl_module_nextcu(image->module, unit, bias)) && dwarf_haspc(unit, address - *bias) <= 0)
        continue;
    return unit;
}

/* Set the file and line of `frame` to the place where the inlined function is called. This is the location of the
 * frame that is added next. */
static void take_call_location(struct qp_located *frame, Dwarf_Die *inlined)
{
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0, line = 0;
    Dwarf_Die unit;
    Dwarf_Files *files;
    frame->file = (struct qp_text){NULL, 0};
    frame->line = 0;
    if (!dwarf_attr(inlined, DW_AT_call_file, &attribute) || dwarf_formudata(&attribute, &file) != 0 ||
        !dwarf_diecu(inlined, &unit, NULL, NULL) || dwarf_getsrcfiles(&unit, &files, NULL) != 0)
        return;
    const char *name = dwarf_filesrc(files, file, NULL, NULL);
    if (name)
        frame->file = qp_text_of(name);
    if (dwarf_attr(inlined, DW_AT_call_line, &attribute) && dwarf_formudata(&attribute, &line) == 0 &&
        line <= INT32_MAX)
        frame->line = (int32_t)line;
}

/* Add a frame for each inlined function, innermost first, and then for the function that has the code. */
static bool add_functions(struct qp_image *image, struct qp_located_stack *stack, struct qp_located *frame,
                          struct qp_scopes *scopes, uint64_t address)
{
    for (int i = scopes->count; i-- > 0;) {
        Dwarf_Die *scope = &scopes->items[i];
        int tag = dwarf_tag(scope);
        frame->inlined = tag == DW_TAG_inlined_subroutine;
        if (!qp_scopes_is_function(tag))
            continue;
        const char *symbol = frame->inlined ? NULL : dwfl_module_addrname(image->module, address);
        const char *name = qp_name_of_function(&image->names, scope, symbol);
        frame->function = name ? qp_text_of(name) : (struct qp_text){NULL, 0};
        if (!qp_located_add(stack, frame))
            return false;
        if (!frame->inlined)
            return true;
        take_call_location(frame, scope);
    }
    return true;
}

static void take_line(struct qp_located *frame, Dwarf_Die *unit, Dwarf_Addr address)
{
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);
    const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    int number = 0;
    if (!file)
        return;
    frame->file = qp_text_of(file);
    if (dwarf_lineno(line, &number) == 0 && number > 0)
        frame->line = number;
}

static void take_symbol(struct qp_image *image, struct qp_located *frame, uint64_t address)
{
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char *name = dwfl_module_addrinfo(image->module, address, &offset, &symbol, NULL, NULL, NULL);
    if (name && name[0]) {
        frame->function = qp_text_of(qp_name_of_symbol(&image->names, name));
        frame->into = offset;
    } else if (frame->file.length == 0) {
        frame->gap = QP_LOCATED_NAMELESS;
    }
}

static bool look_up(struct qp_image *image, struct qp_located_stack *stack, uint64_t address)
{
    struct qp_located frame = {0};
    Dwarf_Addr bias = 0;
    struct qp_scopes scopes;
    Dwarf_Die *unit = qp_image_unit(image, address, &bias);
    bool ok = true;
    if (unit) {
        take_line(&frame, unit, address - bias);
        qp_scopes_find(&scopes, unit, address - bias);
        ok = add_functions(image, stack, &frame, &scopes, address);
    }
    if (stack->count || !ok)
        return ok;
    take_symbol(image, &frame, address);
    return qp_located_add(stack, &frame);
}

const struct qp_located_stack *qp_image_frames(struct qp_image *image, uint64_t address)
{
    uint32_t index =
        QP_ARRAY_KEYED(&image->known, address, &image->stacks, &image->stack_count, (struct qp_located_stack){NULL, 0});
    struct qp_located_stack *stack = index == UINT32_MAX ? NULL : &image->stacks[index];
    /* The stack is empty if the address is new, or if memory ran out when it was looked up. */
    if (stack && stack->count == 0 && !look_up(image, stack, address)) {
        stack->count = 0;
        return NULL;
    }
    return stack;
}

/* ---- lines of a function ----------------------------------------------------------------------------------------- */

#define RANGES 16

struct ranges {
    Dwarf_Addr starts[RANGES], ends[RANGES];
    int count;
};

static void take_ranges(struct ranges *ranges, Dwarf_Die *function)
{
    Dwarf_Addr base;
    ptrdiff_t offset = 0;
    ranges->count = 0;
    while (ranges->count < RANGES && (offset = dwarf_ranges(function, offset, &base, &ranges->starts[ranges->count],
                                                            &ranges->ends[ranges->count])) > 0)
        ranges->count++;
}

static bool is_within(const struct ranges *ranges, Dwarf_Addr address)
{
    for (int i = 0; i < ranges->count; i++)
        if (address >= ranges->starts[i] && address < ranges->ends[i])
            return true;
    return false;
}

/* Number of lines after the last one of an inlined function, whose code elsewhere may have later lines. */
#define MORE_LINES 20

/* Return the last line of this file that has code in the function, at least `first`. */
static int last_line(Dwarf_Die *unit, Dwarf_Die *function, const char *file, int first)
{
    struct ranges ranges;
    Dwarf_Lines *lines;
    size_t count;
    int last = first, highest = first; /* highest line of the file in the whole unit */
    take_ranges(&ranges, function);
    if (dwarf_getsrclines(unit, &lines, &count) != 0)
        return first;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        Dwarf_Addr address = 0;
        bool ends = true;
        int number = 0;
        const char *source = dwarf_linesrc(line, NULL, NULL);
        if (dwarf_lineaddr(line, &address) != 0 || dwarf_lineendsequence(line, &ends) != 0 || ends ||
            dwarf_lineno(line, &number) != 0 || number <= last || !source || strcmp(source, file) != 0)
            continue;
        if (is_within(&ranges, address))
            last = number;
        if (number > highest)
            highest = number;
    }
    if (dwarf_tag(function) == DW_TAG_inlined_subroutine && last < highest)
        last = last + MORE_LINES < highest ? last + MORE_LINES : highest;
    return last;
}

bool qp_image_lines(struct qp_image *image, uint64_t address, int frame, int *first, int *last)
{
    Dwarf_Addr bias = 0;
    struct qp_scopes scopes;
    Dwarf_Die *unit = qp_image_unit(image, address, &bias);
    if (!unit)
        return false;
    qp_scopes_find(&scopes, unit, address - bias);
    for (int i = scopes.count; i-- > 0;) {
        Dwarf_Die *scope = &scopes.items[i];
        if (!qp_scopes_is_function(dwarf_tag(scope)) || frame-- > 0)
            continue;
        const char *file = qp_scopes_file(scope);
        if (!file || dwarf_decl_line(scope, first) != 0)
            return false;
        *last = last_line(unit, scope, file, *first);
        return true;
    }
    return false;
}
