// certificate-maker DATA FEN PIECES FILE: the value of a position as a certificate of the 8x8
// board.
//
// The values come from the databases in DATA, but only the files up to PIECES are listed, so that
// the rest has to be shown by records.  Makes large certificates for measuring the checker.
// Wins need distances.

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "board/fen.h"
#include "board/movegen.h"
#include "checker/certificate_maker.h"
#include "egdb/database.h"

namespace certificate {

namespace {

using deepwell::Side;

Position translated(const deepwell::Position& p) {
    return {p.black.bits(),
            p.white.bits(),
            p.kings.bits(),
            static_cast<std::uint8_t>(p.side == Side::Black ? 0 : 1)};
}
deepwell::Position translated(const Position& p) {
    using deepwell::Bitboard;
    return {Bitboard(p.black),
            Bitboard(p.white),
            Bitboard(p.kings),
            p.side == 0 ? Side::Black : Side::White};
}

class DatabaseGame {
public:
    DatabaseGame(const deepwell::egdb::Database& database, int listed)
        : database_(database), listed_(listed) {}

    std::vector<Position> moves(const Position& p) const {
        std::vector<Position> after;
        const deepwell::Position position = translated(p);
        for (const deepwell::Move& move : legal_moves(position))
            after.push_back(translated(play(position, move)));
        std::sort(after.begin(), after.end());
        after.erase(std::unique(after.begin(), after.end()), after.end());
        return after;
    }
    int value(const Position& p) const {
        return static_cast<int>(database_.probe(translated(p)).low);
    }
    int distance(const Position& p) const { return database_.distance(translated(p)).value_or(0); }
    bool is_leaf(const Position& p) const {
        return p.black != 0 && p.white != 0 && std::popcount(p.black | p.white) <= listed_;
    }

private:
    const deepwell::egdb::Database& database_;
    int listed_;
};

std::vector<File> files_of(const deepwell::egdb::Database& database, int pieces) {
    std::vector<File> files;
    for (int count = 2; count <= pieces; ++count)
        for (const auto& m : deepwell::egdb::materials_with(count))
            files.push_back({{static_cast<std::uint8_t>(m.black.kings),
                              static_cast<std::uint8_t>(m.black.men),
                              static_cast<std::uint8_t>(m.white.kings),
                              static_cast<std::uint8_t>(m.white.men)},
                             database.file(m)->checksum()});
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) {
        return a.material < b.material;
    });
    return files;
}

int run(const std::string& data, const std::string& fen, int listed, const std::string& out) {
    const auto root = deepwell::parse_fen(fen);
    if (!root) throw std::runtime_error(root.error());
    const deepwell::egdb::Database database(data + "/egdb/8x8");
    DatabaseGame game(database, listed);
    Maker<DatabaseGame> maker(game);
    const Position position = translated(*root);
    const int value = game.value(position) + 1;
    Certificate certificate = maker.make(position, value, value, 8);
    certificate.files = files_of(database, listed);
    const Bytes bytes = to_bytes(certificate);
    std::ofstream(out, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    for (const Section& section : certificate.sections)
        std::cout << section.records.size() << " records\n";
    return 0;
}

}  // namespace

}  // namespace certificate

int main(int argc, char** argv) {
    if (argc != 5) {
        std::cerr << "certificate-maker DATA FEN PIECES FILE\n";
        return 2;
    }
    try {
        return certificate::run(argv[1], argv[2], std::atoi(argv[3]), argv[4]);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
