// A collection of problems with stated results: lines NAME,"FEN",RESULT,...

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board/position.h"
#include "board/wdl.h"

namespace deepwell::cli {

struct Problem {
    std::string name;
    std::string fen;
    std::optional<Position> position;  // nothing: misprinted
    std::string fault;                 // why
    std::string result;
    Wdl value = Wdl::Draw;  // for the side to move
};

// Throws BadInput, naming the line, if the file cannot be read.
std::vector<Problem> problems_of(const std::string& file);

}  // namespace deepwell::cli
