# suites.cmake - runs the tests of several build trees in one ctest run. This file is read by ctest, not by cmake.
#
# scripts/test writes a CTestTestfile.cmake that includes this file. For each tree, it then sets qp_prefix and adds the
# tree with subdirs(). The prefix is put before the names of the tree's tests ("asan.unit.reader"), because ctest cannot
# distinguish tests with the same name. It is also put before the names of fixtures, locks and dependencies. If qp_label
# is set, all tests of the tree get this label, too.

# Replace the commands in the generated test files of the trees. Each replacement passes its arguments on one by one,
# because ${ARGN} would split arguments that are lists, such as "A=1;B=2" after ENVIRONMENT.
foreach(command add_test set_tests_properties)
  cmake_language(EVAL CODE "
    function(${command} name)
      set(call \"_${command}([==[\${qp_prefix}\${name}]==]\")
      set(names_tests \"\")
      math(EXPR last \"\${ARGC} - 1\")
      foreach(i RANGE 1 \${last})
        set(word \"\${ARGV\${i}}\")
        if(names_tests)
          list(TRANSFORM word PREPEND \"\${qp_prefix}\")
        endif()
        string(REGEX MATCH \"^(FIXTURES_(SETUP|CLEANUP|REQUIRED)|DEPENDS|RESOURCE_LOCK)$\" names_tests \"\${word}\")
        string(APPEND call \" [==[\${word}]==]\")
      endforeach()
      cmake_language(EVAL CODE \"\${call})\")
      if(\"${command}\" STREQUAL add_test AND qp_label)
        _set_tests_properties(\"\${qp_prefix}\${name}\" PROPERTIES LABELS \"\${qp_label}\")
      endif()
    endfunction()")
endforeach()
