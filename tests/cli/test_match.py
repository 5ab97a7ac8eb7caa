"""deepwell match: games, resuming, mistakes."""
import unittest

from test_commands import deepwell, lines


class Match(unittest.TestCase):
    def test_equal_players_draw_every_pair(self):
        result, = lines(deepwell("match", "deepwell", "deepwell", "--nodes", "200", "--games", "8",
                                 "--data", "/nonexistent", "--json"))
        self.assertEqual(result["games"], 8)
        self.assertEqual(result["pairs"], [0, 0, 4, 0, 0])


if __name__ == "__main__":
    unittest.main()
