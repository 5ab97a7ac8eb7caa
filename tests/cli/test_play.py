"""deepwell play: whole games through a pipe, options, mistakes, a real terminal."""
import os
import pathlib
import pty
import select
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, deepwell


def play(text, *options):
    return deepwell("play", "--ascii", "--hash", "4", "--no-egdb", *options, stdin=text)


class Play(unittest.TestCase):
    def test_a_whole_game_between_a_beginner_and_the_first_move_of_the_list(self):
        result = play("1\n" * 150, "--level", "1", "--seed", "3")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        self.assertIn("Deepwell wins: Black has no", result.stdout)

    def test_the_same_seed_plays_the_same_game(self):
        games = [play("1\n" * 20, "--level", "2", "--seed", seed).stdout for seed in ("5", "5", "6")]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])

    def test_a_game_is_saved_and_loaded(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "game.pdn"
            result = play(f"11-15\nfen\nsave {file}\n", "--level", "1")
            fen = next(line for line in result.stdout.splitlines() if line.startswith("B:W"))
            self.assertEqual(deepwell("pdn", "check", file).returncode, 0)
            self.assertIn(fen, play("fen\n", "--load", str(file)).stdout)

    def test_saving_never_costs_a_game_of_a_collection(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "mine.pdn"
            old = "".join(f'[Event "{i}"]\n[Black "Long"]\n[Result "1-0"]\n\n1. 9-13 22-18 *\n\n' for i in range(5))
            file.write_text(old)
            result = play(f"load {file} 3\nundo\nsave {file}\nsave {file}\n", "--level", "1")
            self.assertIn(f"Added to {file}.", result.stdout)
            new = file.read_text()
            self.assertTrue(new.startswith(old), new)
            self.assertEqual(new.count("[Event "), 6)
            self.assertIn('[Event "2"]\n[Black "Long"]\n[Result "*"]', new[len(old):])
            self.assertEqual(deepwell("pdn", "check", file).returncode, 0)

    def test_a_game_is_learned_once_as_it_ended_at_last(self):
        with tempfile.TemporaryDirectory() as directory:
            book = pathlib.Path(directory) / "own.book"
            result = play("9-13\nresign\nundo\n9-13\nresign\nquit\n", "--level", "1", "--learn",
                          "--book-file", str(book))
            self.assertEqual(result.returncode, 0, result.stderr)
            stats = deepwell("book", "stats", "--book", str(book))
            self.assertRegex(stats.stdout, r"\b1 games?\b")

    def test_it_thinks_on_the_time_of_the_person(self):
        self.assertLess(self.busy_seconds(), 0.5)
        self.assertGreater(self.busy_seconds("--ponder"), 0.5)

    def busy_seconds(self, *options):
        """Of the processor, while the person takes two seconds for the second move."""
        process = subprocess.Popen([BIN / "deepwell", "play", "--ascii", "--hash", "4", "--no-egdb", "--own-book", "off",
                                    "--time", "0.1", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write("11-15\n")
        process.stdin.flush()
        time.sleep(2)
        process.stdin.write("quit\n")
        process.stdin.close()
        out = process.stdout.read()
        process.stdout.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        self.assertTrue(out.endswith("Goodbye.\n"), out)
        return used.ru_utime

    def test_white_waits_for_black(self):
        result = play("", "--side", "white", "--level", "1")
        self.assertIn("Deepwell plays", result.stdout)

    def test_mistakes_on_the_command_line(self):
        for options, says in [(["--level", "11"], "--level"),
                              (["--side", "red"], "--side"),
                              (["--time", "soon"], "'soon' is no number of seconds"),
                              (["--clock", "5+x"], "--clock: '5+x' is not MINUTES+SECONDS"),
                              (["--clock", "+5"], "MINUTES+SECONDS"),
                              (["--clock", "5+1", "--time", "1"], "exclude each other"),
                              (["--weights", "/nowhere"], "/nowhere: No such file"),
                              (["--data", "/nowhere"], "--data: /nowhere is no directory"),
                              (["--load", "/nowhere.pdn"], "/nowhere.pdn: No such file")]:
            with self.subTest(options):
                result = play("1\n", *options)
                self.assertEqual(result.returncode, 2, result)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn(says, result.stderr)

    def test_the_truth_of_an_ending_comes_from_the_databases(self):
        with tempfile.TemporaryDirectory() as directory:
            built = deepwell("egdb", "build", "--pieces", "3", "--data", directory)
            self.assertEqual(built.returncode, 0, built.stderr)
            result = deepwell("play", "--ascii", "--data", directory, "--time", "0.1", "--hash", "4",
                              stdin="swap\nnew W:WK18,K19:BK1\neval\n")
            self.assertIn("For certain: White wins, 21 plies.", result.stdout)

    def test_a_full_disk_is_a_broken_world(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([BIN / "deepwell", "play", "--no-egdb", "--hash", "4"], input="",
                                    stdout=full, stderr=subprocess.PIPE, text=True, timeout=100)
        self.assertEqual(result.returncode, 3)
        self.assertEqual(len(result.stderr.splitlines()), 1)

    def test_help_has_an_example(self):
        self.assertIn("Example: deepwell play", deepwell("play", "--help").stdout)


class Terminal(unittest.TestCase):
    """As a person meets it: prompts, Ctrl-C, Ctrl-D."""

    def setUp(self):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [BIN / "deepwell", "play", "--no-egdb", "--hash", "4", "--time", "100", "--own-book", "off"],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={**os.environ, "TERM": "dumb"})
        os.close(slave)
        self.seen = ""

    def tearDown(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def wait_for(self, text, seconds=30):
        end = time.monotonic() + seconds
        while text not in self.seen:
            self.assertLess(time.monotonic(), end, f"no '{text}' in: {self.seen}")
            if select.select([self.master], [], [], 0.1)[0]:
                self.seen += os.read(self.master, 65536).decode()

    def test_ctrl_c_makes_it_move_now_and_ctrl_d_leaves(self):
        self.wait_for("Black (you)> ")
        os.write(self.master, b"11-15\n")
        self.wait_for("Deepwell thinks")
        time.sleep(0.2)
        self.process.send_signal(signal.SIGINT)
        self.wait_for("Deepwell plays")
        self.process.send_signal(signal.SIGINT)
        self.wait_for("Ctrl-D leaves")
        os.write(self.master, b"\x04")
        self.wait_for("Goodbye.")
        self.assertEqual(self.process.wait(timeout=30), 0)

    def test_sigterm_ends_it_while_it_thinks(self):
        self.wait_for("Black (you)> ")
        os.write(self.master, b"11-15\n")
        self.wait_for("Deepwell thinks")
        time.sleep(0.3)
        self.process.send_signal(signal.SIGTERM)
        self.wait_for("Goodbye.")
        self.assertEqual(self.process.wait(timeout=30), 0)


if __name__ == "__main__":
    unittest.main()
