"""deepwell analyse: positions, games, JSON, databases, interrupts, mistakes."""
import json
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, deepwell, lines

SHOT = "B:W21,23,24,29:B6,10,15,16"   # 15-19 gives one and takes two
GIVEN_AWAY = '[Black "A"]\n[White "B"]\n\n1. 9-14 22-17 2. 14-18 23x14 *\n'


def analyse(*args, stdin=""):
    return deepwell("analyse", *args, "--hash", "4", stdin=stdin)


class Positions(unittest.TestCase):
    def test_json_has_just_these_keys(self):
        answer, = lines(analyse(SHOT, "--depth", "9", "--json", "--no-egdb"))
        self.assertEqual(list(answer), ["fen", "best", "score", "wdl", "depth", "nodes", "nps", "pv"])
        self.assertEqual(answer["fen"], SHOT)
        self.assertEqual(answer["best"], "15-19")
        self.assertGreater(answer["score"], 100)
        self.assertIsNone(answer["wdl"])
        self.assertEqual(answer["depth"], 9)
        self.assertEqual(answer["pv"][0], "15-19")

    def test_the_same_depth_gives_the_same_answer(self):
        answers = [lines(analyse("start", "--depth", "8", "--json", "--no-egdb"))[0] for _ in range(2)]
        for answer in answers:
            del answer["nps"]
        self.assertEqual(answers[0], answers[1])

    def test_text_ends_with_the_best_move_and_its_line(self):
        result = analyse(SHOT, "--depth", "9", "--no-egdb")
        self.assertEqual(result.returncode, 0)
        self.assertNotIn("\r", result.stdout)
        self.assertTrue(result.stdout.startswith("depth  1 "), result.stdout)
        self.assertIn("\nBest: 15-19\nLine: 15-19 24x15 10x19x26", result.stdout.replace("10x26", "10x19x26"))

    def test_many_best_moves(self):
        answer, = lines(analyse("start", "--depth", "6", "--multipv", "3", "--json", "--no-egdb"))
        scores = [line["score"] for line in answer["lines"]]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(len({line["move"] for line in answer["lines"]}), 3)
        self.assertEqual(answer["best"], answer["lines"][0]["move"])
        text = analyse("start", "--depth", "6", "--multipv", "3", "--no-egdb").stdout
        self.assertRegex(text, r"\n 3\. +[-+]\d\.\d\d  ")

    def test_limits_of_time_and_nodes(self):
        begun = time.monotonic()
        analyse("start", "--time", "0.2", "--json", "--no-egdb")
        self.assertLess(time.monotonic() - begun, 10)
        answer, = lines(analyse("start", "--nodes", "20000", "--json", "--no-egdb"))
        self.assertLess(answer["nodes"], 40_000)

    def test_positions_from_standard_input(self):
        result = analyse("-", "--depth", "5", "--json", "--no-egdb", stdin=f"start\nnonsense\n\n{SHOT}\n")
        self.assertEqual(result.returncode, 2)
        answers = lines(result)
        self.assertEqual(len(answers), 3)
        self.assertIn("error", answers[1])

    def test_a_lost_position_has_no_best_move(self):
        answer, = lines(analyse("B:W18:B", "--depth", "5", "--json", "--no-egdb"))
        self.assertEqual((answer["best"], answer["wdl"], answer["pv"]), (None, "loss", []))

    def test_ctrl_c_ends_it_with_what_was_found(self):
        process = subprocess.Popen([BIN / "deepwell", "analyse", "start", "--time", "100", "--json", "--no-egdb"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertIn(json.loads(out)["best"], ("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"))
        self.assertEqual(len(errors.splitlines()), 1)

    def test_mistakes(self):
        for args, says in [(["nonsense"], "FEN 'nonsense'"),
                           (["missing.pdn"], "missing.pdn: No such file"),
                           (["start", "--time", "soon"], "no number of seconds"),
                           (["start", "--time", "0"], "not between"),
                           (["start", "--game", "1"], "for files of games"),
                           (["start", "--weights", "/nowhere"], "/nowhere: No such file"),
                           (["start", "--multipv", "0"], "--multipv")]:
            with self.subTest(args):
                result = analyse(*args)
                self.assertEqual(result.returncode, 2, result)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn(says, result.stderr)

    def test_help_has_an_example(self):
        self.assertIn("Example: deepwell analyse", deepwell("analyse", "--help").stdout)


class Games(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.data = cls.directory.name
        built = deepwell("egdb", "build", "--pieces", "3", "--data", cls.data)
        assert built.returncode == 0, built.stderr

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def file(self, text):
        file = pathlib.Path(self.data) / "games.pdn"
        file.write_text(text)
        return str(file)

    def test_the_man_that_was_given_away_is_marked_with_a_better_line(self):
        result = analyse(self.file(GIVEN_AWAY), "--depth", "7", "--no-egdb")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"2\.\s14-18\?{1,2}\s\{from\s[-+]\d\.\d\d\sto\s-\d\.\d\d\}\s\(2\.\s")
        self.assertRegex(result.stderr, r"1 game, 4 moves: \d dubious, (0 mistakes, 1 blunder|1 mistake, 0 blunders)")
        again = deepwell("pdn", "check", self.file(result.stdout))
        self.assertEqual(again.returncode, 0, again.stdout)

    def test_the_truth_of_the_databases_stands_in_comments(self):
        game = '[FEN "W:WK18,K19:BK1"]\n1. 18-14 1-5 2. 14-9 5x14 3. 19-15 *\n'
        result = analyse(self.file(game), "--depth", "5", "--data", self.data)
        self.assertIn("1... 18-14 {White wins, 21 plies} 2. 1-5 14-9??", result.stdout)
        self.assertRegex(result.stdout, r"\{from won in 19 to drawn\}")

    def test_json_has_one_object_per_game(self):
        games = lines(analyse(self.file(GIVEN_AWAY + "\n" + GIVEN_AWAY), "--depth", "6", "--json", "--no-egdb"))
        self.assertEqual([game["game"] for game in games], [1, 2])
        self.assertEqual([move["move"] for move in games[1]["moves"]], ["9-14", "22-17", "14-18", "23x14"])
        marks = [move["mark"] for move in games[0]["moves"]]
        self.assertIn(marks.pop(2), ["?", "??"])
        self.assertLessEqual(set(marks), {"", "?!"})

    def test_some_of_the_games(self):
        file = self.file("\n".join([GIVEN_AWAY] * 4))
        for wanted, numbers in [("2", [2]), ("2-3", [2, 3]), ("3-", [3, 4])]:
            games = lines(analyse(file, "--depth", "2", "--json", "--no-egdb", "--game", wanted))
            self.assertEqual([game["game"] for game in games], numbers)
        for wanted in ("0", "5", "3-2", "x", "1-x", "-"):
            result = analyse(file, "--game", wanted, "--depth", "2")
            self.assertEqual(result.returncode, 2, wanted)
            self.assertEqual(len(result.stderr.splitlines()), 1)

    def test_output_into_a_file(self):
        out = pathlib.Path(self.data) / "judged.pdn"
        result = analyse(self.file(GIVEN_AWAY), "--depth", "6", "--no-egdb", "-o", str(out))
        self.assertEqual(result.stdout, "")
        self.assertIn("14-18?", out.read_text())
        broken = analyse(self.file(GIVEN_AWAY), "--depth", "2", "--no-egdb", "-o", "/nonexistent/x.pdn")
        self.assertEqual(broken.returncode, 3)

    def test_a_faulty_game_is_judged_as_far_as_it_goes(self):
        result = analyse(self.file("1. 11-15 23-19 2. 1-2 *\n"), "--depth", "3", "--no-egdb")
        self.assertEqual(result.returncode, 1)
        self.assertIn("ply 3", result.stderr)
        self.assertIn("1. 11-15 23-19 *", result.stdout)

    def test_a_file_without_games(self):
        result = analyse(self.file(""), "--depth", "3")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there are no games in it", result.stderr)

    def test_ctrl_c_keeps_what_was_done(self):
        file = self.file("\n".join([GIVEN_AWAY] * 40))
        out = pathlib.Path(self.data) / "stopped.pdn"
        process = subprocess.Popen([BIN / "deepwell", "analyse", file, "--time", "0.4", "--no-egdb", "-o", out],
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        stopped = re.search(r"stopped in game (\d+), .*--game \1-40 goes on there", errors)
        self.assertTrue(stopped, errors)
        self.assertEqual(out.read_text().count("[Annotator"), int(stopped[1]))


if __name__ == "__main__":
    unittest.main()
