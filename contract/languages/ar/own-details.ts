import type { Catalogue } from '../catalogue.ts'

export const ownDetails: Catalogue['ownDetails'] = {
  title: 'بياناتك',
  description: 'اسمك وبريدك الإلكتروني كما يراهما الجميع. ولا يمكن لغيرك تعديلهما.',
  saved: 'تم حفظ بياناتك بنجاح',
  saveFailed: 'تعذّر حفظ بياناتك. يرجى المحاولة مجددًا.',
  loadFailed: 'تعذّر تحميل بياناتك. يرجى المحاولة مجددًا.',
}
