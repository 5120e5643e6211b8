/** The one search, and links from one list to another. */
export const finding = {
  title: 'Find',
  /** The button with its keys: "Find (Ctrl+K)". */
  titleAndKeys: 'Find ({keys})',
  placeholder: 'People, activities, departments, terms…',
  placeholderWithoutPeople: 'Activities, terms, panels…',
  results: 'Results',
  people: 'People',
  recent: 'Chosen before',
  account: 'Your account',
  found: { one: '{count} result', other: '{count} results' },
  nothing: 'Nothing found for “{text}”.',
  nothingHint: 'Try fewer letters, or another spelling.',
  failed: 'The search failed. Please try again.',
  enterText: 'Enter what you are looking for.',
  /** Below the first results of a kind; {panel} has all of them. */
  showAll: 'Show all in {panel}',
  keyMoves: 'move',
  keyOpens: 'open',
  keyCloses: 'close',
  slashKey: 'The key / opens this search',
  /** The accessible names of links. */
  membersOf: 'Members of {name}',
  accountsOf: '{count}: accounts of {name}',
  staffIn: 'Staff in {term}',
  countedStaffIn: '{count}: staff in {term}',
  postedIn: '{count}: who posted in {term}',
  gradeOnScale: '{label} {grade} of {name}: the grade scale',
  /** A grade in grey. {label} is its name, {state} says that nothing is scored yet. */
  gradeOfNothing: '{label} {grade} of {name}: {state}',
  allMembers: '{count}: all members',
  byTotal: '{number}: members by their total',
} as const
