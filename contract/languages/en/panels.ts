export const panels = {
  staff: 'Staff',
  users: 'Users',
  activity: 'Activity',
  departments: 'Departments',
  terms: 'Terms',
  settings: 'Settings',
  overview: 'Overview',
  review: 'Review',
  audit: 'Audit',
  yourActivity: 'Your Activity',
  activityList: 'Activity List',
  notices: 'Notices',
} as const
