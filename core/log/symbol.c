#include "core/log/symbol.h"

#include "base/atomic.h"
#include "base/names.h"
#include "core/store/diagnose.h"
#include "core/event/definition.h"
#include "core/method/method.h"
#include "core/log/result.h"

#include <stdlib.h>
#include <string.h>

static struct qp_names states = {
    .entries = {.size = sizeof(struct qp_symbol), .each = QP_EVENT_OBJECTS / QP_PIECES_MOST}}; /* by handle */
static uint32_t next_state = QP_SYMBOL_MOST_PICKED + 1;

static struct qp_names classes = {
    .entries = {.size = sizeof(const char *), .each = 1024}}; /* paths, by (handle - QP_SYMBOL_CLASSES + 1) */
static uint32_t class_count;

static qp_symbol_rule *rule_of;
static uint32_t most_of_rules;

/* ---- paths ----------------------------------------------------------------------------------------------- */

/* Append a name to a path, without empty parts. Return the path's new length. */
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

/* Build the path of a name within a class (NULL = none). The caller frees it. Return QP_LOG_OK, or an error with *path
 * = NULL. */
static int build(const char *class_name, const char *name, char **path)
{
    size_t room = strlen(name) + 2 + (class_name ? strlen(class_name) + 1 : 0);
    *path = malloc(room);
    if (!*path)
        return QP_LOG_NO_MEMORY;
    size_t before = class_name ? append(*path, 0, class_name) : 0;
    if (append(*path, before, name) > before)
        return QP_LOG_OK;
    free(*path);
    *path = NULL;
    return QP_LOG_BAD_NAME;
}

static bool has_classes(const char *name)
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
    if (index >= qp_load_acquire(&class_count)) /* pairs with qp_symbol_class */
        return NULL;
    return *(const char **)qp_pieces_at(&classes.entries, index + 1);
}

int qp_symbol_class(const char *name, int *handle)
{
    char *path;
    uint64_t key;
    *handle = 0;
    int result = build(NULL, name, &path);
    if (result != QP_LOG_OK)
        return result;
    qp_definition_begin();
    uint32_t index = qp_names_find(&classes, path, &key);
    if (index > class_count) /* this process was forked after the name was added, but before class_count was set */
        index = 0;
    if (index == 0 && qp_names_add(&classes, path, key, class_count + 1)) {
        index = class_count + 1;
        qp_store_release(&class_count, index);
    }
    qp_definition_end();
    free(path);
    if (index == 0)
        return QP_LOG_NO_MEMORY;
    *handle = QP_SYMBOL_CLASSES + (int)index - 1;
    return QP_LOG_OK;
}

/* ---- states ---------------------------------------------------------------------------------------------- */

static struct qp_symbol *slot(uint32_t handle)
{
    return qp_pieces_at(&states.entries, handle);
}

struct qp_symbol *qp_symbol_find(int handle)
{
    struct qp_symbol *symbol = slot((uint32_t)handle);
    uint32_t first = symbol ? qp_load_acquire(&symbol->handle) : 0; /* pairs with the functions `add` and `assign` */
    if (first == 0)
        return NULL;
    return first == (uint32_t)handle ? symbol : slot(first);
}

/* Register a state as a method. The last part of the path is the method's name, the parts before it are the class. */
static int register_method(uint32_t handle, char *path)
{
    char *colon = strrchr(path, ':');
    struct qp_method_definition definition = {.id = handle, .name = colon ? colon + 1 : path};
    if (colon) {
        *colon = '\0';
        definition.class_name = path;
    }
    enum qp_method_result result = qp_method_register(QP_VT, &definition);
    if (colon)
        *colon = ':';
    return result == QP_METHOD_NO_MEMORY ? -1 : 0;
}

static int add(uint32_t handle, char *path, uint64_t key)
{
    struct qp_symbol *symbol = register_method(handle, path) == 0 ? qp_names_add(&states, path, key, handle) : NULL;
    if (!symbol)
        return -1;
    symbol->rule = rule_of ? rule_of(path) : QP_RULE_LOGGED;
    qp_store_release(&symbol->handle, handle);
    return 0;
}

/* Define a state. This frees `path`. */
static int define(char *path, int *handle)
{
    uint64_t key;
    qp_definition_begin();
    uint32_t known = qp_names_find(&states, path, &key);
    if (known != 0)
        *handle = (int)known;
    else if (next_state < QP_EVENT_OBJECTS && add(next_state++, path, key) == 0) /* if add() fails, the handle stays
                                                                                  * unused */
        *handle = (int)next_state - 1;
    qp_definition_end();
    free(path);
    return *handle == 0 ? QP_LOG_NO_MEMORY : QP_LOG_OK;
}

int qp_symbol_path(const char *name, int class_handle, char **path)
{
    *path = NULL;
    const char *class_name = qp_symbol_class_name(class_handle);
    if (!class_name)
        return QP_LOG_BAD_SYMBOL;
    return build(class_handle == QP_SYMBOL_NO_CLASS && has_classes(name) ? NULL : class_name, name, path);
}

int qp_symbol_define(const char *name, int class_handle, int *handle)
{
    char *path;
    *handle = 0;
    int result = qp_symbol_path(name, class_handle, &path);
    return result != QP_LOG_OK ? result : define(path, handle);
}

void qp_symbol_set_wrapped(int handle)
{
    qp_definition_begin();
    qp_method_flag(QP_VT, (uint32_t)handle, QP_METHOD_WRAPPED);
    qp_definition_end();
}

/* Assign a handle to a path. This frees `path`. */
static int assign(uint32_t handle, char *path)
{
    uint64_t key;
    int result = QP_LOG_NO_MEMORY;
    qp_definition_begin();
    const struct qp_symbol *taken = qp_symbol_find((int)handle);
    uint32_t known = qp_names_find(&states, path, &key);
    struct qp_symbol *symbol = qp_pieces_make(&states.entries, handle);
    if (symbol && taken) {
        result = taken->handle == known ? QP_LOG_OK : QP_LOG_BAD_REQUEST;
    } else if (symbol && known != 0) {
        qp_store_release(&symbol->handle, known);
        result = QP_LOG_OK;
    } else if (symbol && add(handle, path, key) == 0) {
        result = QP_LOG_OK;
    }
    qp_definition_end();
    if (result == QP_LOG_BAD_REQUEST)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_OTHER_DEFINITION, "VT_symdef(%u, %.60s)", handle, path);
    free(path);
    return result;
}

int qp_symbol_assign(int handle, const char *name, const char *activity)
{
    if (handle < 1 || handle > QP_SYMBOL_MOST_PICKED)
        return QP_LOG_BAD_SYMBOL;
    if (activity && activity[strspn(activity, ":")] == '\0')
        activity = NULL;
    char *path;
    int result = build(activity || has_classes(name) ? activity : "Application", name, &path);
    return result != QP_LOG_OK ? result : assign((uint32_t)handle, path);
}

bool qp_symbol_may(uint32_t bits)
{
    return most_of_rules & bits;
}

void qp_symbol_decide(qp_symbol_rule *rule, uint32_t most)
{
    qp_definition_begin();
    rule_of = rule;
    most_of_rules = most;
    for (uint32_t first = 0; first < QP_EVENT_OBJECTS; first += states.entries.each)
        for (uint32_t handle = first; slot(first) && handle < first + states.entries.each; handle++)
            if (slot(handle)->name)
                qp_store_relaxed(&slot(handle)->rule, rule(slot(handle)->name));
    qp_definition_end();
}
