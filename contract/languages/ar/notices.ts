import type { Catalogue } from '../catalogue.ts'

export const notices: Catalogue['notices'] = {
  loadFailed: 'تعذّر تحميل الإشعارات. يرجى المحاولة لاحقًا.',
  readFailed: 'تعذّر وضع علامة مقروء. يرجى المحاولة مجددًا.',
  empty: 'لا جديد',
  bell: 'الإشعارات',
  bellUnread: { other: 'الإشعارات، غير المقروء منها {count}' },
  arrived: {
    one: 'جديد: إشعار واحد غير مقروء',
    two: 'جديد: إشعاران غير مقروءين',
    few: 'جديد: {count} إشعارات غير مقروءة',
    many: 'جديد: {count} إشعارًا غير مقروء',
    other: 'جديد: {count} إشعار غير مقروء',
  },
  verified: 'تم اعتماد نشاطك {activity}.',
  returned: 'أُعيد نشاطك {activity} ولا يُحتسب: {reason}',
  edited: 'جرى تعديل {activity} من قِبل {who}، وكنت قد أعدته.',
  tpScored: 'نقاط التدريسي لديك في الفترة {term}: {from} ← {to}.',
  fbScored: 'التغذية الراجعة لديك في الفترة {term}: {from} ← {to}.',
  termEnds: 'تنتهي الفترة {term} في {day}. يجب أن يُسجَّل حتى ذلك اليوم ما يُحتسب فيها.',
  unread: 'غير مقروء:',
  markAllRead: 'تحديد الكل كمقروء',
  mailSubject: {
    one: '{portal}: إشعار',
    two: '{portal}: إشعاران',
    few: '{portal}: {count} إشعارات',
    many: '{portal}: {count} إشعارًا',
    other: '{portal}: {count} إشعار',
  },
  mailGreeting: 'تحية طيبة {name}،',
  mailWhere: 'للاطلاع عليه في البوابة: {address}',
  mailWhy: 'أُرسلت هذه الرسالة من البوابة؛ ولا تُقرأ الردود عليها.',
}
