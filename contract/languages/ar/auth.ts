import type { Catalogue } from '../catalogue.ts'

export const auth: Catalogue['auth'] = {
  invalid: 'اسم المستخدم أو كلمة المرور غير صحيحة',
  required: 'اسم المستخدم وكلمة المرور مطلوبان',
  invalidRole: 'نوع الدور غير صحيح',
  tooManyAttempts: {
    one: 'محاولات كثيرة جدًا. حاول مجددًا بعد ثانية واحدة.',
    two: 'محاولات كثيرة جدًا. حاول مجددًا بعد ثانيتين.',
    few: 'محاولات كثيرة جدًا. حاول مجددًا بعد {count} ثوانٍ.',
    other: 'محاولات كثيرة جدًا. حاول مجددًا بعد {count} ثانية.',
  },
  loggedOut: 'تم تسجيل الخروج!',
  logoutFailed: 'تعذّر الوصول إلى الخادم. قد يكون الدخول ما زال مسجَّلًا في هذا المتصفح.',
  identityMissing: 'رقم المستخدم أو رقم الدور المخزَّن غير موجود.',
  sessionEnded: 'انتهت جلستك. يرجى تسجيل الدخول من جديد.',
  invalidLanguage: 'اختر إحدى اللغات.',
  languageChanged: 'تم تغيير اللغة بنجاح',
  signIn: 'تسجيل الدخول',
  signInHint: 'استخدم حسابك الجامعي.',
  username: 'اسم المستخدم',
  login: 'دخول',
  yourAccount: 'حسابك',
  appearance: 'المظهر',
  themes: { system: 'حسب النظام', light: 'فاتح', dark: 'داكن' },
  language: 'اللغة',
  languageNotLoaded: 'تعذّر تحميل هذه اللغة. يرجى المحاولة مجددًا.',
  languageNotSaved: 'تعذّر حفظ اللغة في حسابك. يرجى المحاولة مجددًا.',
}
