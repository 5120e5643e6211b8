/** The paths of the pages. Any other path gets the not-found page. */
export const pages = {
  login: '/',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  adminDashboard: '/admin-dashboard',
  staffDashboard: '/staff-dashboard',
  grade: '/grade',
  statement: '/statement',
} as const
