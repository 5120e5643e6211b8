/** All activities of a member over all terms, as PDF and CSV. */
export const record = {
  title: 'Record of activities',
  /** The menu with the files, for the member and for others. */
  mine: 'My record',
  ofMember: 'Record of all terms',
  failed: 'Failed to make the record. Please try again later.',
  offline: 'You are offline: the record cannot be made now.',
  documentTitle: 'Record of activities: {name}',
  file: 'record-{name}-{day}',
  /** Below the name of the member, after the degree. */
  place: '{degree} · {title} · {department}',
  notSigned:
    'This is not a signed statement and has no code that can be checked. The portal makes such a statement for every closed term: the total of the term opens “How it adds up”, and there is the button “PDF statement”.',
  onlyVisible: 'Only the terms in which the reader may see this member are in it.',
  statement: 'Statement: {address}',
  counted: 'Counted',
  returned: 'Returned: {reason}',
  noActivities: 'No activities in this term.',
  empty: 'Nothing was posted or scored yet.',
  inAllTerms: 'In all terms',
  /** Columns of the CSV beside those of other files. */
  termStatus: 'Status of the term',
} as const
