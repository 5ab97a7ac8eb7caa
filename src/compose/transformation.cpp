#include "compose/transformation.h"

#include <algorithm>

#include "board/movegen.h"
#include "compose/piece_sight.h"

namespace deepwell::compose {

namespace {

using Candidates = std::vector<Candidate>;

bool rises_less(const Candidate& a, const Candidate& b) {
    return a.mark < b.mark;
}

class Making {
public:
    Making(const Position& position, const Constraints& constraints, const MarkOf& mark_of)
        : position_(position), constraints_(constraints), mark_of_(mark_of) {}

    Candidates moves_of_piece(Square from, Change change) const {
        Candidates made;
        const Side owner = owner_of(position_, from);
        const Position rest = without(position_, from);
        for (const Square to : position_.empty() - constraints_.forbidden)
            add(made,
                {.change = change,
                 .position = with_piece(rest, to, owner, position_.kings.contains(from)),
                 .from = from,
                 .to = to});
        return made;
    }
    Candidates all_moves(Change change) const {
        Candidates made;
        for (const Square from : movable())
            for (Candidate& candidate : moves_of_piece(from, change))
                made.push_back(std::move(candidate));
        return made;
    }
    // For each piece the square where the mark rises least or most.
    Candidates one_for_each_piece(Change change, double mark) const {
        Candidates made;
        for (const Square from : movable()) {
            Candidates moves = moves_of_piece(from, change);
            std::erase_if(moves, [&](const Candidate& c) { return c.mark <= mark; });
            if (moves.empty()) continue;
            made.push_back(change == Change::MoveToMin
                               ? *std::min_element(moves.begin(), moves.end(), rises_less)
                               : *std::max_element(moves.begin(), moves.end(), rises_less));
        }
        return made;
    }
    Candidates additions(Change change) const {
        Candidates made;
        if (position_.occupied().count() >= constraints_.most_pieces) return made;
        for (const Square to : position_.empty() - constraints_.forbidden)
            for (const Side owner : Sides)
                for (const bool is_king : {false, true})
                    add(made,
                        {.change = change,
                         .position = with_piece(position_, to, owner, is_king),
                         .to = to});
        return made;
    }
    Candidates deletions() const {
        Candidates made;
        for (const Square from : movable())
            add(made,
                {.change = Change::Delete, .position = without(position_, from), .from = from});
        return made;
    }

private:
    Bitboard movable() const { return position_.occupied() - constraints_.keep; }
    void add(Candidates& made, Candidate candidate) const {
        if (!is_possible(candidate.position)) return;
        candidate.mark = mark_of_(candidate.position);
        made.push_back(std::move(candidate));
    }

    const Position& position_;
    const Constraints& constraints_;
    const MarkOf& mark_of_;
};

// The piece that came to its square threatens there, and is threatened or not.
void keep_captors(Candidates& made, bool exposed) {
    std::erase_if(made, [&](const Candidate& c) {
        return !is_threatening(c.position, *c.to) || is_threatened(c.position, *c.to) != exposed;
    });
}

Candidates made_by(const Making& making, Change change, double mark) {
    Candidates made;
    switch (change) {
        case Change::MoveToMin:
        case Change::MoveToMax:
            return making.one_for_each_piece(change, mark);
        case Change::MoveToCapture:
            made = making.all_moves(change);
            keep_captors(made, false);
            std::erase_if(made, [&](const Candidate& c) { return c.mark <= mark; });
            return made;
        case Change::AddExposed:
        case Change::AddSafe:
            made = making.additions(change);
            keep_captors(made, change == Change::AddExposed);
            return made;
        case Change::Move:
            return making.all_moves(change);
        case Change::Delete:
            return making.deletions();
        case Change::Add:
            return making.additions(change);
    }
    return made;
}

}  // namespace

const char* name(Change change) {
    constexpr std::array<const char*, AllChanges.size()> Names{
        "move to min",
        "move to capture without being captured",
        "move to max",
        "add to capture, can be captured",
        "add to capture without being captured",
        "move",
        "delete",
        "add"};
    return Names[static_cast<std::size_t>(change)];
}

bool is_possible(const Position& position) {
    return !position.black.is_empty() && !position.white.is_empty() && !fault_of(position) &&
           !legal_moves(position).empty();
}

std::vector<Candidate> candidates(const Position& position,
                                  Change change,
                                  const Constraints& constraints,
                                  const MarkOf& mark_of,
                                  double mark) {
    Candidates made = made_by(Making(position, constraints, mark_of), change, mark);
    std::stable_sort(made.begin(), made.end(), [&](const Candidate& a, const Candidate& b) {
        return change == Change::MoveToMin ? rises_less(a, b) : rises_less(b, a);
    });
    return made;
}

}  // namespace deepwell::compose
