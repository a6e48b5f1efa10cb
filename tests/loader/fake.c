/* fake.c - libraries of other people's making: one with all of QII and nothing of ours, one that is too old. */
#include <qii_load.h>

/* The real names by label, since the header has declared them with other types. */
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
