"""deepwell explain: the table, the JSON, other weights, mistakes."""
import pathlib
import re
import tempfile
import unittest

from test_commands import deepwell, lines

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / "docs/evaluation.md"
# Black: K23 in the centre, 1 and 3 the bridge.  20 and 28 hold each other.  White is one behind.
FEN = "W:W14,21,28,K30:B1,3,12,20,K23"


def explained(fen, *args, size=8):
    result, = lines(deepwell("explain", fen, "--json", *args, size=size))
    return result


def values(result):
    return {h["name"]: (h["black"], h["white"]) for h in result["heuristics"]}


class Explain(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "weights.txt"

    def write_weights(self, **changes):
        names = [h["name"] for h in explained("start")["heuristics"]]
        self.file.write_text("".join(f"{name} {changes.get(name, '0 0 0 0')}\n" for name in names))

    def test_table(self):
        result = deepwell("explain", FEN)
        self.assertEqual(result.returncode, 0)
        self.assertIn("White to move, 9 pieces: phase 4 of 4", result.stdout)
        row, = [line for line in result.stdout.splitlines() if line.startswith("men and kings")]
        black, white, weight, *points = map(int, row.split()[3:])
        self.assertEqual((black, white, points), (5, 4, [5 * weight, 4 * weight, -weight]))
        total, = [line for line in result.stdout.splitlines() if line.startswith("total")]
        black, white, score = map(int, total.split()[1:])
        self.assertEqual((white - black, score), (score, explained(FEN)["score"]))
        self.assertIn("the network, which the player goes by, says", result.stdout)
        self.assertIn("for White", result.stdout)
        for line in deepwell("explain", FEN, "--all").stdout.splitlines():
            self.assertLess(len(line), 100)

    def test_rows_without_a_word_to_say_are_hidden_and_counted(self):
        shown = deepwell("explain", FEN).stdout.splitlines()
        silent = sum(pair == (0, 0) for pair in values(explained(FEN)).values())
        self.assertEqual(shown[-1], f"{silent} rows are 0 for both sides and not shown; --all shows them.")
        everything = deepwell("explain", FEN, "--all").stdout
        self.assertEqual(len(everything.splitlines()), len(shown) - 1 + silent)
        self.assertNotIn("not shown", everything)

    def test_json_adds_up(self):
        result = explained(FEN)
        self.assertEqual((result["side"], result["pieces"], result["phase"]), ("white", 9, 4))
        self.assertEqual(len(result["heuristics"]), 22)
        self.assertEqual(sum(h["contribution"] for h in result["heuristics"]), result["score"])
        for h in result["heuristics"]:
            self.assertEqual(h["contribution"], h["weight"] * (h["white"] - h["black"]))
            self.assertEqual(h["black_contribution"], h["weight"] * h["black"])
            self.assertEqual(h["white_contribution"], h["weight"] * h["white"])
        self.assertEqual(values(result)["back_row"], (4, 0))
        self.assertEqual(values(result)["king_count"], (1, 1))
        self.assertEqual(values(result)["pin"], (1, 1))

    def test_the_start_is_even_but_for_the_timing(self):
        result = explained("start")
        self.assertEqual(result["phase"], 1)
        uneven = {name for name, (black, white) in values(result).items() if black != white}
        self.assertEqual(uneven, {"side_to_move", "the_move"})

    def test_other_weights(self):
        self.write_weights(piece_count="7 7 7 7", king_count="1 1 1 3")
        self.assertEqual(explained(FEN, "--weights", str(self.file))["score"], -7)
        self.assertEqual(explained("B:W:B1,K5", "--weights", str(self.file))["score"], 17)

    def test_a_total_that_is_held_says_so(self):
        self.write_weights(exchange="1000 1000 1000 1000")
        result = deepwell("explain", "B:W32:B1,2,3", "--weights", str(self.file)).stdout
        self.assertIn("The total is held within 20000 points.", result)
        self.assertIn("+40000      +0    +20000", result)

    def test_bad_weights_name_the_line(self):
        self.file.write_text("# mine\npiece_count 1 2 3\n")
        result = deepwell("explain", FEN, "--weights", str(self.file))
        self.assertEqual(result.returncode, 2)
        self.assertIn("weights.txt: line 2: 'piece_count' needs 4 numbers", result.stderr)
        missing = deepwell("explain", FEN, "--weights", "/nonexistent.txt")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("/nonexistent.txt: No such file", missing.stderr)

    def test_the_built_in_weights_have_a_name(self):
        self.assertEqual(explained(FEN, "--weights", "chinook"), explained(FEN))

    def test_what_is_no_text_is_refused_in_one_line(self):
        for content, says in [(b"DWNETWRK\x01\x02\x00\xff", "it is a network, not weights of the heuristics"),
                              (bytes(range(256)) * 100, "it is no text file")]:
            self.file.write_bytes(content)
            result = deepwell("explain", FEN, "--weights", str(self.file))
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stderr, f"deepwell: {self.file}: {says}\n")

    def test_bad_position(self):
        result = deepwell("explain", "B:W18:B18")
        self.assertEqual(result.returncode, 2)
        self.assertIn("square 18 is given twice", result.stderr)

    def test_a_jump_that_is_due_is_mentioned(self):
        self.assertIn("White must jump", deepwell("explain", "W:W18:B14").stdout)
        self.assertNotIn("must jump", deepwell("explain", FEN).stdout)

    def test_a_batch(self):
        result = deepwell("explain", "-", "--json", stdin=f"start\n{FEN}\n")
        self.assertEqual([line["pieces"] for line in lines(result)], [24, 9])

    def test_help_has_an_example(self):
        self.assertIn("Example: deepwell explain", deepwell("explain", "--help").stdout)

    def test_other_board_sizes(self):
        for size in (7, 6, 5, 4):
            result = deepwell("explain", "start", "--json", size=size)
            self.assertEqual(result.returncode, 0, size)


# A row of a drawn board of 8x8, with words beside it; wings may be parted by |.
FIELD = r"(?:\([bBwW]\)|\.|\d+)"
ROW = re.compile(rf"^(?://)? +({FIELD}(?: +\|? *{FIELD}){{7}})(?:  +(\S.*))?$")


def pieces_drawn(row):
    """The pieces of a row by square; rows that are left out of a drawing are empty."""
    fields = row.replace("|", " ").split()
    squares = [i for i, field in enumerate(fields) if field != "."]
    number = next(int(fields[i]) - place for place, i in enumerate(squares) if fields[i].isdigit())
    assert number % 4 == 1 and len(squares) == 4, row
    for place, i in enumerate(squares):
        if fields[i].isdigit():
            assert int(fields[i]) == number + place, row
        else:
            yield number + place, fields[i].strip("()")


def pieces_of(fen):
    for colour, names in re.findall(r":([WB])([^:]*)", fen):
        for name in names.split(","):
            yield int(name.lstrip("K")), colour if name[0] == "K" else colour.lower()


def drawn(lines_of_text):
    """The pieces of a drawing, and the words beside it."""
    rows = [match for match in map(ROW.match, lines_of_text) if match]
    return dict(piece for row in rows for piece in pieces_drawn(row[1])), " ".join(row[2] or "" for row in rows)


class DrawnExamples(unittest.TestCase):
    """Each heuristic has a drawn board that is the FEN beside it, with the values that it says."""

    def test_in_the_sources(self):
        tests = re.sub(r"\s+", " ", (ROOT / "src/eval/heuristics_test.cpp").read_text())
        comments = {}
        for file in (ROOT / "src/eval").glob("*.h"):
            for comment, name in re.findall(r"((?:^//.*\n)+)(?:template.*\n)?.*inline int (\w+)\(", file.read_text(), re.M):
                comments[name] = comment
        for h in explained("start")["heuristics"]:
            with self.subTest(h["name"]):
                pieces, words = drawn(comments[h["name"]].splitlines())
                fen = re.match(r"[BW]:W\S*:B\S*", words)[0]
                self.assertEqual(pieces, dict(pieces_of(fen)))
                black, white = (int(re.search(rf"\b{side} (\d+)", words)[1]) for side in ("Black", "White"))
                self.assertEqual(values(explained(fen))[h["name"]], (black, white))
                member = h["name"].title().replace("_", "")
                self.assertIn(f'Heuristic::{member}, "{fen}"), (Pair{{{black}, {white}}})', tests)

    def test_in_the_documents(self):
        sections = dict(re.findall(r"^#### (\w+)\n((?:(?!#).*\n)+)", PAGE.read_text(), re.M))
        for h in explained("start")["heuristics"]:
            with self.subTest(h["name"]):
                section = sections.pop(h["name"])
                pieces, words = drawn(section.splitlines())
                fen = re.match(r"\s*deepwell explain (\S+) --all\s", words)[1]
                self.assertEqual(pieces, dict(pieces_of(fen)))
                board = deepwell("show", fen).stdout.splitlines()[:8]
                self.assertEqual([row.strip() for row in board],
                                 [match[1] for match in map(ROW.match, section.splitlines()) if match])
                row, = [row for row in deepwell("explain", fen, "--all").stdout.splitlines()
                        if row.startswith(h["words"] + "  ")]
                self.assertEqual(words.split()[4:], ["Black", "White", *row.split()[:-4]])
        self.assertEqual(sections, {})

    def test_the_table_in_the_documents(self):
        blocks = re.findall(r"(?:^(?:    .*)?\n)+", PAGE.read_text(), re.M)
        block, = [block for block in blocks if "$ deepwell explain" in block]
        fen, table = re.search(r"\$ deepwell explain (\S+)\n([^$]*)", block).groups()
        self.assertEqual([line[4:] for line in table.rstrip().splitlines()], deepwell("explain", fen).stdout.splitlines(),
                         f"docs/evaluation.md shows what `deepwell explain {fen}` printed once")


if __name__ == "__main__":
    unittest.main()
