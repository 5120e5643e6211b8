import type { Catalogue } from '../catalogue.ts'

export const postingHistory: Catalogue['postingHistory'] = {
  title: 'السجل',
  of: 'الخاص بـ {name}',
  posted: 'سُجّل من قِبل {who}',
  edited: 'عُدّل من قِبل {who}',
  verified: 'اعتُمد من قِبل {who}',
  returned: 'أُعيد من قِبل {who}',
  takenBack: 'جرى التراجع عن المراجعة من قِبل {who}',
  loadFailed: 'تعذّر تحميل السجل. يرجى المحاولة لاحقًا.',
}
