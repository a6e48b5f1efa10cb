/* unload.h - libraries that the program unloads. */
#pragma once

/* Number of calls of dlclose; written atomically. If it has changed, other code may be at an address than before. */
extern unsigned native_unloads;

/* The dlclose of the C library, for a library that stays loaded. */
int native_dlclose(void *handle);
