// A C++ program with functions of its own that have names of the library's, which loads a library.
#include <qii_load.h>

int qii_open(const char *file)
{
    return file != nullptr;
}

int qii_find(int number)
{
    return number;
}

int qii_close(int number)
{
    return number;
}

int main()
{
    static const qprof_MethodID known[] = {qprof_Start, qprof_ClassLoader, qprof_GarbageCollector, qprof_JITCompiler};
    struct qii qii;
    if (qii_load(&qii, "qprof") != QII_LOADED)
        return QII_ERR_LIBRARY + qii_open(qii.error);
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        qii.verify_fn_exit(known[i]);
    qii_unload(&qii);
    return qii_find(0) + qii_close(0);
}
