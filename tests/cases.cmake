# A test per MLIR file.
#   rules/   one file per rule of a specification, good cases and bad: `// expected-error` comments
#   ops/     programs with checks inside; every function runs
#   open/    programs with ops that garner does not run, and some that it does not know; upstream/ has what mlir-opt reads too
# and per shell script of cli/, which gets the command's path.
file(GLOB_RECURSE rule_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/rules/*.mlir)
foreach(file IN LISTS rule_files)
  add_test(NAME ${file} COMMAND garner check --split-input-file --verify-diagnostics ${CMAKE_CURRENT_SOURCE_DIR}/${file})
endforeach()
file(GLOB_RECURSE op_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/ops/*.mlir)
foreach(file IN LISTS op_files)
  add_test(NAME ${file} COMMAND garner run --split-input-file ${CMAKE_CURRENT_SOURCE_DIR}/${file})
endforeach()
file(GLOB_RECURSE open_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/open/*.mlir)
foreach(file IN LISTS open_files)
  add_test(NAME ${file} COMMAND garner check --allow-unregistered-dialect --split-input-file --verify-diagnostics
           ${CMAKE_CURRENT_SOURCE_DIR}/${file})
endforeach()
file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/cli/*.sh)
list(REMOVE_ITEM scripts cli/common.sh)
foreach(script IN LISTS scripts)
  add_test(NAME ${script} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/${script} $<TARGET_FILE:garner>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${script} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
# What measures the machine has it for itself.
set_tests_properties(cli/json.sh cli/manual.sh cli/output_file.sh cli/tune.sh PROPERTIES RUN_SERIAL ON)
file(GLOB examples CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/examples/*.mlir)
foreach(example IN LISTS examples)
  add_test(NAME ${example} COMMAND garner run ${PROJECT_SOURCE_DIR}/${example})
endforeach()
# What README.md and docs/ show is run, and what they say comes out is compared.
add_test(NAME play/options COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/play/options.sh)
add_test(NAME docs/lists COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/docs/lists.sh ${PROJECT_BINARY_DIR})
add_test(NAME docs/pages COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/docs/pages.sh ${PROJECT_BINARY_DIR})
set_tests_properties(docs/pages PROPERTIES SKIP_RETURN_CODE 77 RUN_SERIAL ON ENVIRONMENT "CC=${CMAKE_C_COMPILER}")
