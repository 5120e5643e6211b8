import type { Catalogue } from '../catalogue.ts'

export const record: Catalogue['record'] = {
  title: 'سجل الأنشطة',
  mine: 'سجلي',
  ofMember: 'سجل كل الفترات',
  failed: 'تعذّر إنشاء السجل. يرجى المحاولة لاحقًا.',
  offline: 'أنت غير متصل بالإنترنت: لا يمكن إنشاء السجل الآن.',
  documentTitle: 'سجل الأنشطة: {name}',
  file: 'record-{name}-{day}',
  place: '\u200f{degree} · {title} · {department}',
  notSigned:
    'هذا ليس كشفًا موقَّعًا ولا يحمل رمزًا يمكن التحقق منه. تُنشئ البوابة كشفًا كهذا لكل فترة مغلقة: مجموع الفترة يفتح «كيف يتكون المجموع»، وفيه زر «كشف PDF».',
  onlyVisible: 'لا يتضمن إلا الفترات التي يحق للقارئ أن يرى فيها هذا العضو.',
  statement: 'الكشف: {address}',
  counted: 'المحتسبة',
  returned: 'مُعاد: {reason}',
  noActivities: 'لا أنشطة في هذه الفترة.',
  empty: 'لم يُسجَّل أي نشاط ولم تُرصد أي درجة بعد.',
  inAllTerms: 'في كل الفترات',
  termStatus: 'حالة الفترة',
}
