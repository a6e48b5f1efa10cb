#include "bindings/native/generated.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/library.h"
#include "bindings/kit/strings.h"
#include "bindings/native/fork.h"

struct code {
    struct native_generated what; /* owns its texts and lines */
    unsigned number;
    bool is_registered;
    struct code *inlined; /* methods inlined into this one; those that contain others come later */
    struct code *next;    /* in that list */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct code **all; /* sorted by address, without overlaps */
static size_t count;      /* written atomically */
static unsigned last_number;

/* ---- one method ------------------------------------------------------------------------------------------------- */

static void free_code(struct code *code)
{
    while (code) {
        struct code *next = code->next;
        free_code(code->inlined);
        free((void *)code->what.name);
        free((void *)code->what.class_name);
        free((void *)code->what.file);
        free((void *)code->what.lines);
        free(code);
        code = next;
    }
}

static char *copy_text(const char *text)
{
    return text ? strdup(text) : NULL;
}

static struct code *copy(const struct native_generated *from)
{
    struct code *code = calloc(1, sizeof *code);
    if (!code)
        return NULL;
    size_t size = (size_t)from->line_count * sizeof *from->lines;
    qprof_LineInfo *lines = size ? malloc(size) : NULL;
    code->what = *from;
    code->what.name = strdup(from->name ? from->name : "<unnamed>");
    code->what.class_name = copy_text(from->class_name);
    code->what.file = copy_text(from->file);
    code->what.lines = lines;
    if (lines)
        memcpy(lines, from->lines, size);
    else
        code->what.line_count = 0;
    if (code->what.name)
        return code;
    free_code(code);
    return NULL;
}

static bool contains(const struct code *code, uintptr_t address)
{
    return address - code->what.begin < code->what.size;
}

/* Return the line at an address in the code; 0 if unknown. */
static int line_at(const struct native_generated *what, uintptr_t address)
{
    int line = 0;
    for (int i = 0; i < what->line_count; i++)
        if (i == 0 || (uintptr_t)what->lines[i].code_offset <= address - what->begin)
            line = what->lines[i].line_number;
    return line;
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

/* Return the index of the first code that ends after this address. */
static size_t search(uintptr_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all[middle]->what.begin + all[middle]->what.size > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static struct code *find(uintptr_t address)
{
    size_t at = search(address);
    return at < count && contains(all[at], address) ? all[at] : NULL;
}

/* Move code from the table to a list. */
static void take(size_t at, struct code **taken)
{
    all[at]->next = *taken;
    *taken = all[at];
    memmove(&all[at], &all[at + 1], (count - 1 - at) * sizeof *all);
    __atomic_store_n(&count, count - 1, __ATOMIC_RELAXED);
}

/* Call this without the lock: the events of all threads wait meanwhile. */
static void retire(struct code *taken)
{
    for (const struct code *code = taken; code; code = code->next)
        if (code->is_registered)
            kit_library.qii.retire_method_id(code->what.begin);
    free_code(taken);
}

bool native_generated_add(const struct native_generated *code)
{
    struct code *own = copy(code), *taken = NULL;
    if (!own)
        return false;
    pthread_mutex_lock(&lock);
    size_t at = search(code->begin);
    if (at < count && contains(all[at], code->begin))
        take(at, &taken);
    while (at < count && all[at]->what.begin - code->begin < code->size)
        take(at, &taken);
    struct code **grown = kit_array_more(all, count, sizeof *all);
    if (grown) {
        all = grown;
        memmove(&all[at + 1], &all[at], (count - at) * sizeof *all);
        all[at] = own;
        own->number = ++last_number;
        __atomic_store_n(&count, count + 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
    retire(taken);
    if (!grown)
        free_code(own);
    return grown;
}

bool native_generated_add_inlined(const struct native_generated *code)
{
    struct code *own = copy(code);
    if (!own)
        return false;
    pthread_mutex_lock(&lock);
    struct code *outer = find(code->begin), **place = outer ? &outer->inlined : NULL;
    while (place && *place && (*place)->what.size < code->size)
        place = &(*place)->next;
    if (place) {
        own->next = *place;
        *place = own;
    }
    pthread_mutex_unlock(&lock);
    if (!place)
        free_code(own);
    return place;
}

void native_generated_remove(unsigned key, uintptr_t begin)
{
    struct code *taken = NULL;
    pthread_mutex_lock(&lock);
    for (size_t at = count; at-- > 0;)
        if (all[at]->what.key == key && (!begin || all[at]->what.begin == begin))
            take(at, &taken);
    pthread_mutex_unlock(&lock);
    retire(taken);
}

/* ---- look-up ---------------------------------------------------------------------------------------------------- */

bool native_generated_register(qprof_MethodID id)
{
    pthread_mutex_lock(&lock);
    struct code *code = find(id);
    bool begins = code && code->what.begin == id;
    if (begins) {
        const struct native_generated *what = &code->what;
        code->is_registered = true;
        kit_library.qii.register_method_id(id, what->name, what->class_name, 0, what->file, what->lines,
                                           what->line_count);
    }
    pthread_mutex_unlock(&lock);
    return begins;
}

unsigned native_generated_number(uintptr_t address)
{
    if (!__atomic_load_n(&count, __ATOMIC_RELAXED)) /* no code is generated in most programs */
        return 0;
    pthread_mutex_lock(&lock);
    const struct code *code = find(address);
    unsigned number = code ? code->number : 0;
    pthread_mutex_unlock(&lock);
    return number;
}

static void describe(struct native_symbol *symbol, const struct native_generated *what, uintptr_t address)
{
    *symbol = (struct native_symbol){.line = line_at(what, address)};
    snprintf(symbol->name, sizeof symbol->name, "%s", what->name);
    snprintf(symbol->file, sizeof symbol->file, "%s", what->file ? what->file : "");
}

size_t native_generated_find(struct native_symbol *symbols, size_t room, uintptr_t address)
{
    size_t found = 0;
    pthread_mutex_lock(&lock);
    const struct code *outer = find(address);
    for (const struct code *inlined = outer ? outer->inlined : NULL; inlined && found < room; inlined = inlined->next)
        if (contains(inlined, address))
            describe(&symbols[found++], &inlined->what, address);
    if (outer && found < room)
        describe(&symbols[found++], &outer->what, address);
    pthread_mutex_unlock(&lock);
    return found;
}

/* Code is registered while the lock of methods is held. */
__attribute__((constructor)) static void prepare_for_forks(void)
{
    native_fork_protect(&lock, NATIVE_ORDER_SYMBOL);
}
