/* instrument.c - programs compiled with -finstrument-functions, recorded without a change.
 *
 * gcc and clang insert a call of __cyg_profile_func_enter at the begin of each function, inlined ones included, and of
 * __cyg_profile_func_exit at its end. The C library has empty versions of both. `qii run` names this library in
 * LD_PRELOAD, so that these ones are called instead. The address of a function is its number in the library. */
#include <stdio.h>
#include <stdlib.h>

#include "bindings/instrument/symbol.h"
#include "bindings/kit/library.h"
#include "bindings/kit/preloaded.h"

static bool records;
static bool has_functions;

static void unknown(qprof_MethodID id)
{
    struct symbol symbol;
    __atomic_store_n(&has_functions, true, __ATOMIC_RELAXED);
    symbol_find(&symbol, id);
    kit_library.qii.register_method_id(id, symbol.name, NULL, 0, symbol.file,
                                       &(qprof_LineInfo){.line_number = symbol.line}, symbol.line > 0);
}

static const char *lacks(const struct qii *qii)
{
    return qii->enter_method && qii->leave_method ? NULL : "the library cannot enter methods without a stack id";
}

static void ends(void)
{
    if (!__atomic_load_n(&has_functions, __ATOMIC_RELAXED))
        fputs("qii run: the program has no instrumented functions; compile it with -finstrument-functions\n", stderr);
}

static const struct kit_binding binding = {.lacks = lacks, .unknown = unknown, .ends = ends};

__attribute__((constructor)) static void begin(void)
{
    struct kit_settings settings = {.cover = KIT_COVER_UNSET};
    char *text = kit_preloaded_take("QII_RUN_SETTINGS");
    if (!text)
        return;
    const char *wrong =
        kit_settings_read(&settings, text) ? kit_library_join(&binding, &settings, false) : "the settings are invalid";
    free(text);
    kit_settings_fini(&settings);
    if (wrong)
        fprintf(stderr, "qii run: %s\n", wrong);
    records = !wrong;
}

__attribute__((visibility("default"))) void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    if (records)
        kit_library.qii.enter_method((qprof_MethodID)function);
}

__attribute__((visibility("default"))) void __cyg_profile_func_exit(void *function, void *site)
{
    (void)site;
    if (records)
        kit_library.qii.leave_method((qprof_MethodID)function);
}
