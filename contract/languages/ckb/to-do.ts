import type { Catalogue } from '../catalogue.ts'

export const toDo: Catalogue['toDo'] = {
  title: 'کارە چاوەڕوانکراوەکان',
  review: 'بۆ پێداچوونەوە',
  notScored: 'نمرە دانەنراوە',
  noPassword: 'بێ وشەی نهێنی',
  questions: 'تانەکان',
  reviewNote: 'تۆمارکراوە و هێشتا بڕیاری لەسەر نەدراوە',
  notScoredNote: 'بێ خ.م یان ف.ب',
  noPasswordNote: 'وشەی نهێنیی خۆیان نییە',
  postedNothingNote: 'لەم ماوەیەدا',
  questionsNote: 'کراوەن و چاوەڕێی وەڵامی ئێوەن',
  nothingToReview: 'هیچ نییە بۆ پێداچوونەوە',
  allScored: 'نمرەی هەمووان دانراوە',
  allHavePassword: 'هەمووان وشەی نهێنییان هەیە',
  allPosted: 'هەمووان شتێکیان تۆمار کردووە',
  noQuestions: 'هیچ تانەیەک نییە بۆ وەڵامدانەوە',
  reviewCount: { other: '{count} چالاکی بۆ پێداچوونەوە' },
  notScoredCount: { one: '{count} ئەندام نمرەی بۆ دانەنراوە', other: '{count} ئەندام نمرەیان بۆ دانەنراوە' },
  noPasswordCount: { other: '{count} بەکارهێنەر بێ وشەی نهێنی' },
}
