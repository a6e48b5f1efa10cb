#include "bindings/python/cover/cover.h"

#include "bindings/python/cover/builtins.h"
#include "bindings/python/cover/early.h"
#include "bindings/python/cover/hidden.h"
#include "bindings/python/cover/loaded.h"
#include "bindings/python/cover/script.h"
#include "bindings/python/cover/unloaded.h"

/* Modules that the interpreter loads before the program, such as sitecustomize, are not counted. */
static void begin_program(void)
{
    qpy_loaded_begin_program();
    qpy_early_replace();
}

/* Return NULL or an error message. */
static const char *prepare(bool hits)
{
    if (qpy_loaded_begin(hits) && qpy_builtins_begin() && qpy_hidden_begin() && qpy_unloaded_register_at_exit())
        return NULL;
    PyErr_Clear();
    return "the code objects of this CPython have an unknown form";
}

const char *qpy_cover_begin(const struct kit_settings *settings, bool program_runs)
{
    static bool has_begun;
    static bool begun_with_hits;
    bool hits = settings->cover == KIT_COVER_HITS;
    if (has_begun)
        return hits == begun_with_hits ? NULL : "this process has recorded coverage of another kind before";
    const char *wrong = prepare(hits);
    if (wrong)
        return wrong;
    has_begun = true;
    begun_with_hits = hits;
    if (program_runs)
        begin_program();
    else
        qpy_script_begin(begin_program);
    return NULL;
}
