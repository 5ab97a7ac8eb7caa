"""The commands as a user meets them: output, JSON, exit codes, one line for every mistake."""
import json
import os
import pathlib
import pty
import signal
import subprocess
import tempfile
import time
import unittest

BIN = pathlib.Path(os.environ["DEEPWELL_BIN"])
SHARED = pathlib.Path(os.environ.get("DEEPWELL_SHARED", "/nonexistent")) / "data"


def deepwell(*args, stdin="", size=8, env=None):
    program = BIN / ("deepwell" if size == 8 else f"deepwell-{size}")
    return subprocess.run([program, *args], input=stdin, capture_output=True, text=True, timeout=300,
                          env={**os.environ, **(env or {})})


def on_terminal(*args):
    """Everything that a terminal gets, and what can be seen of it at the end."""
    terminal, ours = pty.openpty()
    process = subprocess.Popen([BIN / "deepwell", *args], stdin=ours, stdout=ours, stderr=ours)
    os.close(ours)
    written = b""
    while True:
        try:
            written += os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
    os.close(terminal)
    process.wait(timeout=300)
    text = written.decode().replace("\r\n", "\n")
    return text, "\n".join(line.split("\r\x1b[K")[-1] for line in text.split("\n"))


def lines(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def table_of(document, head):
    """The cells of each row of the table that begins so."""
    rows = document[document.index(head):].split("\n\n")[0].splitlines()
    return [[cell.strip(" `") for cell in row.split("|")[1:-1]] for row in rows if not row.startswith("|---")]


class EngineOptions(unittest.TestCase):
    def test_every_command_offers_what_the_document_says(self):
        document = (pathlib.Path(__file__).parents[2] / "docs" / "engine.md").read_text()
        head, *rows = table_of(document, "| option | `play`")
        offers = {option: row[1:5] for row in rows for option in row[0].split(", ")}
        self.assertEqual(set(offers), {row[0] for row in table_of(document, "| option | values")[1:]})
        for i, command in enumerate(head[1:5]):
            text = deepwell(command, "--help").stdout
            for option, offered in offers.items():
                with self.subTest(option=option, command=command):
                    self.assertEqual(f"  --{option} " in text, offered[i] == "yes")

    def test_a_path_without_databases_is_refused(self):
        for args in (["analyse", "start"], ["play"], ["play", "--level", "2"], ["hub"]):
            result = deepwell(*args, "--egdb-path", "/nonexistent")
            self.assertEqual(result.returncode, 2, args)
            self.assertEqual(result.stderr,
                             "deepwell: egdb-path: /nonexistent has no endgame databases of up to 10 pieces\n")


class BadInput(unittest.TestCase):
    def assert_refused(self, *args, says, stdin=""):
        result = deepwell(*args, stdin=stdin)
        self.assertEqual(result.returncode, 2, result)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(says, result.stderr)

    def test_positions_that_are_none(self):
        for fen, says in [("B:W18:B18", "square 18 is given twice"),
                          ("B:W1:B5", "White has a man on its king row, square 1"),
                          ("B:W5:B32", "Black has a man on its king row, square 32"),
                          ("B:W33:B1", "square 33 is not on the 8x8 board"),
                          ("B:W0:B1", "square 0 is not on the 8x8 board"),
                          ("W18:B1", "':' expected"),
                          ("B", "it lists no pieces"),
                          ("B:W1-13K:B32", "':' expected"),
                          ("\x01\x02", "it must begin with the side to move")]:
            with self.subTest(fen):
                if fen:
                    self.assert_refused("show", fen, says=says)
                for command in (["moves", "-"], ["perft", "1", "--fen", "-"]):
                    if fen:
                        self.assert_refused(*command, stdin=fen + "\n", says=says)

    def test_an_empty_argument_is_no_position(self):
        self.assert_refused("moves", "", says="it is empty")
        self.assert_refused("perft", "3", "--fen", "", says="it is empty")

    def test_usage(self):
        self.assert_refused("perft", "0x5", says="is not a whole number")
        self.assert_refused("nonsense", says="nonsense")
        self.assert_refused("perft", says="DEPTH is required")
        self.assert_refused("perft", "-1", says="perft --help")
        self.assert_refused("perft", "3", "--count", "some", says="--count")
        self.assert_refused("perft", "x", says="DEPTH")
        self.assert_refused("pdn", says="pdn --help")
        self.assert_refused("pdn", "check", "/nonexistent.pdn", says="/nonexistent.pdn: No such file")
        self.assert_refused("pdn", "filter", "x", "--opening", "175", says="opening '175'")
        self.assert_refused("openings", "--find", "11-14", says="11-14")

    def test_a_bad_line_of_a_batch_does_not_stop_the_rest(self):
        result = deepwell("moves", "-", "--json", stdin="B:W32:B1\nrubbish\n\nW:WK5:B2\n")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(len(result.stderr.splitlines()), 1)
        first, bad, last = lines(result)
        self.assertEqual([m["move"] for m in first["moves"]], ["1-5", "1-6"])
        self.assertEqual(bad["line"], 2)
        self.assertIn("error", bad)
        self.assertEqual(last["fen"], "W:WK5:B2")


class Interrupts(unittest.TestCase):
    def stopped(self, *args, stdin=subprocess.DEVNULL):
        process = subprocess.Popen([BIN / "deepwell", *args], stdin=stdin, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=5)
        return process.returncode, errors

    def test_ctrl_c_stops_a_count(self):
        for options in ([], ["--threads", "2"], ["--hash", "16"]):
            code, errors = self.stopped("perft", "40", *options)
            self.assertEqual(code, 130)
            self.assertEqual(errors.splitlines()[-1].count("stopped"), 1)

    def test_ctrl_c_ends_the_wait_for_input(self):
        code, _ = self.stopped("perft", "3", "--fen", "-", stdin=subprocess.PIPE)
        self.assertEqual(code, -signal.SIGINT)


class Commands(unittest.TestCase):
    def test_help_has_an_example_everywhere(self):
        for command in (["play"], ["analyse"], ["show"], ["moves"], ["explain"], ["perft"], ["openings"], ["bench"], ["pdn", "check"],
                        ["pdn", "convert"], ["pdn", "filter"], ["pdn", "split"], ["egdb", "build"],
                        ["egdb", "stats"], ["egdb", "probe"], ["egdb", "verify"]):
            result = deepwell(*command, "--help")
            self.assertEqual(result.returncode, 0)
            self.assertIn("Example: deepwell " + " ".join(command), result.stdout)

    def test_without_arguments_a_tour(self):
        result = deepwell()
        self.assertEqual(result.returncode, 0)
        self.assertIn("Try:", result.stdout)

    def test_perft_json(self):
        result, = lines(deepwell("perft", "6", "--json"))
        self.assertEqual((result["depth"], result["nodes"]), (6, 36768))
        self.assertGreater(result["nodes_per_second"], 0)
        self.assertGreater(result["seconds"], 0)

    def test_perft_divide_sums_up_with_table_and_threads(self):
        result, = lines(deepwell("perft", "9", "--divide", "--json", "--hash", "16", "--threads", "2"))
        self.assertEqual(sum(result["divide"].values()), 3963680)
        self.assertEqual(len(result["divide"]), 7)

    def test_decimal_numbers_may_have_leading_zeros(self):
        result, = lines(deepwell("perft", "03", "--json"))
        self.assertEqual(result["nodes"], 302)

    def test_perft_of_twin_paths(self):
        # The king on 14 goes round 10 11 19 18 in either direction: one move or two.
        fen = "W:WK14:B10,11,18,19"
        for how, nodes in (("unique", 1), ("paths", 2)):
            result, = lines(deepwell("perft", "1", "--fen", fen, "--count", how, "--json"))
            self.assertEqual(result["nodes"], nodes)

    def test_perft_portable_agrees(self):
        result, = lines(deepwell("perft", "8", "--json", env={"DEEPWELL_KERNEL": "portable"}))
        self.assertEqual(result["nodes"], 845931)

    def test_moves_json_gives_the_position_after_each(self):
        result, = lines(deepwell("moves", "W:W18,K27:B14,15,K3", "--json"))
        self.assertEqual([(m["move"], m["fen"]) for m in result["moves"]],
                         [("18x9", "B:W9,K27:BK3,15"), ("18x11", "B:W11,K27:BK3,14")])

    def test_show(self):
        result = deepwell("show", "B:W18:BK3,14.")
        self.assertEqual(result.returncode, 0)
        self.assertIn("(B)", result.stdout)
        self.assertIn("B:W18:BK3,14\n", result.stdout)
        self.assertIn("\x1b[48;5", deepwell("show", "start", "--colour").stdout)
        lost = deepwell("show", "B:WK1:B").stdout
        self.assertIn("White wins", lost)

    def test_other_board_sizes(self):
        for size, men in ((7, 7), (6, 6), (5, 3), (4, 2)):
            result, = lines(deepwell("show", "start", "--json", size=size))
            self.assertEqual((result["size"], result["black_men"], result["white_men"]), (size, men, men))
        refused = deepwell("show", "B:W19:B1", size=6)
        self.assertIn("square 19 is not on the 6x6 board", refused.stderr)
        self.assertEqual(refused.returncode, 2)

    def test_openings(self):
        found, = lines(deepwell("openings", "--find", "11-15 23-19 8-11", "--json"))
        self.assertEqual(found["acf_number"], 126)
        self.assertEqual(len(lines(deepwell("openings", "--json"))), 174)
        self.assertEqual(len(lines(deepwell("openings", "two-move", "--json"))), 47)
        self.assertEqual(deepwell("openings", "--find", "11-15").returncode, 1)
        self.assertEqual(deepwell("openings", size=6).returncode, 2)


GAMES = """[Event "One"]
[Black "A Smith"]
[White "B Jones"]
[Result "1-0"]
1. 11-15 23-19 {A remark} 2. 8-11 22-17 1-0

[Event "Two"]
[Black "C Brown"]
[White "A Smith"]
[Result "1/2-1/2"]
1. 9-13 22-18 2. 12-16 *
"""


class Problems(unittest.TestCase):
    def test_stated_results_are_compared_with_what_is_found(self):
        jump = "B:W14:B9"  # wins at once
        far_ahead = "B:WK29:B1,2,3,4,K5"
        rows = [("sound", jump, "BLACK_WINS"), ("wrong", jump, "WHITE_WINS"), ("no draw", jump, "DRAW"),
                ("misprint", "B:W1:B9", "BLACK_WINS"), ("long", far_ahead, "BLACK_WINS"),
                ("leaning", "B:W21,22,23,24,25,26,27,28,29,30:B1,2,3,4,5,6,7,8,9,10,11,12", "DRAW")]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "problems.csv"
            file.write_text("name,fen,stated_result,pieces\n" +
                            "".join(f'{name},"{fen}",{result},2\n' for name, fen, result in rows))
            run = deepwell("bench", "problems", "--file", str(file), "--data", folder, "--milliseconds", "100", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        *told, tally = lines(run)
        agreements = {line["name"]: line.get("agreement", "misprint") for line in told}
        self.assertEqual((agreements["wrong"], agreements["no draw"], agreements["misprint"]),
                         ("refuted", "refuted", "misprint"))
        self.assertNotIn("sound", agreements)
        self.assertIn(agreements.get("long", "solved"), ("ahead", "solved"))
        self.assertEqual(agreements["leaning"], "leaning")
        self.assertEqual((tally["problems"], tally["refuted"], tally["misprints"], tally["leaning"]), (6, 2, 1, 1))
        self.assertEqual(tally["solved"] + tally["ahead"], 3)
        self.assertAlmostEqual(tally["by_a_man"], 200 / 6)


class Pdn(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "games.pdn"
        self.file.write_text(GAMES)

    def test_check_counts_and_names_the_reading(self):
        result = deepwell("pdn", "check", str(self.file))
        self.assertEqual(result.returncode, 0)
        self.assertIn("2 games, 7 plies, 0 faulty; 0 won by Black, 1 by White, 1 drawn", result.stdout)
        self.assertIn("1-0 means that White won", result.stderr)
        other = deepwell("pdn", "check", "--results", "first-player", str(self.file))
        self.assertIn("1 won by Black, 0 by White", other.stdout)

    def test_check_reports_an_illegal_move_and_goes_on(self):
        self.file.write_text(GAMES.replace("22-17 1-0", "22-16 1-0"))
        result, = lines(deepwell("pdn", "check", "--json", str(self.file)))
        self.assertEqual((result["games"], result["faulty"]), (2, 1))
        error, = result["errors"]
        self.assertEqual((error["game"], error["line"], error["ply"], error["text"]), (1, 5, 4, "22-16"))
        self.assertEqual(deepwell("pdn", "check", str(self.file)).returncode, 1)

    def test_convert_states_results_by_the_standard(self):
        out = self.file.with_name("out.pdn")
        result = deepwell("pdn", "convert", "--results", "first-player", "-o", str(out), str(self.file))
        self.assertEqual(result.returncode, 0)
        text = out.read_text()
        self.assertIn('[Result "0-1"]', text)
        self.assertIn("{A remark}", text)
        games = lines(deepwell("pdn", "convert", "--json", str(self.file)))
        self.assertEqual(games[1]["moves"], ["9-13", "22-18", "12-16"])

    def test_filter(self):
        def kept(*args):
            return [g["tags"]["Event"] for g in lines(deepwell("pdn", "filter", str(self.file), "--json", *args))]
        self.assertEqual(kept("--player", "smith"), ["One", "Two"])
        self.assertEqual(kept("--player", "jones"), ["One"])
        self.assertEqual(kept("--result", "draw"), ["Two"])
        self.assertEqual(kept("--result", "black", "--results", "first-player"), ["One"])
        self.assertEqual(kept("--opening", "126"), ["One"])
        self.assertEqual(kept("--opening", "9-13"), ["Two"])

    def test_split(self):
        out = pathlib.Path(self.folder.name) / "out"
        done, = lines(deepwell("pdn", "split", str(self.file), "--by", "player", "-o", str(out), "--json"))
        self.assertEqual(done["games"], 2)
        self.assertEqual(sorted(f.name for f in out.iterdir()), ["A_Smith.pdn", "B_Jones.pdn", "C_Brown.pdn"])
        smith, = lines(deepwell("pdn", "check", "--json", str(out / "A_Smith.pdn")))
        self.assertEqual(smith["games"], 2)

    def test_what_follows_the_last_game_is_reported_too(self):
        self.file.write_text(GAMES + "\nhello\n")
        for command in (["check"], ["convert"], ["filter"], ["split", "-o", self.folder.name + "/s"]):
            result = deepwell("pdn", command[0], str(self.file), *command[1:])
            self.assertEqual(result.returncode, 1, command)
            self.assertIn("hello", result.stdout + result.stderr)

    def test_a_missing_file_does_not_stop_the_rest(self):
        result = deepwell("pdn", "check", "/nonexistent.pdn", str(self.file))
        self.assertEqual(result.returncode, 2)
        self.assertIn("2 games", result.stdout)

    def test_control_characters_do_not_reach_the_terminal(self):
        self.file.write_text('[GameType "\x1b]0;x\x07"]\n1. 11-15 *\n')
        result = deepwell("pdn", "check", str(self.file))
        self.assertNotIn("\x1b", result.stdout + result.stderr)

    def test_utf16_is_named(self):
        self.file.write_bytes(GAMES.encode("utf-16"))
        result = deepwell("pdn", "check", str(self.file))
        self.assertEqual(result.returncode, 2)
        self.assertIn("UTF-16", result.stderr)

    def test_a_directory_that_cannot_be_written_is_a_broken_world(self):
        result = deepwell("pdn", "convert", "-o", "/proc/nowhere/out.pdn", str(self.file))
        self.assertEqual(result.returncode, 3)
        self.assertIn("cannot write /proc/nowhere/out.pdn", result.stderr)

    @unittest.skipUnless((SHARED / "acf_games.pdn").exists(), "reference data not found")
    def test_the_shared_collections_replay(self):
        acf, tinsley = lines(deepwell("pdn", "check", "--json", str(SHARED / "acf_games.pdn"),
                                      str(SHARED / "tinsley.pdn")))
        self.assertEqual((acf["games"], acf["faulty"]), (8000, 0))
        self.assertEqual(tinsley["games"], 724)
        error, = tinsley["errors"]
        self.assertEqual((error["game"], error["line"], error["ply"], error["text"]), (541, 5588, 123, "32-28"))


if __name__ == "__main__":
    unittest.main()
