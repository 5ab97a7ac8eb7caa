"""deepwell match: games, resuming, engines that misbehave, mistakes."""
import json
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from test_commands import BIN, deepwell, lines

FAKE = pathlib.Path(__file__).resolve().parent.parent / "protocol" / "fake_engine.py"
NOTHING = tempfile.TemporaryDirectory()  # until the tests end
NO_DATA = ["--data", NOTHING.name]


def fake(how):
    return f'name={how} hub:{sys.executable} "{FAKE}" {how}'


def games_in(file):
    """Every game by its round: result and moves, without the times of thought."""
    games = {}
    for text in file.read_text().split("*\n\n")[:-1]:
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        moves = text.split("\n\n", 1)[1]
        games[tags["Round"]] = (tags["Result"], re.sub(r" [\d.]+s}", "}", " ".join(moves.split())))
    return games


class MatchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.pdn = self.folder / "games.pdn"

    def match(self, *args):
        result, = lines(deepwell("match", *args, "--json"))
        return result

    def assert_refused(self, *args, says):
        result = deepwell("match", *args)
        self.assertEqual(result.returncode, 2, result)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(says, result.stderr)


class Games(MatchTest):
    def test_equal_players_share_every_pair(self):
        result = self.match("deepwell", "deepwell", "--nodes", "200", "--pairs", "4", *NO_DATA)
        self.assertEqual(result["games"], 8)
        self.assertEqual(result["pairs"], [0, 0, 4, 0, 0])
        self.assertEqual((result["first"], result["second"]), ("deepwell (1)", "deepwell (2)"))
        self.assertEqual((result["elo"], result["los"]), (0, 0.5))

    def test_more_nodes_win_and_the_test_stops_the_match(self):
        result = self.match("deepwell nodes=5000", "deepwell nodes=20", "--sprt", "0,50",
                            "--openings", "11-man", "--concurrency", "2", *NO_DATA)
        self.assertEqual(result["sprt"]["accepted"], "elo1")
        self.assertGreaterEqual(result["sprt"]["llr"], result["sprt"]["upper"])
        self.assertLess(result["games"], 200)
        self.assertGreater(result["score"], 0.6)

    def test_no_time_left_is_told_where_the_end_is_not_known(self):
        for more, has_end in ([], False), (["--games", "60"], True):
            result = deepwell("match", "deepwell nodes=5000", "deepwell nodes=20", "--sprt", "0,10",
                              "--openings", "11-man", *more, *NO_DATA)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertRegex(result.stderr, r"^20 games: .* games/s")
            self.assertEqual(" left" in result.stderr, has_end, result.stderr)

    def test_table_and_lines(self):
        result = deepwell("match", "deepwell depth=3", "deepwell depth=2", "--games", "40",
                          "--openings", "two-move", *NO_DATA)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(len(result.stderr.splitlines()), 2)
        self.assertRegex(result.stderr, r"^20 games: \+\d+ =\d+ -\d+, [\d.]+ %, Elo ")
        for word in ("first    deepwell depth=3", "games    40: ", "Elo  ", "LOS  ", "pairs    20 with"):
            self.assertIn(word, result.stdout)

    def test_games_are_written_with_scores_and_can_be_read(self):
        self.match("deepwell name=A", "deepwell name=B", "--nodes", "300", "--games", "4", "--openings",
                   "random:6", "--pdn", str(self.pdn), *NO_DATA)
        check = deepwell("pdn", "check", str(self.pdn))
        self.assertEqual(check.returncode, 0)
        self.assertIn("4 games", check.stdout)
        text = self.pdn.read_text()
        self.assertRegex(text, r"\{[+-]\d+\.\d\d/\d+ \d+\.\d{3}s\}")
        self.assertEqual(re.findall(r'\[Black "(.)"\]', text), ["A", "B", "A", "B"])
        openings = re.findall(r'\[Opening "(.*)"\]', text)
        self.assertEqual(openings[0::2], openings[1::2])

    def test_a_player_with_a_book_does_not_search_what_it_knows(self):
        self.match("name=A deepwell book=own", "name=B deepwell", "--nodes", "300", "--games", "2", "--pdn",
                   str(self.pdn), *NO_DATA)
        text = self.pdn.read_text()
        self.assertRegex(text, r"\{0\.000s\}")
        self.assertRegex(text, r"\{[+-]\d+\.\d\d/\d+ \d+\.\d{3}s\}")

    def test_ballots_are_listed(self):
        ballots = lines(deepwell("openings", "11-man", "--json"))
        self.assertEqual(len(ballots), 6324)
        self.assertEqual(ballots[0]["moves"], "without 1, 21: 9-13 22-17")

    def test_ballots_are_found_by_their_kind(self):
        for kind, moves, found in [("two-move", "11-15 22-18", "11-15 22-18"),
                                   ("11-man", "without 1, 21: 9-13 22-17", "without 1, 21: 9-13 22-17"),
                                   ("11-man", "without 10, 21: 6-10 22-17", "without 9, 21: 6-9 22-17")]:
            self.assertEqual(lines(deepwell("openings", kind, "--find", moves, "--json"))[0]["moves"], found)
        for kind, moves in [("two-move", "11-15"), ("two-move", "11-15 23-19 8-11"), ("11-man", "11-15 22-18"),
                            ("three-move", "11-15 22-18")]:
            result = deepwell("openings", kind, "--find", moves)
            self.assertEqual((result.returncode, result.stdout), (1, f"no {kind} opening leads to this position\n"))
        for men in ("21, 1", "1", "1, 21x", "1, 33"):
            result = deepwell("openings", "11-man", "--find", f"without {men}: 9-13")
            self.assertEqual(result.returncode, 2, result)
            self.assertIn(f"'{men}' is not a man of Black and one of White", result.stderr)

    def test_databases_end_games(self):
        data = ["--data", str(self.folder)]
        self.assertEqual(deepwell("egdb", "build", "--pieces", "3", *data).returncode, 0)
        fens = self.folder / "fens.txt"
        fens.write_text("W:WK18,K19:BK1\nB:WK1:BK32\n")
        args = ["deepwell", "deepwell", "--depth", "1", "--openings", str(fens), "--games", "4", *data]
        result = self.match(*args, "--pdn", str(self.pdn))
        self.assertEqual((result["wins"], result["draws"], result["losses"]), (1, 2, 1))
        text = self.pdn.read_text()
        self.assertEqual(text.count('[Termination "won by the databases"]'), 2)
        self.assertEqual(text.count('[Termination "drawn by the databases"]'), 2)
        self.match(*args, "--adjudicate-egdb", "off", "--pdn", str(self.folder / "b.pdn"))
        self.assertNotIn("by the databases", (self.folder / "b.pdn").read_text())


class Resuming(MatchTest):
    ARGS = ["match", "deepwell without=lmr", "deepwell", "--nodes", "2000", "--games", "12", "--seed", "3",
            *NO_DATA]

    def start(self, file):
        return subprocess.Popen([BIN / "deepwell", *self.ARGS, "--pdn", str(file)], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def wait_for_games(self, file, count):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if file.exists() and file.read_text().count("*\n\n") >= count:
                return
            time.sleep(0.002)
        self.fail("no games")

    def test_killed_and_continued_gives_the_same_games(self):
        whole = self.folder / "whole.pdn"
        self.assertEqual(deepwell(*self.ARGS, "--pdn", str(whole)).returncode, 0)
        for count in (1, 5):
            process = self.start(self.pdn)
            self.wait_for_games(self.pdn, count)
            process.kill()
            process.communicate()
        with self.pdn.open("a") as file:  # as if the process had died while writing
            file.write('[Event "deepwell without=lmr - deepwell"]\n[Round "9')
        result = deepwell(*self.ARGS, "--pdn", str(self.pdn), "--json")
        self.assertEqual(json.loads(result.stdout)["games"], 12)
        self.assertEqual(len(games_in(whole)), 12)
        self.assertEqual(games_in(self.pdn), games_in(whole))
        before = self.pdn.read_text()
        again = deepwell(*self.ARGS, "--pdn", str(self.pdn), "--json")
        self.assertEqual(again.stdout, result.stdout)
        self.assertEqual(self.pdn.read_text(), before)

    def test_ctrl_c_shows_the_table_and_the_command_that_goes_on(self):
        process = self.start(self.pdn)
        self.wait_for_games(self.pdn, 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("games    ", out)
        said = err.splitlines()[-1]
        self.assertRegex(said, r"^deepwell: stopped after \d+ of 12 games; go on with: deepwell match ")
        command = shlex.split(said.split("go on with: deepwell ")[1])
        self.assertEqual(deepwell(*command).returncode, 0)
        self.assertEqual(len(games_in(self.pdn)), 12)

    def test_another_match_on_the_same_file_is_refused(self):
        self.match("deepwell", "deepwell", "--nodes", "50", "--games", "2", "--pdn", str(self.pdn), *NO_DATA)
        before = self.pdn.read_text()
        self.assert_refused("deepwell", "deepwell", "--nodes", "51", "--games", "2", "--pdn", str(self.pdn),
                            *NO_DATA, says="it holds another match")
        self.assertEqual(self.pdn.read_text(), before)
        more = self.match("deepwell", "deepwell", "--nodes", "50", "--games", "4", "--concurrency", "2",
                          "--pdn", str(self.pdn), *NO_DATA)
        self.assertEqual(more["games"], 4)

    def test_another_kind_of_file_is_refused(self):
        self.pdn.write_text("my diary\n")
        self.assert_refused("deepwell", "deepwell", "--nodes", "50", "--games", "2", "--pdn", str(self.pdn),
                            *NO_DATA, says="something else than a match")
        self.assertEqual(self.pdn.read_text(), "my diary\n")


class HubEngines(MatchTest):
    def test_misbehaviour_loses_with_the_reason_and_never_stops_the_match(self):
        for how, reason in [("illegal", "illegal move: '11-20' is not a legal move"),
                            ("crash", r"crash: it ended \(signal 11\)"), ("garbage", "unreadable answer"),
                            ("silent", "time overrun: no answer in time"), ("moveless", "illegal move: it gives no move"),
                            ("refuses", "error: I know no such level")]:
            with self.subTest(how):
                pdn = self.folder / f"{how}.pdn"
                result = self.match("deepwell nodes=50", fake(how), "--time", "0.1", "--games", "2",
                                    "--concurrency", "2", "--pdn", str(pdn), *NO_DATA)
                self.assertEqual((result["games"], result["wins"], result["second_forfeits"]), (2, 2, 2))
                reasons = re.findall(r'\[Termination "(?:White|Black) forfeits: (.*)"\]', pdn.read_text())
                self.assertEqual(len(reasons), 2)
                for said in reasons:
                    self.assertRegex(said, reason)

    def test_our_own_engine_through_hub(self):
        hub = f"name=Hub hub:{BIN / 'deepwell'} hub --egdb-pieces 0 --hash 4"
        result = self.match("deepwell depth=5", "depth=5 " + hub, "--games", "4", "--pdn", str(self.pdn),
                            *NO_DATA)
        self.assertEqual((result["games"], result["first_forfeits"], result["second_forfeits"]), (4, 0, 0))
        self.assertRegex(self.pdn.read_text(), r"\{[+-]\d+\.\d\d/\d+ ")

    def test_a_program_that_cannot_be_started_is_a_mistake_of_the_user(self):
        self.assert_refused("deepwell", "hub:/nonexistent/engine", "--games", "2", *NO_DATA,
                            says="player 'hub:/nonexistent/engine'")


    def test_a_parameter_that_a_program_does_not_take_is_a_mistake_of_the_user(self):
        hub = f"hub:{BIN / 'deepwell'} hub --no-egdb"
        for param, says in [("levl:3", "no handshake: there is no option 'levl'"),
                            ("level:11", "no handshake: level is a whole number from 0 to 10, not '11'"),
                            ("weights:/nonexistent", "no handshake: /nonexistent")]:
            with self.subTest(param):
                self.assert_refused("deepwell", f"param={param} {hub}", "--games", "2", *NO_DATA, says=says)


class Mistakes(MatchTest):
    def test_players(self):
        for player, says in [("deepwel", "'deepwel' is not KEY=VALUE"), ("", "it begins with deepwell"),
                             ("deepwell without=magic", "no technique 'magic'"),
                             ("deepwell hash=0", "hash: '0' is not a whole number"),
                             ("deepwell weights=/nonexistent", "/nonexistent"),
                             ("deepwell book=/nonexistent", "/nonexistent: no book of moves"),
                             ("hub:", "no command behind hub:"), ("deepwell time=x", "time: 'x' is not")]:
            with self.subTest(player):
                self.assert_refused("deepwell", player, *NO_DATA, says=says)

    def test_options(self):
        for args, says in [(["--time", "fast"], "time: 'fast' is not a number"),
                           (["--clock", "0+1"], "clock: the clock needs time"),
                           (["--nodes", "0"], "nodes: '0' is not a whole number"),
                           (["--games", "2", "--pairs", "1"], "--games and --pairs exclude each other"),
                           (["--sprt", "5"], "--sprt: '5' is not ELO0,ELO1"),
                           (["--sprt", "5,5"], "the first number must be the smaller one"),
                           (["--alpha", "0.7"], "--alpha: '0.7' is not a number"),
                           (["--margin", "-1"], "--margin: '-1' is not a number"),
                           (["--openings", "four-move"], "neither three-move"),
                           (["--openings", "random:99"], "'99' is not a whole number from 0 to 40"),
                           (["--concurrency", "0"], "--concurrency"),
                           (["--deck", "mine"], "--deck")]:
            with self.subTest(args):
                self.assert_refused("deepwell", "deepwell", *args, *NO_DATA, says=says)
        self.assert_refused("deepwell", says="SECOND is required")

    def test_a_file_that_cannot_be_written_is_a_broken_world(self):
        result = deepwell("match", "deepwell", "deepwell", "--pdn", "/nonexistent/x.pdn", *NO_DATA)
        self.assertEqual(result.returncode, 3)
        self.assertEqual(len(result.stderr.splitlines()), 1)

    def test_help_has_an_example(self):
        self.assertIn("Example: deepwell match", deepwell("match", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
