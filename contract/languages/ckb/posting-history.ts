import type { Catalogue } from '../catalogue.ts'

export const postingHistory: Catalogue['postingHistory'] = {
  title: 'مێژوو',
  of: 'هی {name}',
  posted: 'تۆمارکرا لەلایەن {who}',
  edited: 'دەستکاریکرا لەلایەن {who}',
  verified: 'پشتڕاستکرایەوە لەلایەن {who}',
  returned: 'گەڕێنرایەوە لەلایەن {who}',
  takenBack: 'پێداچوونەوەکە هەڵوەشێنرایەوە لەلایەن {who}',
  loadFailed: 'مێژووەکە بار نەکرا. تکایە دواتر هەوڵ بدەنەوە.',
}
