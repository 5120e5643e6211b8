import type { Catalogue } from '../catalogue.ts'

export const closings: Catalogue['closings'] = {
  previewFailed: 'ئەوەی بە داخستن دەپارێزرێت بار نەکرا. تکایە دواتر هەوڵ بدەنەوە.',
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
