import type { Catalogue } from '../catalogue.ts'

export const notices: Catalogue['notices'] = {
  loadFailed: 'ئاگادارییەکان بار نەکران. تکایە دواتر هەوڵ بدەنەوە.',
  readFailed: 'وەک خوێنراوە نیشانە نەکرا. تکایە هەوڵ بدەنەوە.',
  empty: 'هیچ شتێکی نوێ نییە',
  bell: 'ئاگادارییەکان',
  bellUnread: { other: 'ئاگادارییەکان، {count} نەخوێنراوە' },
  arrived: { other: 'شتێکی نوێ: {count} ئاگاداریی نەخوێنراوە' },
  verified: 'چالاکییەکەتان {activity} پشتڕاست کرایەوە.',
  returned: 'چالاکییەکەتان {activity} گەڕێنرایەوە و هەژمار ناکرێت: {reason}',
  edited: '{who} دەستکاریی چالاکیی {activity} کرد، کە ئێوە گەڕاندبووتانەوە.',
  tpScored: 'خاڵی مامۆستاتان بۆ ماوەی {term}: {from} ← {to}.',
  fbScored: 'فیدباکتان بۆ ماوەی {term}: {from} ← {to}.',
  termEnds: 'ماوەی {term} لە {day} کۆتایی دێت. ئەوەی تێیدا هەژمار دەکرێت دەبێت تا ئەو کاتە تۆمار بکرێت.',
  unread: 'نەخوێنراوە:',
  markAllRead: 'نیشانەکردنی هەموو وەک خوێنراوە',
  mailSubject: { one: '{portal}: ئاگادارییەک', other: '{portal}: {count} ئاگاداری' },
  mailGreeting: 'بەڕێز {name}،',
  mailWhere: 'لە پۆرتاڵەکەدا بیبینن: {address}',
  mailWhy: 'ئەم پەیامە لەلایەن پۆرتاڵەکەوە نێردراوە؛ وەڵامەکانی ناخوێنرێنەوە.',
}
