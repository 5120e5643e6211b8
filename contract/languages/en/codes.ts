export const codes = {
  titles: {
    p: 'Professor',
    ap: 'Assistant Professor',
    l: 'Lecturer',
    al: 'Assistant Lecturer',
    unknown: 'Unknown',
  },
  degrees: { PhD: 'PhD', Master: 'Master', MA: 'M.A.' },
  genders: { Male: 'Male', Female: 'Female', Other: 'Other' },
  types: { Compulsory: 'Compulsory', Attending: 'Attending', Elective: 'Elective' },
  roles: { admin: 'Admin', staff: 'Staff' },
} as const
