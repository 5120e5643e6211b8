import type { Catalogue } from '../catalogue.ts'

export const closings: Catalogue['closings'] = {
  previewFailed: 'ئەوەی بە داخستن دەپارێزرێت بار نەکرا. تکایە دواتر هەوڵ بدەنەوە.',
  leftOut: {
    one: '{count} کەس لەم ماوەیەدا خاڵ یان چالاکیی هەیە و لە ئەنجامەکانیدا نابێت:',
    other: '{count} کەس لەم ماوەیەدا خاڵ یان چالاکییان هەیە و لە ئەنجامەکانیدا نابن:',
  },
  leftOutWay: 'بەڕێوەبەر تەنیا ئەو کاتە لە ئەنجامەکاندا دەبێت کە لە کاتی داخستندا ئەندامی ستاف بێت.',
  leftOutNames: 'لە ئەنجامەکاندا نین',
  isAdministrator: 'ئێستا بەڕێوەبەرە',
  isRemoved: 'سڕاوەتەوە',
  leftOutPerson: '\u200f{name}: {points}، {activities} ({reason})',
  unreviewed: {
    one: '{count} چالاکیی تۆمارکراو پێداچوونەوەی بۆ نەکراوە.',
    other: '{count} چالاکیی تۆمارکراو پێداچوونەوەیان بۆ نەکراوە.',
  },
  returned: {
    one: '{count} چالاکیی تۆمارکراو گەڕێنراوەتەوە و هەژمار ناکرێت.',
    other: '{count} چالاکیی تۆمارکراو گەڕێنراونەتەوە و هەژمار ناکرێن.',
  },
  againConsequence:
    'هەموو خاڵ و پلەیەک بەو جۆرەی ئێستا هەیە دەپارێزرێت. ئەندامانی داخستنی پێشوو ئەو ناو و نازناو و بەشەیان دەمێنێت کە تێیدا هەیانە. دوای ئەوە لەم ماوەیەدا هیچ شتێک تۆمار ناکرێت و نمرە نادرێت.',
  differ: {
    one: '{count} ئەندام جیاوازە لە داخستنی {day} لەلایەن {who}:',
    other: '{count} ئەندام جیاوازن لە داخستنی {day} لەلایەن {who}:',
  },
  nothingDiffers: 'هیچ شتێک جیاواز نییە لە داخستنی {day} لەلایەن {who}.',
  notInItBefore: 'پێشتر تێیدا نەبووە',
  summary: '\u200f{members} · {postings}',
  postingCount: { other: '{count} چالاکیی تۆمارکراو' },
  differences: 'جیاوازییەکان',
  member: 'ئەندام',
  whatChanged: 'چی گۆڕاوە',
  to: 'بۆ',
}
