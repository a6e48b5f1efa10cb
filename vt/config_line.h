/* config_line.h - between the table of options and the reader of lines. */
#ifndef QP_VT_CONFIG_LINE_H
#define QP_VT_CONFIG_LINE_H

/* What became of a line's words, or the number of the word that is wrong, from 0. */
#define VT_LINE_GOOD      (-1)
#define VT_LINE_TOO_SHORT (-2)
#define VT_LINE_NO_MEMORY (-3)

/* The option of this name; '_' is as good as '-'. Returns. Its number, -1 when there is none. */
int vt_config_find(const char *word);

const char *vt_config_name(int option);

/* The variable that sets an option: VT_PCTRACE for PCTRACE, '_' for '-'. Returns name. */
#define VT_CONFIG_VARIABLE 32
const char *vt_config_variable(int option, char name[VT_CONFIG_VARIABLE]);

/* Whether its value is one text, blanks included. */
int vt_config_is_text(int option);

/* Set an option to what the words behind its name say. */
int vt_config_obey(int option, char **words, int count);

#endif
