import type { Catalogue } from '../catalogue.ts'

export const panels: Catalogue['panels'] = {
  staff: 'ستافی ئەکادیمی',
  users: 'بەکارهێنەران',
  activity: 'چالاکییەکان',
  departments: 'بەشەکان',
  terms: 'ماوەکان',
  settings: 'ڕێکخستنەکان',
  overview: 'پوختەی گشتی',
  review: 'پێداچوونەوە',
  audit: 'وردبینی',
  yourActivity: 'چالاکییەکانتان',
  activityList: 'لیستی چالاکییەکان',
  notices: 'ئاگادارییەکان',
}
