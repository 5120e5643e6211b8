import type { Catalogue } from '../catalogue.ts'

export const ownDetails: Catalogue['ownDetails'] = {
  title: 'زانیارییەکانتان',
  description: 'ناو و ئیمەیڵی خۆتان، وەک ئەوەی هەمووان دەیبینن. کەسی تر ناتوانێت دەستکارییان بکات.',
  saved: 'زانیارییەکانتان بە سەرکەوتوویی پاشەکەوت کران',
  saveFailed: 'زانیارییەکانتان پاشەکەوت نەکران. تکایە هەوڵ بدەنەوە.',
  loadFailed: 'زانیارییەکانتان بار نەکران. تکایە هەوڵ بدەنەوە.',
}
