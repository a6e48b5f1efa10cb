/* fake.c - third-party libraries: one with all of QII and no extension, one that is too old. */
#include <qii_load.h>

/* Assembler labels of the exported names, since the header has declared the names with other types. */
#define EXPORT(name)                                                                                                   \
    __attribute__((visibility("default"))) void fake_##name(void) __asm__("qprof_" #name);                             \
    void fake_##name(void)                                                                                             \
    {                                                                                                                  \
    }
#define LEAVE_OUT(name)

#ifdef FAKE_TOO_OLD
EXPORT(initialize)
EXPORT(initialize_ex)
EXPORT(shutdown)
#else
QII_FUNCTIONS(EXPORT, LEAVE_OUT)
#endif
