#include "bindings/python/cover/cover.h"

#include "bindings/python/cover/builtins.h"
#include "bindings/python/cover/early.h"
#include "bindings/python/cover/hidden.h"
#include "bindings/python/cover/loaded.h"
#include "bindings/python/cover/script.h"
#include "bindings/python/cover/selected.h"

/* Return NULL or an error message. */
static const char *prepare(const struct kit_settings *settings, bool hits)
{
    if (qpy_selected_begin(settings->texts[KIT_INCLUDE]) && qpy_loaded_begin(hits) && qpy_builtins_begin() &&
        qpy_hidden_begin())
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
    const char *wrong = prepare(settings, hits);
    if (wrong)
        return wrong;
    has_begun = true;
    begun_with_hits = hits;
    if (program_runs)
        qpy_early_replace();
    else
        qpy_script_begin(qpy_early_replace);
    return NULL;
}
