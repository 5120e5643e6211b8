import type { Catalogue } from '../catalogue.ts'

export const grading: Catalogue['grading'] = {
  current: 'پلەی ئێستا (بێ فیدباک)',
  withFeedback: 'پلە لەگەڵ فیدباک',
  whyTwo:
    'دوو پلە هەن، چونکە «نمرەکانتان» فیدباک هەژمار ناکات، بەڵام خشتەی ستافی ئەکادیمی و ڕاپۆرت و ئەرشیفەکان هەژماری دەکەن؛ هەردووکیان لە هەمان دێڕ و هەمان ئاستەکانەوە دێن.',
  from: '\u200f{grade}، لە {points}',
  pointsTo: '{points} بۆ گەیشتن بە {grade}',
  highest: 'بەرزترین پلە',
  unknownTitle: 'بێ نازناوی زانستی پلە نییە',
  nothingYet: 'هێشتا هیچ نمرەیەک نییە',
  scaleTitle: 'پێوەری پلەکان',
  scaleRule: 'هەر پلەیەک لەو خاڵانەوە دەست پێ دەکات کە لە ژێریدا نووسراون.',
  nothingYetName: 'هێشتا هیچ',
  you: 'ئێوە',
  youAt: 'ئێوە، {points}',
  scaleWithYou: 'پێوەری پلەکان. ئێوە، {position}',
  position: '\u200f{title}: {counted}، {name} {grade}، {next}',
  positionUntitled: '{counted}، بێ نازناوی زانستی پلە نییە',
  countedIn: '{points} لە ماوەی {term}',
  positionOfBoth: '\u200f{position}. {name}: {grade}',
  isHighest: 'بەرزترین پلە',
  bandFrom: '{from} و زیاتر',
  bandBetween: 'لە {from} تا کەمتر لە {to}',
}
