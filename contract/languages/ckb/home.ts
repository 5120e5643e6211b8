import type { Translated } from '../catalogue.ts'
import type { home as english } from '../en/home.ts'

export const home: Translated<typeof english> = {
  home: {
    title: 'ئەوەی پەیوەندیی بە ئێوەوە هەیە',
    loadFailed: 'ئەوەی پەیوەندیی بە ئێوەوە هەیە بار نەکرا. تکایە دواتر هەوڵ بدەنەوە.',
    withFeedback: 'لەگەڵ فیدباک',
    returned: 'گەڕێنراوەتەوە: {name}',
    fix: 'ڕاستکردنەوە',
    fixNamed: 'ڕاستکردنەوەی {name}',
    fixAdds: 'ئەگەر ڕاست بکرێتەوە {points} زیاد دەکات.',
    fixLeadsTo: 'ئەگەر ڕاست بکرێتەوە {points} زیاد دەکات و پلەکە دەبێتە {grade}.',
    fixAddsNothing: 'ئەگەر ڕاستیش بکرێتەوە، بەهۆی سنوورێکەوە بە 0 هەژمار دەکرێت.',
    moreReturned: { one: '{count} چالاکیی تریش گەڕێنراوەتەوە', other: '{count} چالاکیی تریش گەڕێنراونەتەوە' },
    nothingReturned: 'هیچ چالاکییەکتان بۆ نەگەڕێنراوەتەوە',
    waiting: {
      one: '{count} چالاکیتان چاوەڕوانی پێداچوونەوەیە',
      other: '{count} چالاکیتان چاوەڕوانی پێداچوونەوەن',
    },
    nothingWaits: 'هیچ چالاکییەکتان چاوەڕوانی پێداچوونەوە نییە',
    suggestion: 'هەنگاوی دواتر: {name}',
    suggestionBecause: '\u2066+{points}\u2069. {why}',
    enough: 'بۆ پلەی {grade} بەسە.',
    doneIn: 'لە ماوەی {term} ئەمەتان کردووە.',
    towards: 'لە ڕێگای پلەی {grade}.',
    nothingMore: 'لە ماوەی {term} هیچی نوێ نەماوە بۆ تۆمارکردن',
    highest: 'بەرزترین پلەتان هەیە',
    daysLeft: { other: 'ماوەی {term}: {count} ڕۆژ ماوە بۆ تۆمارکردن' },
    lastDay: 'ماوەی {term}: ئەمڕۆ دوا ڕۆژی تۆمارکردنە',
    postingEnded: 'ماوەی {term}: تۆمارکردن لە {day} کۆتایی هات',
    firstVisit: {
      what: 'لێرە ئەو چالاکییانە تۆمار دەکەن کە بەشدارییان تێدا دەکەن؛ هەر یەکەیان خاڵی خۆی هەیە.',
      how: 'چالاکییەک و بەروارەکەی هەڵبژێرن، و وێنەیەک، فایلێکی PDF یان بەستەرێک وەک بەڵگە زیاد بکەن.',
      after: 'پێداچوونەوەی بۆ دەکرێت، و خاڵەکانتان پلە دیاری دەکەن.',
    },
  },
}
