# Labels of ctest, and a target for each that builds what its tests need: `make test-LAYER` (tools/test_layer) runs them.
#
# A test has the label of its folder below tests/ and of each folder on the way: rules/tcp/x.mlir has rules and tcp. The first word
# of its name is one more where a layer or a dialect is called so: cli/shard_model.sh has cli and shard. Others stand in the table.
set(label_table # a pattern of names, then what they test besides
    "^(rules|ops|open)/" dialects
    "^(ops|examples)/" interp
    "^open/" text
    "^(cli/lint|test_lint_)" survey
    "^(cli/plan_ttnn|cli/ttnn|test_misuse_ttnn)" tile
    "^(cli/tune|test_misuse_machine|test_misuse_tuning)" plan
    "^(cli/draw|test_misuse_explain|cli/pictures)" explain
    "^interop/emitted" emit
    "^interop/affine" emit,lower
    "^interop/lowered" lower
    "^interop/gradients" grad
    "^interop/torch$" frameworks,adjoint
    "^interop/torch_bags" bags
    "^interop/segments" segments
    "^interop/segment_calls" grouped
    "^interop/jax$" stablehlo,chlo,artifact,peers
    "^interop/onnx" onnx,frameworks
    "^interop/(open|bytecode)" text
    "^cli/convert_source" source
    "^cli/artifact|^test_artifact_" bytecode
    "^cli/(shard|grid)" comm
    "^test_misuse_spec" plan
    "^test_play" page
    "^test_(rows|hidden_run|run_errors)" interp)
list(LENGTH label_table label_table_length)
file(GLOB label_words RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/*)
file(GLOB label_dialects RELATIVE ${PROJECT_SOURCE_DIR}/src/dialects ${PROJECT_SOURCE_DIR}/src/dialects/*)
list(APPEND label_words ${label_dialects})
list(FILTER label_words EXCLUDE REGEX "[.]|^common$")

function(garner_labels_of test out) # of a program its source below tests/ counts
  set(path ${test})
  if(DEFINED source_of_${test})
    set(path ${source_of_${test}})
  endif()
  get_filename_component(folder ${path} DIRECTORY)
  get_filename_component(word ${path} NAME_WE)
  string(REPLACE "/" ";" labels "${folder}")
  string(REGEX REPLACE "^test_(misuse_)?" "" word ${word})
  string(REGEX REPLACE "_.*" "" word ${word})
  if(word IN_LIST label_words AND NOT labels STREQUAL house)
    list(APPEND labels ${word})
  endif()
  foreach(at RANGE 0 ${label_table_length} 2)
    if(at LESS label_table_length)
      math(EXPR behind "${at} + 1")
      list(GET label_table ${at} pattern)
      if(test MATCHES "${pattern}")
        list(GET label_table ${behind} more)
        string(REPLACE "," ";" more ${more})
        list(APPEND labels ${more})
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES labels)
  set(${out} ${labels} PARENT_SCOPE)
endfunction()

set(needed_by_scripts)
foreach(target IN ITEMS garner garner_static garner_shared)
  if(TARGET ${target})
    list(APPEND needed_by_scripts ${target})
  endif()
endforeach()
set(interop_programs onnx_calls onnx_programs bytecode_copy random_programs lowered_programs affine_programs)
get_property(all_tests DIRECTORY PROPERTY TESTS)
set(all_labels)
set(lines)
foreach(test IN LISTS all_tests)
  garner_labels_of(${test} labels)
  set_property(TEST ${test} APPEND PROPERTY LABELS ${labels})
  list(APPEND all_labels ${labels})
  string(REPLACE ";" " " line "${labels}")
  string(APPEND lines "${test}: ${line}\n")
  set(needed ${needed_by_scripts})
  if(TARGET ${test})
    set(needed ${test})
  elseif(test MATCHES "^interop/")
    list(APPEND needed ${interop_programs})
  elseif(test MATCHES "^bench/")
    list(APPEND needed ${needed_by_bench_scripts})
  endif()
  foreach(label IN LISTS labels)
    list(APPEND needed_by_${label} ${needed})
  endforeach()
endforeach()
list(REMOVE_DUPLICATES all_labels)
list(SORT all_labels)
foreach(label IN LISTS all_labels)
  list(REMOVE_DUPLICATES needed_by_${label})
  add_custom_target(tests_of_${label} DEPENDS ${needed_by_${label}})
endforeach()
list(JOIN all_labels "\n" text)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/labels.txt "${text}\n")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/test_labels.txt "${lines}") # for tests/house/labels.sh
