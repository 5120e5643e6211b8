import type { Translated } from '../catalogue.ts'
import type { sharing as english } from '../en/sharing.ts'

export const sharing: Translated<typeof english> = {
  sharing: {
    post: 'تسجيل نشاط',
    noPostings: 'ليس لهذا الحساب أنشطة خاصة به، فلا يمكن تسجيل شيء منه. لم يُحتفظ بالملفات المشارَكة.',
    notTaken: 'تعذّر أخذ الملفات المشارَكة. اخترها هنا في النموذج.',
  },
}
