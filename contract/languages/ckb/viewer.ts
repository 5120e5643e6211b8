import type { Catalogue } from '../catalogue.ts'

export const viewer: Catalogue['viewer'] = {
  position: '{number} لە {total}',
  opened: '\u200f{position}: {description}',
  previous: 'وێنەی پێشوو',
  next: 'وێنەی دواتر',
  zoomIn: 'نزیککردنەوە',
  zoomOut: 'دوورخستنەوە',
  download: 'داگرتن',
  downloadNamed: 'داگرتنی {name}',
  failed: 'ئەم وێنەیە بار نەکرا.',
}
