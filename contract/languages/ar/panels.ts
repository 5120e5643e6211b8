import type { Catalogue } from '../catalogue.ts'

export const panels: Catalogue['panels'] = {
  staff: 'الكادر التدريسي',
  users: 'المستخدمون',
  activity: 'الأنشطة',
  departments: 'الأقسام',
  terms: 'الفترات',
  settings: 'الإعدادات',
  overview: 'نظرة عامة',
  review: 'المراجعة',
  audit: 'التدقيق',
  yourActivity: 'أنشطتك',
  activityList: 'قائمة الأنشطة',
  notices: 'الإشعارات',
}
