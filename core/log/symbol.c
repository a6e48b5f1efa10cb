#include "core/log/symbol.h"

#include "core/log/result.h"
#include "base/atomic.h"
#include "base/hash.h"
#include "base/map.h"
#include "core/record/definition.h"
#include "core/store/diagnose.h"
#include "core/record/method.h"

#include <stdlib.h>
#include <string.h>

/* Symbols lie in pieces that never move, so that they are found without a lock. */
#define PIECE  4096
#define PIECES (QP_EVENT_OBJECTS / PIECE)

static struct qp_symbol *pieces[PIECES];
static uint32_t next_state = QP_SYMBOL_MOST_PICKED + 1;
static struct qp_map states; /* hash of a path: handle */

/* So do the paths of classes, by handle less QP_SYMBOL_CLASSES. */
#define CLASS_PIECE 1024

static char **classes[1024];
static uint32_t class_count;
static struct qp_map class_map; /* hash of a path: index + 1 */

static qp_symbol_rule *rule_of;
static int locates;
static int folds;

/* ---- paths ----------------------------------------------------------------------------------------------- */

/* Append name to a path, without empty parts. Returns. The new length. */
static size_t append(char *path, size_t length, const char *name)
{
    for (const char *part = name + strspn(name, ":"); *part != '\0'; part += strspn(part, ":")) {
        size_t size = strcspn(part, ":");
        if (length > 0)
            path[length++] = ':';
        memcpy(path + length, part, size);
        length += size;
        part += size;
    }
    path[length] = '\0';
    return length;
}

/* The path of name within a class (NULL = none), owned by the caller; NULL without memory, or of length 0 where nothing
 * is left of the name. */
static char *join(const char *class_name, const char *name)
{
    size_t room = strlen(name) + 2 + (class_name == NULL ? 0 : strlen(class_name) + 1);
    char *path = malloc(room);
    if (path == NULL)
        return NULL;
    size_t before = class_name == NULL ? 0 : append(path, 0, class_name);
    if (append(path, before, name) == before)
        path[0] = '\0';
    return path;
}

static int has_classes(const char *name)
{
    const char *part = name + strspn(name, ":");
    const char *rest = part + strcspn(part, ":");
    return rest[strspn(rest, ":")] != '\0';
}

/* ---- classes --------------------------------------------------------------------------------------------- */

const char *qp_symbol_class_name(int handle)
{
    uint32_t index = (uint32_t)handle - QP_SYMBOL_CLASSES;
    if (handle == QP_SYMBOL_NO_CLASS)
        return "Application";
    return index < qp_load_acquire(&class_count) ? classes[index / CLASS_PIECE][index % CLASS_PIECE] : NULL;
}

static uint64_t find_class(const char *path, uint64_t *hash)
{
    uint64_t index;
    *hash = qp_hash_bytes(path, strlen(path));
    while ((index = qp_map_get(&class_map, *hash)) != 0 &&
           strcmp(classes[(index - 1) / CLASS_PIECE][(index - 1) % CLASS_PIECE], path) != 0)
        ++*hash;
    return index;
}

static int add_class(char *path, uint64_t hash)
{
    uint32_t piece = class_count / CLASS_PIECE;
    if (piece == sizeof classes / sizeof *classes)
        return -1;
    if (classes[piece] == NULL)
        classes[piece] = calloc(CLASS_PIECE, sizeof **classes);
    if (classes[piece] == NULL || qp_map_put(&class_map, hash, class_count + 1) != 0)
        return -1;
    classes[piece][class_count % CLASS_PIECE] = path;
    qp_store_release(&class_count, class_count + 1); /* pairs with class_name */
    return 0;
}

int qp_symbol_class(const char *name, int *handle)
{
    *handle = 0;
    char *path = join(NULL, name);
    if (path == NULL || path[0] == '\0') {
        int result = path == NULL ? QP_LOG_NO_MEMORY : QP_LOG_BAD_NAME;
        free(path);
        return result;
    }
    uint64_t hash;
    qp_definition_begin();
    uint64_t index = find_class(path, &hash);
    int known = index != 0;
    if (!known && add_class(path, hash) == 0)
        index = class_count;
    qp_definition_end();
    if (known || index == 0)
        free(path);
    if (index == 0)
        return QP_LOG_NO_MEMORY;
    *handle = QP_SYMBOL_CLASSES + (int)index - 1;
    return QP_LOG_OK;
}

/* ---- states ---------------------------------------------------------------------------------------------- */

static struct qp_symbol *slot(uint32_t handle)
{
    const struct qp_symbol *piece = handle < QP_EVENT_OBJECTS ? qp_load_acquire(&pieces[handle / PIECE]) : NULL;
    return piece == NULL ? NULL : (struct qp_symbol *)piece + handle % PIECE;
}

struct qp_symbol *qp_symbol_find(int handle)
{
    struct qp_symbol *symbol = slot((uint32_t)handle);
    uint32_t first = symbol == NULL ? 0 : qp_load_acquire(&symbol->handle); /* pairs with add and assign */
    if (first == 0)
        return NULL;
    return first == (uint32_t)handle ? symbol : slot(first);
}

static struct qp_symbol *make_slot(uint32_t handle)
{
    struct qp_symbol *symbol = slot(handle);
    if (symbol != NULL || handle >= QP_EVENT_OBJECTS)
        return symbol;
    struct qp_symbol *piece = calloc(PIECE, sizeof *piece);
    if (piece == NULL)
        return NULL;
    qp_store_release(&pieces[handle / PIECE], piece); /* pairs with slot */
    return piece + handle % PIECE;
}

static uint32_t find_state(const char *path, uint64_t *hash)
{
    uint64_t handle;
    *hash = qp_hash_bytes(path, strlen(path));
    while ((handle = qp_map_get(&states, *hash)) != 0 && strcmp(slot((uint32_t)handle)->name, path) != 0)
        ++*hash;
    return (uint32_t)handle;
}

/* The last part is the state's name, what is before it its class. */
static int register_method(uint32_t handle, char *path)
{
    char *colon = strrchr(path, ':');
    struct qp_method_definition definition = {.id = handle, .name = colon == NULL ? path : colon + 1};
    if (colon != NULL) {
        *colon = '\0';
        definition.class_name = path;
    }
    enum qp_method_result result = qp_method_register(QP_VT, &definition);
    if (colon != NULL)
        *colon = ':';
    return result == QP_METHOD_NO_MEMORY ? -1 : 0;
}

static int add(uint32_t handle, char *path, uint64_t hash)
{
    struct qp_symbol *symbol = make_slot(handle);
    if (symbol == NULL || register_method(handle, path) != 0 || qp_map_put(&states, hash, handle) != 0)
        return -1;
    symbol->name = path;
    symbol->rule = rule_of == NULL ? QP_RULE_LOGGED : rule_of(path);
    qp_store_release(&symbol->handle, handle);
    return 0;
}

/* Takes path. */
static int define(char *path, int *handle)
{
    uint64_t hash;
    qp_definition_begin();
    uint32_t known = find_state(path, &hash);
    if (known != 0)
        *handle = (int)known;
    else if (next_state < QP_EVENT_OBJECTS && add(next_state++, path, hash) == 0) /* what failed may have a method */
        *handle = (int)next_state - 1;
    qp_definition_end();
    if (known != 0 || *handle == 0)
        free(path);
    return *handle == 0 ? QP_LOG_NO_MEMORY : QP_LOG_OK;
}

int qp_symbol_path(const char *name, int class_handle, char **path)
{
    *path = NULL;
    const char *class_name = qp_symbol_class_name(class_handle);
    if (class_name == NULL)
        return QP_LOG_BAD_SYMBOL;
    char *joined = join(class_handle == QP_SYMBOL_NO_CLASS && has_classes(name) ? NULL : class_name, name);
    if (joined == NULL)
        return QP_LOG_NO_MEMORY;
    if (joined[0] == '\0') {
        free(joined);
        return QP_LOG_BAD_NAME;
    }
    *path = joined;
    return QP_LOG_OK;
}

int qp_symbol_define(const char *name, int class_handle, int *handle)
{
    char *path;
    *handle = 0;
    int result = qp_symbol_path(name, class_handle, &path);
    return result != QP_LOG_OK ? result : define(path, handle);
}

/* Takes path. */
static int assign(uint32_t handle, char *path)
{
    uint64_t hash;
    int result = QP_LOG_OK;
    qp_definition_begin();
    const struct qp_symbol *taken = qp_symbol_find((int)handle);
    uint32_t known = find_state(path, &hash);
    struct qp_symbol *symbol = make_slot(handle);
    int kept = 0;
    if (symbol == NULL) {
        result = QP_LOG_NO_MEMORY;
    } else if (taken != NULL) {
        result = taken->handle == known ? QP_LOG_OK : QP_LOG_BAD_REQUEST;
    } else if (known != 0) {
        qp_store_release(&symbol->handle, known);
    } else {
        kept = add(handle, path, hash) == 0;
        result = kept ? QP_LOG_OK : QP_LOG_NO_MEMORY;
    }
    qp_definition_end();
    if (result == QP_LOG_BAD_REQUEST)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_OTHER_DEFINITION, "VT_symdef(%u, %.60s)", handle, path);
    if (!kept)
        free(path);
    return result;
}

int qp_symbol_assign(int handle, const char *name, const char *activity)
{
    if (handle < 1 || handle > QP_SYMBOL_MOST_PICKED)
        return QP_LOG_BAD_SYMBOL;
    if (activity != NULL && activity[strspn(activity, ":")] == '\0')
        activity = NULL;
    char *path = join(activity != NULL || has_classes(name) ? activity : "Application", name);
    if (path == NULL)
        return QP_LOG_NO_MEMORY;
    if (path[0] == '\0') {
        free(path);
        return QP_LOG_BAD_NAME;
    }
    return assign((uint32_t)handle, path);
}

int qp_symbol_may_locate(void)
{
    return locates;
}

int qp_symbol_may_fold(void)
{
    return folds;
}

void qp_symbol_decide(qp_symbol_rule *rule, int may_locate, int may_fold)
{
    qp_definition_begin();
    rule_of = rule;
    locates = may_locate;
    folds = may_fold;
    for (uint32_t i = 0; i < PIECES; i++)
        for (uint32_t k = 0; pieces[i] != NULL && k < PIECE; k++)
            if (pieces[i][k].name != NULL)
                qp_store_relaxed(&pieces[i][k].rule, rule(pieces[i][k].name));
    qp_definition_end();
}
