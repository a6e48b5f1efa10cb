/* types.h - rows of the classes of allocated objects. */
#pragma once

/* Return the method that stands for the class of this name, 0 if out of memory. Classes of several loaders share it. */
unsigned long qjvm_types_row(const char *name);
