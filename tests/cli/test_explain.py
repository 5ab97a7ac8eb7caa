"""deepwell explain: the table, the JSON, other weights, mistakes."""
import pathlib
import tempfile
import unittest

from test_commands import deepwell, lines

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


if __name__ == "__main__":
    unittest.main()
