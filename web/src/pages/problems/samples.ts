// Problems to begin with, found by `deepwell compose generate` in its own databases: in each of them
// one first move alone keeps the result.

const problem = (name: string, terms: string, fen: string): string => `[Event "${name}"]\n[Stipulation "${terms}"]\n[FEN "${fen}"]\n*\n`;

export const SampleName = 'Six to begin with';

export const Samples = [
  problem('A step to the side', 'White to play and win', 'W:WK2,30:B1,18'),
  problem('Two men, one tempo', 'White to play and win', 'W:W29,31:B6,19'),
  problem('The hunt', 'Black to play and win', 'B:W12,25:BK13,14'),
  problem('Out of the corner', 'White to play and win', 'W:W12,31:BK4,11'),
  problem('King and man', 'Black to play and win', 'B:WK1,23:BK7,14'),
  problem('The quiet man', 'White to play and win', 'W:WK4,23:B6,12'),
].join('\n');
