import type { Catalogue } from '../catalogue.ts'

export const unsent: Catalogue['unsent'] = {
  continueNew: 'متابعة تسجيل النشاط الذي بدأته، {details}',
  continueEdit: 'متابعة تعديل {name} الذي بدأته، {details}',
  photos: {
    zero: '{count} صورة',
    one: 'صورة واحدة',
    two: 'صورتان',
    few: '{count} صور',
    many: '{count} صورة',
    other: '{count} صورة',
  },
  files: { zero: '{count} ملف', one: 'ملف واحد', two: 'ملفان', few: '{count} ملفات', many: '{count} ملفًا', other: '{count} ملف' },
  discard: 'حذف المسودة',
  discardNew: 'حذف مسودة النشاط الذي بدأته',
  discardEdit: 'حذف مسودة تعديل {name}',
  discardQuestion: 'هل تريد حذف هذا النشاط الذي لم يُرسل؟',
  discardMeans: 'يُحذف من هذا الجهاز ما كتبته واخترته له.',
  notStored: 'لا يستطيع هذا الجهاز تخزين ما أدخلته. سيضيع إذا أغلقت هذه الصفحة قبل إرساله.',
  logoutQuestion: 'لديك نشاط لم يُرسل بعد.',
  logoutMeans: 'يحذفه تسجيل الخروج من هذا الجهاز مع صوره.',
  logOutAndDiscard: 'تسجيل الخروج والحذف',
  stay: 'البقاء',
}
