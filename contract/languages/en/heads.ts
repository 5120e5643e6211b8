export const heads = {
  invalid: 'Choose at most {most} members of this department.',
  notOfDepartment: 'A head must be a staff member of this department.',
  changedMeanwhile: 'The heads of this department were changed meanwhile. Nothing was saved; look at the new state.',
  notYours: 'You may not review one of these activities, or not any more. Nothing was saved.',
  notOwnScore: 'Nobody sets their own scores.',
} as const
