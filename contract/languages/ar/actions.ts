import type { Catalogue } from '../catalogue.ts'

export const actions: Catalogue['actions'] = {
  save: 'حفظ',
  cancel: 'إلغاء',
  edit: 'تعديل',
  delete: 'حذف',
  close: 'إغلاق',
  open: 'فتح',
  done: 'تم',
  tryAgain: 'إعادة المحاولة',
  showMore: 'عرض المزيد',
  clearFilters: 'مسح التصفية',
  logout: 'تسجيل الخروج',
  add: 'إضافة',
  choose: 'اختيار',
  update: 'تحديث',
  export: 'تصدير',
  import: 'استيراد',
  showAll: 'عرض الكل',
  editNamed: 'تعديل {name}',
  deleteNamed: 'حذف {name}',
  print: 'طباعة',
}
