import type { Catalogue } from '../catalogue.ts'

export const viewer: Catalogue['viewer'] = {
  position: '{number} من {total}',
  opened: '\u200f{position}: {description}',
  previous: 'الصورة السابقة',
  next: 'الصورة التالية',
  zoomIn: 'تقريب',
  zoomOut: 'تبعيد',
  download: 'تنزيل',
  downloadNamed: 'تنزيل {name}',
  failed: 'تعذّر تحميل هذه الصورة.',
}
