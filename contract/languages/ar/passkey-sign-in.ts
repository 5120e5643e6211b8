import type { Catalogue } from '../catalogue.ts'

export const passkeySignIn: Catalogue['passkeySignIn'] = {
  button: 'تسجيل الدخول بمفتاح مرور',
  notUsed: 'لم يُستخدم مفتاح المرور. حاول مجددًا، أو سجّل الدخول بكلمة المرور.',
}
