/* config_line.h - reads the configuration of libvt: a file, an option a line, then the environment. */
#ifndef QP_VT_CONFIG_LINE_H
#define QP_VT_CONFIG_LINE_H

#include <stddef.h>

/* Begin anew with the defaults and no filters, then read the file and the environment; not in a setuid program. */
void vt_config_read(int trusted);

/* Read lines of a file that is called so in messages. */
void vt_config_read_text(const char *file, const char *text, size_t size);

#endif
