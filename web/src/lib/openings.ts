// What players call an opening.  Few of the 174 three-move openings have a name of their own; the
// others go by the name of Black's first move.

const FirstMoves: Record<string, string> = {
  '9-13': 'Edinburgh',
  '9-14': 'Double Corner',
  '10-14': 'Denny',
  '10-15': 'Kelso',
  '11-15': 'Old Faithful',
  '11-16': 'Bristol',
  '12-16': 'Dundee',
};

export const familyOf = (moves: string): string => FirstMoves[moves.trim().split(/\s+/)[0] ?? ''] ?? '';

export const openingName = (opening: { name: string; moves: string }): string => opening.name || familyOf(opening.moves) || opening.moves;
