import type { Catalogue } from '../catalogue.ts'

export const removed: Catalogue['removed'] = {
  show: 'المحذوفات',
  back: 'العودة إلى «{panel}»',
  title: '{panel}: المحذوفات',
  count: { zero: 'لا محذوفات', one: 'محذوف واحد', two: 'محذوفان', few: '{count} محذوفات', other: '{count} محذوفًا' },
  hint: 'لا يضيع شيء هنا: تبقى النقاط والأنشطة المسجَّلة والفترات المغلقة كما هي. والاستعادة تعيد الصف كما كان.',
  empty: 'لا يوجد شيء محذوف هنا',
  search: 'البحث في المحذوفات',
  removedAt: 'تاريخ الحذف',
  removedBy: 'حذفه',
  formerMembers: 'الأعضاء',
  restore: 'استعادة',
  restoreNamed: 'استعادة {name}',
  restoreFailed: 'تعذّرت الاستعادة. يرجى المحاولة مجددًا.',
  loadFailed: 'تعذّر تحميل المحذوفات. يرجى المحاولة مجددًا.',
}
