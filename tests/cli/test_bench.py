"""deepwell bench search: its node count is a signature, which a change of the search changes and nothing else."""
import re
import unittest

from test_commands import deepwell, lines

DEPTH = ("bench", "search", "--depth", "7")


def signature(*args):
    """The nodes as the table shows them."""
    return int(re.fullmatch(r"search depth \d+.* (\d+) nodes +[\d.]+ s +[\d.]+ million nodes/s of a thread\n",
                            deepwell(*args).stdout)[1])


class BenchSearch(unittest.TestCase):
    def test_the_signature_is_the_same_each_time(self):
        first = signature(*DEPTH)
        self.assertGreater(first, 10_000)
        self.assertEqual(signature(*DEPTH), first)

    def test_json_tells_the_same(self):
        result, = lines(deepwell(*DEPTH, "--json"))
        self.assertEqual((result["bench"], result["depth"], result["nodes"]), ("search depth 7", 7, signature(*DEPTH)))
        self.assertAlmostEqual(result["per_second"] * result["cpu_seconds"], result["nodes"], delta=1)

    def test_search_is_what_bench_means(self):
        self.assertEqual(signature("bench", "--depth", "7"), signature(*DEPTH))

    def test_another_search_has_another_signature(self):
        self.assertNotEqual(signature(*DEPTH, "--without", "lmr"), signature(*DEPTH))
        self.assertNotEqual(signature("bench", "search", "--depth", "8"), signature(*DEPTH))


if __name__ == "__main__":
    unittest.main()
