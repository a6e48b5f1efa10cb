// loaded.cc - a C++ program that loads the libraries named on its command line, all at the same time.
#include <qii_load.h>

#include <vector>

int main(int argc, char **argv)
{
    std::vector<qii> loaded(static_cast<std::size_t>(argc) - 1);
    for (int i = 1; i < argc; i++) {
        qii &library = loaded[static_cast<std::size_t>(i) - 1];
        if (qii_load(&library, argv[i]) != QII_LOADED) {
            fprintf(stderr, "%s\n", library.error);
            return 1;
        }
        if (library.initialize("-data-file=none -quiet", nullptr) < 0)
            return 1;
        library.record_fn_entry(static_cast<qprof_MethodID>(i), 65);
    }
    // Each library has a stack of its own.
    for (int i = 1; i < argc; i++) {
        qii &library = loaded[static_cast<std::size_t>(i) - 1];
        if (library.current_method_id() != static_cast<qprof_MethodID>(i))
            return 1;
        library.shutdown();
        qii_unload(&library);
    }

    // A file that is no QII library is refused, with the name of a missing function.
    qii other;
    if (qii_load(&other, "libc.so.6") != QII_ERR_FUNCTION || strcmp(other.missing, "qprof_initialize") != 0)
        return 1;
    return qii_load(&other, "no_such_library") == QII_ERR_LIBRARY && other.error[0] && !other.library ? 0 : 1;
}
