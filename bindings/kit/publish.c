#include "bindings/kit/publish.h"

#include "bindings/kit/library.h"

static void exclude(void *data, int first, int last, const char *reason)
{
    const struct kit_source *it = data;
    if (first == last)
        last = it->function_end(it->data, first);
    kit_library.qii.exclude_lines(it->file, first, last, reason);
}

void kit_publish(const struct kit_source *source)
{
    struct kit_source it = *source;
    if (!it.is_file && !it.text)
        return;
    if (kit_library.qii.register_source)
        kit_library.qii.register_source(it.file, it.is_file ? NULL : it.text, it.is_file ? 0 : it.size);
    if (it.text && kit_library.qii.exclude_lines)
        kit_ignore_find(it.text, it.size, it.find_comments, exclude, &it);
}
