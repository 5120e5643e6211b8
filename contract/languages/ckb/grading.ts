import type { Catalogue } from '../catalogue.ts'

export const grading: Catalogue['grading'] = {
  withoutFeedback: 'بێ فیدباک',
  pointsTo: '{points} بۆ گەیشتن بە {grade}',
  highest: 'بەرزترین پلە',
  unknownTitle: 'بێ نازناوی زانستی پلە نییە',
  nothingYet: 'هێشتا هیچ نمرە و تۆمارێک نییە',
  scaleTitle: 'پێوەری پلەکان',
  scaleRule: 'هەر پلەیەک لەو خاڵانەوە دەست پێ دەکات کە لە ژێریدا نووسراون.',
  nothingYetName: 'هێشتا هیچ',
  you: 'ئێوە',
  youAt: 'ئێوە، {points}',
  scaleWithYou: 'پێوەری پلەکان. ئێوە، {position}',
  position: '{title}: {counted}، پلەی {grade}، {next}',
  positionUntitled: '{counted}، بێ نازناوی زانستی پلە نییە',
  counted: '{points} بێ فیدباک',
  countedIn: '{points} بێ فیدباک لە ماوەی {term}',
  isHighest: 'بەرزترین پلە',
  bandFrom: '{from} و زیاتر',
  bandBetween: 'لە {from} تا کەمتر لە {to}',
}
