import type { Catalogue } from '../catalogue.ts'

export const departments: Catalogue['departments'] = {
  emptyName: 'ناوی بەش نابێت بەتاڵ بێت.',
  loadFailed: 'بەشەکان بار نەکران. تکایە دواتر هەوڵ بدەنەوە.',
  addFailed: 'بەشەکە زیاد نەکرا. تکایە دواتر هەوڵ بدەنەوە.',
  editFailed: 'بەشەکە دەستکاری نەکرا. تکایە دواتر هەوڵ بدەنەوە.',
  deleteFailed: 'بەشەکە نەسڕایەوە. تکایە دواتر هەوڵ بدەنەوە.',
  unknown: 'بەشی نەزانراو',
  nameTaken: 'بەشێک بەم ناوە پێشتر هەیە.',
  notFound: 'ئەم بەشە چیتر بوونی نییە.',
  deleted: 'بەش بە سەرکەوتوویی سڕایەوە',
  deleteQuestion: 'بەشی {name} بسڕدرێتەوە؟',
  deleteConsequence: {
    one: 'ئەندامەکەی بە «بەشی نەزانراو» دەردەکەوێت تا بەشێکی تری بۆ دیاری دەکرێت.',
    other: '{count} ئەندامەکەی بە «بەشی نەزانراو» دەردەکەون تا بەشێکی تریان بۆ دیاری دەکرێت.',
  },
  restored: 'بەش بە سەرکەوتوویی هێنرایەوە',
  added: 'بەش بە سەرکەوتوویی زیاد کرا',
  updated: 'بەش بە سەرکەوتوویی نوێ کرایەوە',
  empty: 'هیچ بەشێک نییە',
  count: { other: '{count} بەش' },
  summary: '\u200f{departments} · {members}',
  search: 'گەڕان لە بەشەکان',
  newDepartment: 'بەشی نوێ',
  name: 'ناوی بەش',
  newName: 'ناوی نوێ',
}
