// Lets a search ask an oracle until the end of a block, however that is left: a damaged database
// ends a search too.

#pragma once

#include "search/searcher.h"

namespace deepwell::proof {

class OracleForAWhile {
public:
    OracleForAWhile(search::Searcher& searcher, search::Oracle* oracle) : searcher_(searcher) {
        searcher_.set_oracle(oracle);
    }
    ~OracleForAWhile() { searcher_.set_oracle(nullptr); }
    OracleForAWhile(const OracleForAWhile&) = delete;
    OracleForAWhile& operator=(const OracleForAWhile&) = delete;

private:
    search::Searcher& searcher_;
};

}  // namespace deepwell::proof
