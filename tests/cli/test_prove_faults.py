"""deepwell prove and deepwell-check in a broken world: lost output, damaged databases, too much memory, an interrupt."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, deepwell, lines

WIN = "W:WK18,K22,K27:BK1,K32"


class ProveFaults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        built = deepwell("egdb", "build", "--pieces", "3", "--data", cls.folder)
        assert built.returncode == 0, built.stderr
        cls.proof = cls.folder / "win.proof"
        proven = deepwell("prove", WIN, "--data", cls.folder, "--nodes", "3000000", "--certificate", cls.proof)
        assert proven.returncode == 0, proven.stderr

    def into_full_disk(self, program, *words):
        with open("/dev/full", "w") as full:
            return subprocess.run([BIN / program, *map(str, words)], stdout=full, stderr=subprocess.PIPE, text=True)

    def test_lost_output_is_told(self):
        run = self.into_full_disk("deepwell", "prove", WIN, "--data", self.folder, "--nodes", "1000")
        self.assertEqual((run.returncode, run.stderr.count("\n")), (3, 1), run.stderr)
        self.assertIn("cannot write to standard output", run.stderr)
        run = self.into_full_disk("deepwell-check", "--data", self.folder, self.proof)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("cannot write to standard output", run.stderr)

    def test_a_damaged_database_is_not_named_in_a_certificate(self):
        data = self.folder / "damaged"
        shutil.copytree(self.folder / "egdb", data / "egdb")
        file = data / "egdb" / "8x8" / "2k0m-1k0m.wdl"
        content = bytearray(file.read_bytes())
        content[-1] ^= 1
        file.write_bytes(content)
        out = data / "win.proof"
        run = deepwell("prove", WIN, "--data", data, "--nodes", "3000000", "--certificate", out)
        self.assertEqual(run.returncode, 3)
        self.assertIn("2k0m-1k0m.wdl", run.stderr)
        self.assertFalse(out.exists())

    def test_more_memory_than_there_is(self):
        run = deepwell("prove", "start", "--memory", "1048576")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertRegex(run.stderr, r"^deepwell: --memory 1048576: this machine has \d+ MB in all\n$")

    def test_a_file_that_cannot_be_opened_does_not_spare_the_others(self):
        run = subprocess.run([BIN / "deepwell-check", "--data", self.folder, "nofile", self.proof],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr, "deepwell-check: nofile cannot be opened\n")
        self.assertIn("VERIFIED", run.stdout)

    def test_a_short_time_is_kept_though_there_is_much_memory(self):
        for threads in ("1", "2"):
            run = deepwell("prove", "W:WK5,K9,K11:BK12,K17,K20,K22", "--data", self.folder, "--time", "0.5",
                           "--threads", threads, "--memory", "4096", "--json")
            result, = lines(run)
            self.assertLess(result["seconds"], 1.2)

    def test_an_interrupt_is_told(self):
        run = subprocess.Popen([BIN / "deepwell", "prove", "start", "--data", self.folder, "--time", "60"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        os.kill(run.pid, signal.SIGINT)
        _, told = run.communicate(timeout=30)
        self.assertEqual(run.returncode, 130)
        self.assertIn("deepwell: stopped", told)


if __name__ == "__main__":
    unittest.main()
