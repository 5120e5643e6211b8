import type { Catalogue } from '../catalogue.ts'

export const removed: Catalogue['removed'] = {
  show: 'سڕاوەکان',
  back: 'گەڕانەوە بۆ {panel}',
  title: '{panel}: سڕاوەکان',
  count: { other: '{count} سڕاوە' },
  hint: 'لێرە هیچ شتێک لەدەست ناچێت: خاڵەکان، چالاکییە تۆمارکراوەکان و ماوە داخراوەکان وەک خۆیان دەمێننەوە. هێنانەوە ڕیزەکە وەک پێشوو دەگەڕێنێتەوە.',
  empty: 'لێرە هیچ شتێک نەسڕاوەتەوە',
  search: 'گەڕان لە سڕاوەکان',
  removedAt: 'بەرواری سڕینەوە',
  removedBy: 'سڕینەوە لەلایەن',
  formerMembers: 'ئەندامان',
  restore: 'هێنانەوە',
  restoreNamed: 'هێنانەوەی {name}',
  restoreFailed: 'نەهێنرایەوە. تکایە هەوڵ بدەنەوە.',
  loadFailed: 'سڕاوەکان بار نەکران. تکایە هەوڵ بدەنەوە.',
}
