import type { Catalogue } from '../catalogue.ts'

export const unsent: Catalogue['unsent'] = {
  continueNew: 'درێژەدان بە تۆمارکردنی ئەو چالاکییەی دەستتان پێ کرد، {details}',
  continueEdit: 'درێژەدان بە دەستکاریکردنی {name} کە دەستتان پێ کرد، {details}',
  photos: { other: '{count} وێنە' },
  files: { other: '{count} فایل' },
  discard: 'سڕینەوەی ڕەشنووس',
  discardNew: 'سڕینەوەی ڕەشنووسی ئەو چالاکییەی دەستتان پێ کرد',
  discardEdit: 'سڕینەوەی ڕەشنووسی دەستکاریی {name}',
  discardQuestion: 'ئایا ئەم چالاکییە نەنێردراوە بسڕدرێتەوە؟',
  discardMeans: 'ئەوەی بۆی نووسیوتانە و هەڵتانبژاردووە لەم ئامێرە دەسڕدرێتەوە.',
  notStored: 'ئەم ئامێرە ناتوانێت ئەوەی نووسیوتانە هەڵبگرێت. ئەگەر پێش ناردنی ئەم پەڕەیە دابخەن، لەدەست دەچێت.',
  logoutQuestion: 'چالاکییەکی نەنێردراوتان هەیە.',
  logoutMeans: 'ئەگەر بچنە دەرەوە، لەگەڵ وێنەکانی لەم ئامێرە دەسڕدرێتەوە.',
  logOutAndDiscard: 'چوونەدەرەوە و سڕینەوە',
  stay: 'مانەوە',
}
