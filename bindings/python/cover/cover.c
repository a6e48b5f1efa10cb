#include "bindings/python/cover/cover.h"

#include "bindings/python/cover/builtins.h"
#include "bindings/python/cover/early.h"
#include "bindings/python/cover/hidden.h"
#include "bindings/python/cover/loaded.h"
#include "bindings/python/cover/script.h"
#include "bindings/python/cover/selected.h"

bool qpy_cover_begin(const struct kit_settings *settings)
{
    if (!qpy_selected_begin(settings->texts[KIT_INCLUDE]) || !qpy_loaded_begin(settings->cover == KIT_COVER_HITS) ||
        !qpy_builtins_begin() || !qpy_hidden_begin())
        return false;
    qpy_script_begin(qpy_early_replace);
    return true;
}
