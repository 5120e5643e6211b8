import type { Translated } from '../catalogue.ts'
import type { sharing as english } from '../en/sharing.ts'

export const sharing: Translated<typeof english> = {
  sharing: {
    post: 'تۆمارکردن',
    noPostings: 'ئەم هەژمارە چالاکیی خۆی نییە، بۆیە هیچی لێوە تۆمار ناکرێت. فایلە هاوبەشکراوەکان هەڵنەگیران.',
    notTaken: 'فایلە هاوبەشکراوەکان وەرنەگیران. لێرە لە فۆڕمەکەدا هەڵیانبژێرن.',
  },
}
