import type { Catalogue } from '../catalogue.ts'

export const departments: Catalogue['departments'] = {
  emptyName: 'لا يمكن أن يكون اسم القسم فارغًا.',
  loadFailed: 'تعذّر تحميل الأقسام. يرجى المحاولة لاحقًا.',
  addFailed: 'تعذّرت إضافة القسم. يرجى المحاولة لاحقًا.',
  editFailed: 'تعذّر تعديل القسم. يرجى المحاولة لاحقًا.',
  deleteFailed: 'تعذّر حذف القسم. يرجى المحاولة لاحقًا.',
  unknown: 'قسم غير معروف',
  nameTaken: 'يوجد قسم بهذا الاسم.',
  notFound: 'لم يعد هذا القسم موجودًا.',
  deleted: 'تم حذف القسم بنجاح',
  deleteQuestion: 'هل تريد حذف القسم {name}؟',
  deleteConsequence: {
    one: 'سيظهر عضوه ضمن «قسم غير معروف» إلى أن يُحدَّد له قسم آخر.',
    two: 'سيظهر عضواه ضمن «قسم غير معروف» إلى أن يُحدَّد لهما قسم آخر.',
    other: 'سيظهر أعضاؤه وعددهم {count} ضمن «قسم غير معروف» إلى أن يُحدَّد لهم قسم آخر.',
  },
  restored: 'تمت استعادة القسم بنجاح',
  added: 'تمت إضافة القسم بنجاح',
  updated: 'تم تحديث القسم بنجاح',
  empty: 'لا توجد أقسام',
  count: { zero: 'لا أقسام', one: 'قسم واحد', two: 'قسمان', few: '{count} أقسام', many: '{count} قسمًا', other: '{count} قسم' },
  summary: '\u200f{departments} · {members}',
  search: 'البحث في الأقسام',
  newDepartment: 'قسم جديد',
  name: 'اسم القسم',
  newName: 'الاسم الجديد',
}
