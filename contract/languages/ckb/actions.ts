import type { Catalogue } from '../catalogue.ts'

export const actions: Catalogue['actions'] = {
  save: 'پاشەکەوتکردن',
  cancel: 'هەڵوەشاندنەوە',
  edit: 'دەستکاریکردن',
  delete: 'سڕینەوە',
  close: 'داخستن',
  open: 'کردنەوە',
  done: 'تەواو',
  tryAgain: 'هەوڵدانەوە',
  showMore: 'پیشاندانی زیاتر',
  clearFilters: 'سڕینەوەی پاڵاوتنەکان',
  logout: 'چوونەدەرەوە',
  add: 'زیادکردن',
  choose: 'هەڵبژاردن',
  update: 'نوێکردنەوە',
  export: 'هەناردەکردن',
  import: 'هاوردەکردن',
  showAll: 'پیشاندانی هەموو',
  editNamed: 'دەستکاریکردنی {name}',
  deleteNamed: 'سڕینەوەی {name}',
  print: 'چاپکردن',
}
