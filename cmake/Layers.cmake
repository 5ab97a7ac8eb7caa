# deepwell_layer(NAME ...): one static library per layer and board size, NAME-8, NAME-7, ...
#
#   SOURCES   the layer's sources
#   AVX2      sources compiled for x86-64-v3 as well, chosen at run time (see base/cpu.h)
#   LAYERS    layers below that it uses
#   LIBRARIES libraries from outside
#   COLD      nobody waits for what it computes: on small boards it is compiled quickly
#   COLDEST   on 8x8 too
#   ANY_SIZE  the layer does not know the board: one library NAME for all sizes
#   SIZES     only for these board sizes

set(DEEPWELL_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # They misfire on std::string: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651; the last two
    # where it is precompiled and no longer known to be a header of the system.
    list(APPEND DEEPWELL_WARNINGS -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(DEEPWELL_AVX2_FLAGS -mavx2 -mbmi -mbmi2 -mpopcnt)
endif()

# What almost every source includes, read by the compiler once for all layers and board sizes.
# Sources include what they use all the same: tools/lint reads them without this.
option(DEEPWELL_PRECOMPILE "Precompile the standard headers" ON)
set(DEEPWELL_PRECOMPILED_HEADERS
    <algorithm> <array> <atomic> <bit> <chrono> <compare> <condition_variable> <cstdint> <deque> <filesystem>
    <fstream> <functional> <iostream> <map> <memory> <mutex> <optional> <span> <sstream> <stop_token> <string>
    <string_view> <thread> <tuple> <utility> <variant> <vector> <fmt/chrono.h> <fmt/format.h>)

function(deepwell_compile_options target)
    target_compile_options(${target} PRIVATE ${DEEPWELL_WARNINGS})
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
endfunction()

function(deepwell_board_size target size)
    target_compile_definitions(${target} PUBLIC DEEPWELL_BOARD_SIZE=${size})
endfunction()

# Headers cost the compiler more than sources do: several sources are compiled as one (tools/lint
# knows).  On small boards, which nobody changes alone, a layer is one.  Names in anonymous
# namespaces of one layer must therefore differ.
option(DEEPWELL_UNITY "Compile several sources as one: quicker from scratch, slower after one change" ON)
function(deepwell_unity target batch)
    if(DEEPWELL_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            # A class in an anonymous namespace is not of a header only because it is included.
            target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
        endif()
    endif()
endfunction()

# Half of the compiler's time goes into -O3.  Boards of 4x4 and 5x5 are quick in any case.  What is
# precompiled keeps its level of optimisation whatever its users say, so there are two of them.
set(DEEPWELL_QUICK_COMPILATION $<$<CONFIG:Release>:-O1>)
function(deepwell_optimise target size is_cold is_coldest)
    set(headers base)
    if(is_coldest OR (is_cold AND size LESS 8) OR size LESS 6)
        target_compile_options(${target} PRIVATE ${DEEPWELL_QUICK_COMPILATION})
        set(headers command-line)
    endif()
    if(DEEPWELL_PRECOMPILE)
        target_precompile_headers(${target} REUSE_FROM ${headers})
    endif()
endfunction()

function(deepwell_layer name)
    cmake_parse_arguments(ARG "ANY_SIZE;COLD;COLDEST" "" "SOURCES;AVX2;LAYERS;LIBRARIES;SIZES" ${ARGN})
    list(TRANSFORM ARG_SOURCES PREPEND ${name}/)
    list(TRANSFORM ARG_AVX2 PREPEND ${name}/)
    if(DEEPWELL_AVX2_FLAGS)
        list(APPEND ARG_SOURCES ${ARG_AVX2})
        set_source_files_properties(${ARG_AVX2} PROPERTIES
            COMPILE_OPTIONS "${DEEPWELL_AVX2_FLAGS}" SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    if(ARG_ANY_SIZE)
        add_library(${name} STATIC ${ARG_SOURCES})
        deepwell_compile_options(${name})
        target_link_libraries(${name} PUBLIC ${ARG_LIBRARIES})
        if(DEEPWELL_PRECOMPILE)
            target_precompile_headers(${name} PRIVATE ${DEEPWELL_PRECOMPILED_HEADERS})
        endif()
        return()
    endif()
    foreach(size ${DEEPWELL_BOARD_SIZES})
        if(ARG_SIZES AND NOT size IN_LIST ARG_SIZES)
            continue()
        endif()
        set(target ${name}-${size})
        add_library(${target} STATIC ${ARG_SOURCES})
        deepwell_compile_options(${target})
        deepwell_board_size(${target} ${size})
        foreach(layer ${ARG_LAYERS})
            if(TARGET ${layer}-${size})
                target_link_libraries(${target} PUBLIC ${layer}-${size})
            elseif(NOT TARGET ${layer}-8)
                target_link_libraries(${target} PUBLIC ${layer})
            endif()
        endforeach()
        target_link_libraries(${target} PUBLIC ${ARG_LIBRARIES})
        if(size EQUAL 8)
            deepwell_unity(${target} 8)
        else()
            deepwell_unity(${target} 0)
        endif()
        deepwell_optimise(${target} ${size} ${ARG_COLD} ${ARG_COLDEST})
    endforeach()
endfunction()
