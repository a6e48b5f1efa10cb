#include "bindings/jvm/events/wait_rows.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/events/waits.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/kit/strings.h"

struct row {
    struct qjvm_wait wait;
    enum qjvm_row_kind kind;
    struct qjvm_text key; /* internal name of the class, or name of the holder's function */
    struct row *next_of_key, *next_of_id;
};

/* Tables of all rows, by the hash of the key and by the id. Rows are never removed, so that readers need no lock. */
#define BUCKETS 256
static struct row *by_key[BUCKETS];
static struct row *by_id[BUCKETS];

static bool is_holder(enum qjvm_row_kind kind)
{
    return kind == QJVM_ROW_MONITOR_HOLDER || kind == QJVM_ROW_LOCK_HOLDER;
}

static bool is_of_monitor(enum qjvm_row_kind kind)
{
    return kind == QJVM_ROW_MONITOR || kind == QJVM_ROW_MONITOR_HOLDER;
}

/* ---- new rows ---------------------------------------------------------------------------------------------------- */

/* Return a new row, NULL if out of memory. */
static struct row *create(enum qjvm_row_kind kind, struct qjvm_text key)
{
    static const char *const names[] = {
        [QJVM_ROW_MONITOR] = "(monitor)", [QJVM_ROW_LOCK] = "(lock)", [QJVM_ROW_PARK] = "(park)"};
    bool has_class = !is_holder(kind) && key.size > 0;
    char *name = is_holder(kind) ? kit_format("(held in %.*s)", QJVM_SHOWN(key)) : strdup(names[kind]);
    char *class_name = has_class ? qjvm_names_class(key) : NULL;
    struct row *row = name && (class_name || !has_class) ? malloc(sizeof *row + key.size) : NULL;
    if (row) {
        int flags = is_of_monitor(kind) ? QPROF_METHOD_FLAGS_BLOCKS : QPROF_METHOD_FLAGS_NONE;
        *row = (struct row){.wait = {.name = name, .class_name = class_name, .flags = flags},
                            .kind = kind,
                            .key = {memcpy(row + 1, key.bytes, key.size), key.size}};
        if (qjvm_wait_id(&row->wait))
            return row;
    }
    free(row);
    free(class_name);
    free(name);
    return NULL;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static struct row *find_in(struct row **bucket, enum qjvm_row_kind kind, struct qjvm_text key)
{
    struct row *row = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
    while (row && (row->kind != kind || !qjvm_text_equal(row->key, key)))
        row = row->next_of_key;
    return row;
}

static struct row *add(struct row **bucket, struct row *row)
{
    struct row **same_id = &by_id[row->wait.id % BUCKETS];
    row->next_of_key = *bucket;
    row->next_of_id = *same_id;
    __atomic_store_n(same_id, row, __ATOMIC_RELEASE);
    __atomic_store_n(bucket, row, __ATOMIC_RELEASE);
    return row;
}

/* Return the row, NULL if it is new and memory is out. */
static struct row *find(enum qjvm_row_kind kind, struct qjvm_text key)
{
    struct row **bucket = &by_key[kit_hash(key.bytes, key.size) % BUCKETS];
    struct row *row = find_in(bucket, kind, key);
    if (row)
        return row;
    kit_library_lock();
    row = find_in(bucket, kind, key);
    struct row *created = row ? NULL : create(kind, key);
    if (created)
        row = add(bucket, created);
    kit_library_unlock();
    return row;
}

/* Return the row on top of the recorded stack; NULL if something else is on top. */
static struct row *find_open(void)
{
    qprof_MethodID id = qjvm_wait_top();
    struct row *row = __atomic_load_n(&by_id[id % BUCKETS], __ATOMIC_ACQUIRE);
    while (row && row->wait.id != id)
        row = row->next_of_id;
    return row;
}

/* ---- waits ------------------------------------------------------------------------------------------------------- */

/* Return the internal name of a class, empty for an array. By convention, the synchronizer of a lock is a class in it
 * with one of three names; return the class around it. */
static struct qjvm_text class_of(const char *signature)
{
    static const char *const synchronizers[] = {"$NonfairSync", "$FairSync", "$Sync"};
    bool hidden;
    struct qjvm_text name = qjvm_names_internal(signature, &hidden);
    for (size_t i = 0; i < sizeof synchronizers / sizeof *synchronizers; i++)
        if (qjvm_text_ends(name, synchronizers[i]))
            name.size -= strlen(synchronizers[i]);
    return name;
}

static bool begin(struct row *row)
{
    return row && qjvm_wait_begin(&row->wait);
}

bool qjvm_row_begin(enum qjvm_row_kind kind, jvmtiEnv *jvmti, JNIEnv *env, jobject object)
{
    char *signature = NULL;
    jclass class = (*env)->GetObjectClass(env, object);
    bool begun = (*jvmti)->GetClassSignature(jvmti, class, &signature, NULL) == JVMTI_ERROR_NONE &&
                 begin(find(kind, class_of(signature)));
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    (*env)->DeleteLocalRef(env, class);
    return begun;
}

void qjvm_row_begin_holder(enum qjvm_row_kind kind, const char *function)
{
    begin(find(kind, qjvm_text_of(function)));
}

void qjvm_row_end(void)
{
    const struct row *row = find_open();
    if (row && is_holder(row->kind)) {
        qjvm_wait_end(&row->wait);
        row = find_open();
    }
    if (row)
        qjvm_wait_end(&row->wait);
}

bool qjvm_row_is_of_monitor(void)
{
    const struct row *row = find_open();
    return row && is_of_monitor(row->kind);
}
