/* config_unknown.h - variables that are named like options and are none. */
#ifndef QP_VT_CONFIG_UNKNOWN_H
#define QP_VT_CONFIG_UNKNOWN_H

/* Tell in one line which variables begin with VT_ and are neither an option's nor those of other software. */
void vt_config_tell_unknown(void);

#endif
