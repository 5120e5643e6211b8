/** The addresses of the pages. Everything else that a browser opens gets the not-found page. */
export const pages = {
  login: '/',
  adminDashboard: '/admin-dashboard',
  staffDashboard: '/staff-dashboard',
  grade: '/grade',
  statement: '/statement',
} as const
