import type { Catalogue } from '../catalogue.ts'

export const pages: Catalogue['pages'] = {
  notFoundTitle: 'هذه الصفحة غير موجودة',
  notFoundText: 'ربما كُتب العنوان خطأً، أو نُقلت الصفحة.',
  wayHome: 'العودة إلى البوابة',
  purpose: 'سجّل ما أنجزته. واطّلع على ما يُحتسب لك. مكان واحد لكل نشاط ودرجة وتقدير.',
  failedTitle: 'تعذّر فتح البوابة',
  preparingTitle: 'يجري إعداد هذه اللوحة',
  preparingText: 'ستُفتح هنا حالما تصبح جاهزة. لا يُطلب منك شيء.',
  description: 'تسجيل الأنشطة ومتابعة الدرجات والاطلاع على التقديرات: بوابة أنشطة الكادر التدريسي وأدائه في الجامعة.',
  needsScript: 'تحتاج هذه البوابة إلى JavaScript. يرجى تفعيله في متصفحك.',
}
