"""deepwell book grow, check, minimal, and play from what they find."""
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, SHARED, deepwell, lines


class MoveBooks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def book(self, command, *args):
        return deepwell("book", command, *map(str, args), "--data", self.folder)

    def grown(self, name, *args, positions=250):
        out = self.folder / f"{name}.book"
        run = self.book("grow", "--positions", positions, "--nodes", 300, "--log", self.folder / f"{name}.log",
                        "--out", out, "--threads", 1, *args)
        self.assertEqual(run.returncode, 0, run.stderr)
        return out

    def test_grows_and_shows(self):
        out = self.grown("one")
        stats, = lines(self.book("stats", "--book", out, "--json"))
        self.assertEqual((stats["positions"], stats["nodes"], stats["kind"]), (250, 300, "grown"))
        shown, = lines(self.book("show", "start", "--book", out, "--json"))
        self.assertIn(shown["move"], ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"])
        run = self.book("show", "B:W18:BK1", "--book", out)
        self.assertEqual((run.returncode, run.stdout), (1, "B:W18:BK1  not in the book\n"))
        self.assertEqual(self.grown("idle", "--idle", positions=40).stat().st_size, 48 + 24 * 40)
        run = self.book("check", "--book", out, "--sample", 5, "--nodes", 1000, "--json")
        checked, = lines(run)
        self.assertEqual((checked["sample"], checked["illegal_moves"]), (5, 0))
        run = deepwell("play", "--own-book", "on", "--own-book-file", out, "--side", "white", "--data", self.folder,
                       stdin="quit\n")
        self.assertIn(shown["move"], run.stdout)

    def test_a_kill_at_any_time_changes_nothing(self):
        whole = self.grown("whole").read_bytes()
        log, out = self.folder / "killed.log", self.folder / "killed.book"
        command = [BIN / "deepwell", "book", "grow", "--positions", "250", "--nodes", "300", "--log", log, "--out", out,
                   "--threads", "2", "--data", self.folder]
        for size in (3000, 12000, 20000):
            run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while run.poll() is None and (not log.exists() or log.stat().st_size < size):
                time.sleep(0.001)
            run.send_signal(signal.SIGKILL)
            run.wait()
        self.assertEqual(self.grown("killed").read_bytes(), whole)
        self.assertEqual(self.grown("killed").read_bytes(), whole)  # nothing left to do

    def test_an_interrupt_says_how_to_go_on(self):
        log, out = self.folder / "stop.log", self.folder / "stop.book"
        command = [BIN / "deepwell", "book", "grow", "--positions", "100000", "--nodes", "300", "--log", log, "--out",
                   out, "--threads", "1", "--data", self.folder]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not log.exists() or log.stat().st_size < 5000:
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertIn("go on with: deepwell book grow --positions 100000", said)
        self.assertGreater(lines(self.book("stats", "--book", out, "--json"))[0]["positions"], 10)

    def test_mistakes(self):
        out = self.grown("one", positions=40)
        self.assertEqual(self.book("grow", "--positions", 50, "--nodes", 400, "--log",
                                   self.folder / "one.log").returncode, 3)
        data = bytearray(out.read_bytes())
        data[70] ^= 1
        out.write_bytes(data)
        for command in (["stats", "--book", out], ["check", "--book", out], ["show", "start", "--book", out]):
            run = self.book(*command)
            self.assertEqual(run.returncode, 3, command)
            self.assertEqual(run.stderr.count("\n"), 1)
        self.assertEqual(self.book("minimal").returncode, 2)
        self.assertEqual(self.book("check", "--book", self.folder / "none").returncode, 2)

    def test_the_own_book_is_sound(self):
        stats, = lines(self.book("stats", "--book", "own", "--json"))
        self.assertGreaterEqual(stats["positions"], 4000)
        checked, = lines(self.book("check", "--sample", 3, "--nodes", 20000, "--no-egdb", "--json"))
        self.assertEqual((checked["illegal_moves"], checked["lost"]), (0, []))

    @unittest.skipUnless(SHARED.is_dir(), "SKIPPED: no shared data")
    def test_minimal_book_of_shared_games(self):
        self.assertEqual(self.book("import", SHARED / "tinsley.pdn").returncode, 0)
        args = ["--nodes", 500, "--threads", 1, "--json"]
        first, = lines(self.book("minimal", "--positions", 20, *args))
        self.assertEqual((first["examined"], first["examined_now"]), (20, 20))
        more, = lines(self.book("minimal", "--positions", 60, *args))
        self.assertEqual((more["examined"], more["examined_now"]), (60, 40))
        stats, = lines(self.book("stats", "--book", more["book"], "--json"))
        self.assertEqual((stats["kind"], stats["positions"]), ("minimal", more["missed"]))
        self.assertGreater(more["missed"], 0)
        run = deepwell("play", "--book", "minimal", "--time", "0.01", "--side", "white", "--data", self.folder,
                       stdin="quit\n")
        self.assertEqual(run.returncode, 0, run.stderr)


if __name__ == "__main__":
    unittest.main()
