# robot_model_check_add_test(<model> [ARGUMENTS name:=value ...] [CONFIG file] [FAIL_ON error|warning|never])
#
# Adds a test that checks one robot description. <model> is a .urdf or .xacro file or a folder, relative to the source
# folder of the calling CMakeLists.txt, or the name of a ROS package. ARGUMENTS are xacro arguments; CONFIG is a
# configuration of robot_model_check; FAIL_ON is the lowest level that fails the test (default: what the configuration
# says, else error).
#
# Works in ament_cmake packages (call it where the linters are called, inside `if(BUILD_TESTING)`) and in plain CMake
# packages (after `include(CTest)`); `colcon test-result` shows each error and warning.

find_program(robot_model_check_EXECUTABLE check_model
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../lib/robot_model_check" "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
  NO_DEFAULT_PATH NO_CACHE)
if(NOT robot_model_check_EXECUTABLE)
  set(robot_model_check_FOUND FALSE)
  set(robot_model_check_NOT_FOUND_MESSAGE
    "check_model is neither in lib/robot_model_check nor in bin beside ${CMAKE_CURRENT_LIST_DIR}; install the package again")
  return()
endif()
# Not a variable: find_package may have been called in another scope than the test.
set_property(GLOBAL PROPERTY robot_model_check_EXECUTABLE "${robot_model_check_EXECUTABLE}")

# A name that no test of this package has yet: one model may be tested with several arguments.
function(_robot_model_check_test_name base result)
  get_property(used GLOBAL PROPERTY robot_model_check_TEST_NAMES)
  string(MAKE_C_IDENTIFIER "robot_model_check_${base}" stem)
  set(name "${stem}")
  set(count 1)
  while("${name}" IN_LIST used)
    math(EXPR count "${count} + 1")
    set(name "${stem}_${count}")
  endwhile()
  set_property(GLOBAL APPEND PROPERTY robot_model_check_TEST_NAMES "${name}")
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

function(robot_model_check_add_test model)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "CONFIG;FAIL_ON" "ARGUMENTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "robot_model_check_add_test: unknown argument '${arg_UNPARSED_ARGUMENTS}'; "
      "known are ARGUMENTS name:=value ..., CONFIG file, FAIL_ON error|warning|never")
  endif()
  if(DEFINED arg_FAIL_ON AND NOT arg_FAIL_ON MATCHES "^(error|warning|never)$")
    message(FATAL_ERROR "robot_model_check_add_test: FAIL_ON is '${arg_FAIL_ON}', must be error, warning or never")
  endif()
  foreach(argument IN LISTS arg_ARGUMENTS)
    if(NOT argument MATCHES "^[^:]+:=")
      message(FATAL_ERROR "robot_model_check_add_test: ARGUMENTS holds '${argument}', must be name:=value")
    endif()
  endforeach()

  get_filename_component(stem "${model}" NAME_WE)
  # A word without slash or dot that is no file or folder here is the name of a package.
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${model}" OR model MATCHES "[/.]")
    get_filename_component(model "${model}" ABSOLUTE)
  endif()
  _robot_model_check_test_name("${stem}" name)

  if(DEFINED AMENT_TEST_RESULTS_DIR)
    set(result "${AMENT_TEST_RESULTS_DIR}/${PROJECT_NAME}/${name}.xunit.xml")
  else()
    set(result "${CMAKE_BINARY_DIR}/test_results/${PROJECT_NAME}/${name}.xunit.xml")
  endif()
  get_property(executable GLOBAL PROPERTY robot_model_check_EXECUTABLE)
  set(command "${executable}" "${model}" --xunit-file "${result}")
  if(DEFINED arg_FAIL_ON)
    list(APPEND command --fail-on "${arg_FAIL_ON}")
  endif()
  if(DEFINED arg_CONFIG)
    get_filename_component(config "${arg_CONFIG}" ABSOLUTE)
    list(APPEND command --config "${config}")
  endif()
  list(APPEND command ${arg_ARGUMENTS})

  # Large meshes take their time on a busy build machine; the 60 s of ament_add_test are for unit tests.
  set(timeout 300)
  if(COMMAND ament_add_test)
    ament_add_test("${name}"
      COMMAND ${command}
      RESULT_FILE "${result}"
      OUTPUT_FILE "${CMAKE_BINARY_DIR}/robot_model_check/${name}.txt"
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      TIMEOUT ${timeout})
  else()
    get_filename_component(folder "${result}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    add_test(NAME "${name}" COMMAND ${command} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    set_tests_properties("${name}" PROPERTIES TIMEOUT ${timeout})
  endif()
  set_tests_properties("${name}" PROPERTIES LABELS "robot_model_check")
endfunction()
