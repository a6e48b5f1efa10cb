#include "messages/call_sites.h"

#include "format/array.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 1000

/* ---- all files -------------------------------------------------------------------------------------------------- */

bool qp_call_sites_open(struct qp_call_sites *sites)
{
    *sites = (struct qp_call_sites){0};
    bool ok = QP_ARRAY_APPEND(&sites->sites, &sites->site_count, (struct qp_call_site){.line = 0}) &&
              QP_ARRAY_APPEND(&sites->paths, &sites->path_count, (struct qp_job_path){.parent = QP_CALL_PATH_NONE}) &&
              QP_ARRAY_APPEND(&sites->paths, &sites->path_count,
                              (struct qp_job_path){QP_CALL_PATH_NONE, qp_text_of("(unknown)")});
    if (!ok)
        qp_call_sites_close(sites);
    return ok;
}

void qp_call_sites_close(struct qp_call_sites *sites)
{
    free(sites->sites);
    free(sites->paths);
    qp_texts_fini(&sites->texts);
    qp_map_fini(&sites->site_map);
    qp_map_fini(&sites->path_map);
    qp_map_fini(&sites->address_map);
    *sites = (struct qp_call_sites){0};
}

static uint32_t find_path(struct qp_call_sites *sites, uint32_t parent, struct qp_text name)
{
    struct qp_text kept = qp_texts_keep(&sites->texts, name);
    const uint64_t parts[] = {parent, qp_texts_key(kept)};
    uint64_t key = qp_texts_identity(&sites->texts, parts, sizeof parts);
    if (sites->texts.failed)
        return UINT32_MAX;
    return QP_ARRAY_KEYED(&sites->path_map, key, &sites->paths, &sites->path_count, (struct qp_job_path){parent, kept});
}

static uint32_t find_site(struct qp_call_sites *sites, const char *shown, const struct qp_located *frame)
{
    struct qp_text kept = qp_texts_keep(&sites->texts, qp_text_of(shown));
    if (sites->texts.failed)
        return UINT32_MAX;
    return QP_ARRAY_KEYED(&sites->site_map, qp_texts_key(kept), &sites->sites, &sites->site_count,
                          (struct qp_call_site){
                              .shown = kept,
                              .function = qp_texts_keep(&sites->texts, frame->function),
                              .file = qp_texts_keep(&sites->texts, frame->file),
                              .line = frame->line,
                          });
}

void qp_call_sites_show_path(const struct qp_call_sites *sites, uint32_t path, char *shown, size_t size)
{
    char name[SHOWN];
    size_t begin = size - 1;
    shown[begin] = '\0';
    for (; path != QP_CALL_PATH_NONE; path = sites->paths[path].parent) {
        size_t length = qp_text_show(sites->paths[path].name, name, sizeof name);
        bool last = begin == size - 1;
        if (length + 3 + 6 > begin) {
            if (begin >= 6)
                memcpy(shown + (begin -= 6), "... > ", 6);
            break;
        }
        if (!last)
            memcpy(shown + (begin -= 3), " > ", 3);
        memcpy(shown + (begin -= length), name, length);
    }
    memmove(shown, shown + begin, size - begin);
}

/* ---- one file --------------------------------------------------------------------------------------------------- */

static struct qp_text name_of(const struct qp_profile *profile, uint32_t method, bool fold, char shown[SHOWN])
{
    if (method == QP_NONE)
        return qp_text_of(fold ? "(truncated paths)" : "(unknown)");
    qp_profile_method_name(profile, method, shown, SHOWN);
    return qp_text_of(shown);
}

static bool set_node(struct qp_file_sites *file, uint32_t index)
{
    const struct qp_profile *profile = file->profile;
    const struct qp_profile_node *node = &profile->nodes[index];
    char shown[SHOWN];
    if (node->root == QP_NONE || profile->roots[node->root].product != QP_VT)
        file->nodes[index] = QP_CALL_PATH_UNKNOWN;
    else if (node->parent == QP_NONE)
        file->nodes[index] = QP_CALL_PATH_NONE;
    else
        file->nodes[index] =
            find_path(file->all, file->nodes[node->parent], name_of(profile, node->method, node->fold, shown));
    return file->nodes[index] != UINT32_MAX;
}

int qp_file_sites_open(struct qp_file_sites *file, struct qp_call_sites *all, struct qp_profile *profile,
                       struct qp_error *error)
{
    *file = (struct qp_file_sites){.all = all, .profile = profile};
    file->nodes = malloc(((size_t)profile->node_count + 1) * sizeof *file->nodes);
    bool ok = file->nodes && qp_locations_open(&file->locations, &profile->reader);
    if (ok && !qp_locate_open(&file->locate, profile, &file->locations)) {
        qp_locations_close(&file->locations);
        ok = false;
    }
    if (!ok) {
        free(file->nodes);
        *file = (struct qp_file_sites){0};
        return qp_error_memory(error);
    }
    for (uint32_t i = 0; ok && i < profile->node_count; i++) /* parents come before their children */
        ok = set_node(file, i);
    if (ok)
        return 0;
    qp_file_sites_close(file);
    return qp_error_memory(error);
}

void qp_file_sites_close(struct qp_file_sites *file)
{
    qp_locate_close(&file->locate);
    qp_locations_close(&file->locations);
    qp_map_fini(&file->sites);
    qp_map_fini(&file->children);
    free(file->nodes);
    *file = (struct qp_file_sites){0};
}

uint32_t qp_file_sites_path(const struct qp_file_sites *file, uint32_t node)
{
    return node < file->profile->node_count ? file->nodes[node] : QP_CALL_PATH_UNKNOWN;
}

uint32_t qp_file_sites_child(struct qp_file_sites *file, uint32_t parent, uint32_t method)
{
    uint64_t key = (uint64_t)parent << 32 | method;
    uint64_t known = qp_map_get(&file->children, key);
    char shown[SHOWN];
    if (known)
        return (uint32_t)known - 1;
    uint32_t path = find_path(file->all, parent, name_of(file->profile, method, false, shown));
    if (path == UINT32_MAX || qp_map_put(&file->children, key, path + 1ull) != 0)
        return UINT32_MAX;
    return path;
}

/* ---- call sites ------------------------------------------------------------------------------------------------- */

/* Return a key that is equal in all files for the code at a location's first address. Return 0 if the location is no
 * address, its module is unknown, or frames of an interpreter precede the native ones. */
static uint64_t key_of_code(struct qp_file_sites *file, const struct qp_location *location)
{
    if (location->count == 0 || location->node != 0)
        return 0;
    uint64_t address = location->addresses[0] - !location->exact;
    uint32_t index = qp_locations_module(&file->locations, address, file->profile->last_tick);
    const struct qp_module *module = index == QP_NONE ? NULL : &file->locations.modules[index];
    if (!module || module->build_id_size == 0)
        return 0;
    struct qp_texts *texts = &file->all->texts;
    struct qp_text id = {(const char *)module->build_id, module->build_id_size};
    const uint64_t parts[] = {qp_texts_key(qp_texts_keep(texts, module->name)), qp_texts_key(qp_texts_keep(texts, id)),
                              address - module->bias, location->exact};
    return qp_texts_identity(texts, parts, sizeof parts);
}

static uint32_t resolve(struct qp_file_sites *file, uint32_t handle)
{
    char shown[SHOWN];
    /* Modules are replaced in few programs; only then the tick of the location's first event matters, for which the
     * log must be read. */
    uint64_t tick = file->locations.change_count ? UINT64_MAX : file->profile->last_tick;
    const struct qp_located_stack *stack = qp_locate_frames(&file->locate, handle, tick);
    if (!stack)
        return UINT32_MAX;
    if (stack->count == 0)
        return QP_CALL_SITE_UNKNOWN;
    qp_located_show(&stack->frames[0], shown, sizeof shown);
    return find_site(file->all, shown, &stack->frames[0]);
}

static uint32_t resolve_once(struct qp_file_sites *file, uint32_t handle)
{
    const struct qp_location *location = qp_locations_find(&file->locations, handle);
    uint64_t key = location && file->locations.change_count == 0 ? key_of_code(file, location) : 0;
    uint64_t known = key ? qp_map_get(&file->all->address_map, key) : 0;
    if (known)
        return (uint32_t)known - 1;
    uint32_t site = location ? resolve(file, handle) : QP_CALL_SITE_UNKNOWN;
    if (key && site != UINT32_MAX && qp_map_put(&file->all->address_map, key, site + 1ull) != 0)
        return UINT32_MAX;
    return site;
}

uint32_t qp_file_sites_site(struct qp_file_sites *file, uint32_t location)
{
    uint64_t known = location ? qp_map_get(&file->sites, location) : QP_CALL_SITE_UNKNOWN + 1ull;
    if (known)
        return (uint32_t)known - 1;
    uint32_t site = resolve_once(file, location);
    if (site == UINT32_MAX || qp_map_put(&file->sites, location, site + 1ull) != 0)
        return UINT32_MAX;
    return site;
}
