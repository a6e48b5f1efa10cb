/* own_folder.h - a test program's working directory: its own folder, wherever it is started. Files of a killed test
 * then stay in the build tree. */
#ifndef QP_TESTS_SUPPORT_OWN_FOLDER_H
#define QP_TESTS_SUPPORT_OWN_FOLDER_H

/* Make the folder of the program the working directory. */
void test_enter_own_folder(void);

#endif
