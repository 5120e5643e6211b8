import type { Translated } from '../catalogue.ts'
import type { sharing as english } from '../en/sharing.ts'

export const sharing: Translated<typeof english> = {
  sharing: {
    post: 'تۆمارکردن',
    noPostings: 'ئەم هەژمارە چالاکیی خۆی نییە، بۆیە هیچی لێوە تۆمار ناکرێت. فایلە هاوبەشکراوەکان هەڵنەگیران.',
    notTaken: 'فایلە هاوبەشکراوەکان وەرنەگیران. لێرە لە فۆڕمەکەدا هەڵیانبژێرن.',
  },
  photos: {
    join: { other: '{count} وێنەکە بکەن بە یەک PDF' },
    joined: { other: '{count} وێنەکە ئێستا لاپەڕەکانی ئەم فایلەن: {file}' },
    notJoined: 'وێنەکان نەکران بە یەک PDF. هێشتا لێرەن.',
    edit: 'بڕین و سووڕاندن',
    editNamed: 'بڕین و سووڕاندنی وێنە: {file}',
    hint: 'لێوارەکان ڕابکێشن، یان یەکێکیان هەڵبژێرن و دوگمەکانی تیر بەکاربهێنن.',
    left: 'سووڕاندن بۆ چەپ',
    right: 'سووڕاندن بۆ ڕاست',
    whole: 'هەموو وێنەکە',
    use: 'بەکارهێنانی وێنەکە',
    edges: { left: 'لێواری چەپ', right: 'لێواری ڕاست', top: 'لێواری سەرەوە', bottom: 'لێواری خوارەوە' },
    percent: '\u200f{number}%',
    unreadable: 'ئەم وێنەیە نەکرایەوە. ئەمە دابخەن و دووبارە هەڵیبژێرن.',
  },
}
