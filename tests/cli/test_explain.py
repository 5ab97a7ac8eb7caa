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
        black, white, weight, points = row.split()[3:]
        self.assertEqual((black, white, int(points)), ("5", "4", -int(weight)))
        self.assertIn("the network, which the player goes by, says", result.stdout)
        self.assertIn("total for White, who is to move", result.stdout)
        self.assertNotIn("runaway", result.stdout)
        self.assertGreater(len(deepwell("explain", FEN, "--all").stdout.splitlines()),
                           len(result.stdout.splitlines()))

    def test_json_adds_up(self):
        result = explained(FEN)
        self.assertEqual((result["side"], result["pieces"], result["phase"]), ("white", 9, 4))
        self.assertEqual(len(result["heuristics"]), 22)
        self.assertEqual(sum(h["contribution"] for h in result["heuristics"]), result["score"])
        for h in result["heuristics"]:
            self.assertEqual(h["contribution"], h["weight"] * (h["white"] - h["black"]))
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


if __name__ == "__main__":
    unittest.main()
