import type { Translated } from '../catalogue.ts'
import type { sharing as english } from '../en/sharing.ts'

export const sharing: Translated<typeof english> = {
  sharing: {
    post: 'تسجيل نشاط',
    noPostings: 'ليس لهذا الحساب أنشطة خاصة به، فلا يمكن تسجيل شيء منه. لم يُحتفظ بالملفات المشارَكة.',
    notTaken: 'تعذّر أخذ الملفات المشارَكة. اخترها هنا في النموذج.',
  },
  photos: {
    join: {
      zero: 'وضع الصور في ملف PDF واحد',
      one: 'وضع الصورة في ملف PDF',
      two: 'وضع الصورتين في ملف PDF واحد',
      few: 'وضع {count} صور في ملف PDF واحد',
      many: 'وضع {count} صورة في ملف PDF واحد',
      other: 'وضع {count} صورة في ملف PDF واحد',
    },
    joined: {
      zero: 'الصور الآن صفحات في {file}',
      one: 'الصورة الآن صفحة في {file}',
      two: 'الصورتان الآن صفحتان في {file}',
      few: 'أصبحت {count} صور صفحات في {file}',
      many: 'أصبحت {count} صورة صفحات في {file}',
      other: 'أصبحت {count} صورة صفحات في {file}',
    },
    notJoined: 'تعذّر وضع الصور في ملف PDF واحد. ما زالت هنا.',
    edit: 'قص وتدوير',
    editNamed: 'قص وتدوير {file}',
    hint: 'اسحب الحواف، أو اختر إحداها واستعمل مفاتيح الأسهم.',
    left: 'تدوير إلى اليسار',
    right: 'تدوير إلى اليمين',
    whole: 'الصورة كاملة',
    use: 'استعمال الصورة',
    edges: { left: 'الحافة اليسرى', right: 'الحافة اليمنى', top: 'الحافة العليا', bottom: 'الحافة السفلى' },
    percent: '\u200f{number}%',
    unreadable: 'تعذّر فتح هذه الصورة. أغلق هذه النافذة واخترها من جديد.',
  },
}
