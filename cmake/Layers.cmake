# deepwell_layer(NAME ...): one static library per layer and board size, NAME-8, NAME-7, ...
#
#   SOURCES   the layer's sources
#   AVX2      sources compiled for x86-64-v3 as well, chosen at run time (see base/cpu.h)
#   LAYERS    layers below that it uses
#   LIBRARIES libraries from outside
#   ANY_SIZE  the layer does not know the board: one library NAME for all sizes

set(DEEPWELL_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # Misfires on operator+ of std::string: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651
    list(APPEND DEEPWELL_WARNINGS -Wno-restrict)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(DEEPWELL_AVX2_FLAGS -mavx2 -mbmi -mbmi2 -mpopcnt)
endif()

function(deepwell_compile_options target)
    target_compile_options(${target} PRIVATE ${DEEPWELL_WARNINGS})
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
endfunction()

function(deepwell_board_size target size)
    target_compile_definitions(${target} PUBLIC DEEPWELL_BOARD_SIZE=${size})
endfunction()

function(deepwell_layer name)
    cmake_parse_arguments(ARG "ANY_SIZE" "" "SOURCES;AVX2;LAYERS;LIBRARIES" ${ARGN})
    list(TRANSFORM ARG_SOURCES PREPEND ${name}/)
    list(TRANSFORM ARG_AVX2 PREPEND ${name}/)
    if(DEEPWELL_AVX2_FLAGS)
        list(APPEND ARG_SOURCES ${ARG_AVX2})
        set_source_files_properties(${ARG_AVX2} PROPERTIES COMPILE_OPTIONS "${DEEPWELL_AVX2_FLAGS}")
    endif()
    if(ARG_ANY_SIZE)
        add_library(${name} STATIC ${ARG_SOURCES})
        deepwell_compile_options(${name})
        target_link_libraries(${name} PUBLIC ${ARG_LIBRARIES})
        return()
    endif()
    foreach(size ${DEEPWELL_BOARD_SIZES})
        set(target ${name}-${size})
        add_library(${target} STATIC ${ARG_SOURCES})
        deepwell_compile_options(${target})
        deepwell_board_size(${target} ${size})
        foreach(layer ${ARG_LAYERS})
            if(TARGET ${layer}-${size})
                target_link_libraries(${target} PUBLIC ${layer}-${size})
            else()
                target_link_libraries(${target} PUBLIC ${layer})
            endif()
        endforeach()
        target_link_libraries(${target} PUBLIC ${ARG_LIBRARIES})
    endforeach()
endfunction()
