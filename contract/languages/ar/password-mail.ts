import type { Catalogue } from '../catalogue.ts'

export const passwordMail: Catalogue['passwordMail'] = {
  linkSubject: '{portal}: رابط لاختيار كلمة مرور جديدة',
  link: 'طُلبت كلمة مرور جديدة لحسابك باسم المستخدم {username}. افتح هذا الرابط لاختيارها:',
  linkValid: 'يعمل الرابط مرة واحدة خلال 30 دقيقة.',
  linkIgnore: 'إن لم تطلبها أنت، فتجاهل هذه الرسالة. تبقى كلمة مرورك كما هي.',
  changedSubject: '{portal}: تم تغيير كلمة مرورك',
  changed:
    'تم تغيير كلمة مرور حسابك باسم المستخدم {username} عبر رابط أُرسل إلى هذا البريد الإلكتروني. سُجِّل الخروج من جميع الأجهزة.',
  helpContact: 'إن لم تكن أنت من غيّرها، فاطلب المساعدة فورًا من: {contact}',
  helpOffice: 'إن لم تكن أنت من غيّرها، فأبلغ فورًا الإدارة المشرفة على البوابة.',
}
