import type { Catalogue } from '../catalogue.ts'

export const grading: Catalogue['grading'] = {
  current: 'التقدير الحالي (من دون التغذية الراجعة)',
  withFeedback: 'التقدير مع التغذية الراجعة',
  whyTwo:
    'يوجد تقديران لأن «درجاتك» لا تحتسب التغذية الراجعة، بينما يحتسبها جدول الكادر التدريسي والتقارير والأرشيف؛ وكلاهما من السطور نفسها والفئات نفسها.',
  from: '\u200f{grade}، من {points}',
  pointsTo: '{points} للوصول إلى {grade}',
  highest: 'أعلى تقدير',
  unknownTitle: 'لا تقدير من دون لقب علمي',
  nothingYet: 'لا درجات بعد',
  scaleTitle: 'سلّم التقديرات',
  scaleRule: 'يبدأ كل تقدير من النقاط المكتوبة تحته.',
  nothingYetName: 'لا شيء بعد',
  you: 'أنت',
  youAt: 'أنت، {points}',
  scaleWithYou: 'سلّم التقديرات. أنت، {position}',
  position: '\u200f{title}: {counted}، {name} {grade}، {next}',
  positionUntitled: '{counted}، لا تقدير من دون لقب علمي',
  countedIn: '{points} في الفترة {term}',
  positionOfBoth: '\u200f{position}. {name}: {grade}',
  isHighest: 'أعلى تقدير',
  bandFrom: '{from} فأكثر',
  bandBetween: 'من {from} إلى أقل من {to}',
}
