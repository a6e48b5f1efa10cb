# suites.cmake - one ctest run over several build trees; read by ctest, not by cmake.
#
# scripts/test writes a CTestTestfile.cmake that includes this file and then, per tree, sets qp_prefix and names the
# directory with subdirs(). The tests of a tree get the prefix ("asan.unit.reader"), because ctest cannot distinguish
# tests with the same name; names that tests use among themselves (fixtures, locks, dependencies) get it too. Tests
# without a label get qp_label, if it is set.

# Replacements of the commands in generated files. Each passes its arguments on one by one, since ${ARGN} would split
# lists such as ENVIRONMENT "A=1;B=2".
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
