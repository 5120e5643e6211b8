import type { Catalogue } from '../catalogue.ts'

export const codes: Catalogue['codes'] = {
  titles: {
    p: 'أستاذ',
    ap: 'أستاذ مساعد',
    l: 'مدرس',
    al: 'مدرس مساعد',
    unknown: 'غير معروف',
  },
  degrees: { PhD: 'دكتوراه', Master: 'ماجستير', MA: 'ماجستير (\u2066M.A.\u2069)' },
  genders: { Male: 'ذكر', Female: 'أنثى', Other: 'آخر' },
  types: { Compulsory: 'إلزامي', Attending: 'حضور', Elective: 'اختياري' },
  roles: { admin: 'مدير النظام', staff: 'تدريسي' },
}
