/** What an empty panel says to do next, below the sentence that it is empty. */
export const empty = {
  users: 'Add the first user, or import many from a CSV or XLSX file.',
  activities: 'Add what staff can post, with its type and points.',
  activitiesStaff: 'The administrators of the portal fill this list. Look again later.',
  departments: 'Type the name of the first department above.',
  departmentsAction: 'Type a name',
  terms: 'Add the semester or year in which activities count.',
  staff: 'Staff are users with the role Staff. Add them under Users.',
  staffAction: 'Go to Users',
  audit: 'What happens in the portal is recorded here, from the first sign-in on.',
  auditFiltered: 'Nothing that happened matches these filters.',
  postAction: 'Post an activity',
} as const
