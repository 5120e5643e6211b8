import type { Catalogue } from '../catalogue.ts'

export const grading: Catalogue['grading'] = {
  withoutFeedback: 'من دون التغذية الراجعة',
  pointsTo: '{points} للوصول إلى {grade}',
  highest: 'أعلى تقدير',
  unknownTitle: 'لا تقدير من دون لقب علمي',
  nothingYet: 'لا درجات ولا أنشطة مسجَّلة بعد',
  scaleTitle: 'سلّم التقديرات',
  scaleRule: 'يبدأ كل تقدير من النقاط المكتوبة تحته.',
  nothingYetName: 'لا شيء بعد',
  you: 'أنت',
  youAt: 'أنت، {points}',
  scaleWithYou: 'سلّم التقديرات. أنت، {position}',
  position: '{title}: {counted}، التقدير {grade}، {next}',
  positionUntitled: '{counted}، لا تقدير من دون لقب علمي',
  counted: '{points} من دون التغذية الراجعة',
  countedIn: '{points} من دون التغذية الراجعة في الفترة {term}',
  isHighest: 'أعلى تقدير',
  bandFrom: '{from} فأكثر',
  bandBetween: 'من {from} إلى أقل من {to}',
}
