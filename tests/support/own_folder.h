/* own_folder.h - where a program of tests works: in its own folder, wherever it was started from. What a test that is
 * killed leaves behind is then in the build tree. */
#ifndef QP_TESTS_SUPPORT_OWN_FOLDER_H
#define QP_TESTS_SUPPORT_OWN_FOLDER_H

/* Make the folder of the program the working directory. */
void test_enter_own_folder(void);

#endif
