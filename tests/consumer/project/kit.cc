// kit.cc - a C++ program that uses the kit for the events of a function with a frame.
#include <qii/kit/kit.h>

int main()
{
    static struct kit_binding binding;
    struct kit_settings settings = {};
    struct kit_frames frames;
    const int lines[] = {3, 4};
    kit_settings_set_library(&settings, "qprof");
    kit_settings_add_option(&settings, "quiet", "yes");
    if (kit_library_join(&binding, &settings, false) != nullptr)
        return 1;
    struct kit_function *function = static_cast<struct kit_function *>(kit_function_new(sizeof *function));
    struct kit_definition definition = {};
    kit_function_set_lines(function, lines, 2);
    if (!kit_function_rename(function, "main"))
        return 1;
    kit_function_register(function, &definition);
    kit_frames_init(&frames, 0);
    kit_frames_push(&frames, &frames, function);
    kit_frames_begin_block(&frames, kit_function_block(function, 4));
    kit_frames_pop(&frames);
    kit_frames_fini(&frames);
    kit_settings_fini(&settings);
    return kit_library_leave(0);
}
