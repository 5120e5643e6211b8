import type { Catalogue } from '../catalogue.ts'

export const toDo: Catalogue['toDo'] = {
  title: 'المهام المطلوبة',
  review: 'للمراجعة',
  notScored: 'درجات غير محددة',
  noPassword: 'بلا كلمة مرور',
  reviewNote: 'مسجَّلة ولم يُبتّ فيها بعد',
  notScoredNote: 'بلا ن.ت أو ت.ر',
  noPasswordNote: 'بلا كلمة مرور خاصة بهم',
  postedNothingNote: 'في هذه الفترة',
  nothingToReview: 'لا شيء للمراجعة',
  allScored: 'حُدِّدت درجات الجميع',
  allHavePassword: 'لدى الجميع كلمة مرور',
  allPosted: 'الجميع سجّلوا أنشطة',
  reviewCount: {
    one: 'نشاط واحد للمراجعة',
    two: 'نشاطان للمراجعة',
    few: '{count} أنشطة للمراجعة',
    many: '{count} نشاطًا للمراجعة',
    other: '{count} نشاط للمراجعة',
  },
  notScoredCount: {
    one: 'عضو واحد درجاته غير محددة',
    two: 'عضوان درجاتهما غير محددة',
    few: '{count} أعضاء درجاتهم غير محددة',
    many: '{count} عضوًا درجاتهم غير محددة',
    other: '{count} عضو درجاتهم غير محددة',
  },
  noPasswordCount: {
    one: 'مستخدم واحد بلا كلمة مرور',
    two: 'مستخدمان بلا كلمة مرور',
    few: '{count} مستخدمين بلا كلمة مرور',
    many: '{count} مستخدمًا بلا كلمة مرور',
    other: '{count} مستخدم بلا كلمة مرور',
  },
}
