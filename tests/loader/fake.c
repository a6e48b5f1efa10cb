/* fake.c - libraries of other vendors: one has all functions of QII and no extension, and one is too old. */
#include <qii_load.h>

/* Set the exported names by assembler labels, because the header declares these names with other types. */
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
