import type { Language } from '../contract/languages/languages.ts'

/** Words for the made-up university of `npm run demo`. Nobody here exists. */

export const demoDepartments = [
  { name: 'Physics', name_ckb: 'فیزیا', name_ar: 'الفيزياء' },
  { name: 'Chemistry', name_ckb: 'کیمیا', name_ar: 'الكيمياء' },
  { name: 'Biology', name_ckb: 'بایۆلۆجی', name_ar: 'علوم الحياة' },
  { name: 'Mathematics', name_ckb: 'بیرکاری', name_ar: 'الرياضيات' },
  { name: 'Computer Science', name_ckb: 'زانستی کۆمپیوتەر', name_ar: 'علوم الحاسوب' },
  { name: 'Civil Engineering', name_ckb: 'ئەندازیاریی شارستانی', name_ar: 'الهندسة المدنية' },
  { name: 'Electrical Engineering', name_ckb: 'ئەندازیاریی کارەبا', name_ar: 'الهندسة الكهربائية' },
  { name: 'Medicine', name_ckb: 'پزیشکی', name_ar: 'الطب' },
  { name: 'Law', name_ckb: 'یاسا', name_ar: 'القانون' },
  { name: 'Economics', name_ckb: 'ئابووری', name_ar: 'الاقتصاد' },
  { name: 'English Language and Literature', name_ckb: 'زمان و ئەدەبی ئینگلیزی', name_ar: 'اللغة الإنجليزية وآدابها' },
  { name: 'History and Archaeology', name_ckb: 'مێژوو و شوێنەوارناسی', name_ar: 'التاريخ والآثار' },
]

/** Women and men by turns: see genderOfFirstName. */
export const firstNames =
  'Layla Ahmed Nora Omar Sara Yusuf Helen Rebin Amina Daniel Shirin Karwan Elena Tariq Grace Hiwa Miriam Samir Ingrid Dilan Rosa Bashir Clara Soran Leila Martin Zainab Peter Avin Hassan Julia Rawand Fatima Simon Naz Victor Hana Ibrahim Lana Thomas'.split(
    ' ',
  )

export function genderOfFirstName(name: string): 'Female' | 'Male' {
  return firstNames.indexOf(name) % 2 === 0 ? 'Female' : 'Male'
}

export const lastNames =
  'Hassan Salih Jensen Karim Aziz Demir Okafor Jamal Novak Rashid Lindqvist Mahmood Costa Ali Weber Qadir Moretti Othman Fischer Saeed Duarte Hamid Petrov Ismail Larsen Abdullah Romero Khalid Bauer Sabir Nilsson Mustafa Ferrari Taha Keller Rasul Silva Younis Meyer Hadi'.split(
    ' ',
  )

/** What was done, and where it counts. Each becomes five entries of the catalogue, one per occasion. */
const activityKinds = [
  { en: 'Scientific conference', ckb: 'کۆنفرانسی زانستی', ar: 'مؤتمر علمي', type: 'Attending', score: 3 },
  { en: 'Research seminar', ckb: 'سیمیناری توێژینەوە', ar: 'ندوة بحثية', type: 'Attending', score: 1.5 },
  { en: 'Training course', ckb: 'خولی ڕاهێنان', ar: 'دورة تدريبية', type: 'Attending', score: 2 },
  { en: 'Public lecture', ckb: 'موحازەرەی گشتی', ar: 'محاضرة عامة', type: 'Elective', score: 2 },
  { en: 'Community project', ckb: 'پڕۆژەی خزمەتی کۆمەڵگە', ar: 'مشروع لخدمة المجتمع', type: 'Elective', score: 2.5 },
  { en: 'Book or journal review', ckb: 'هەڵسەنگاندنی کتێب یان گۆڤار', ar: 'مراجعة كتاب أو مجلة', type: 'Elective', score: 1 },
  { en: 'Published paper', ckb: 'توێژینەوەی بڵاوکراوە', ar: 'بحث منشور', type: 'Compulsory', score: 5 },
  { en: 'Curriculum workshop', ckb: 'وۆرکشۆپی پرۆگرامی خوێندن', ar: 'ورشة عمل للمناهج الدراسية', type: 'Compulsory', score: 4 },
  { en: 'Examination committee', ckb: 'لیژنەی تاقیکردنەوە', ar: 'لجنة امتحانية', type: 'Compulsory', score: 2 },
  { en: 'Thesis supervision', ckb: 'سەرپەرشتیکردنی تێزی زانکۆیی', ar: 'الإشراف على رسالة جامعية', type: 'Compulsory', score: 3 },
  {
    en: 'Laboratory safety training',
    ckb: 'ڕاهێنانی سەلامەتیی تاقیگە',
    ar: 'تدريب على السلامة في المختبر',
    type: 'Compulsory',
    score: 1.25,
  },
  { en: 'Quality assurance review', ckb: 'پێداچوونەوەی دڵنیایی جۆری', ar: 'مراجعة ضمان الجودة', type: 'Compulsory', score: 2.5 },
] as const

const occasions = [
  { en: 'at the department', ckb: 'لە بەش', ar: 'في القسم' },
  { en: 'at the college', ckb: 'لە کۆلێژ', ar: 'في الكلية' },
  { en: 'at the university', ckb: 'لە زانکۆ', ar: 'في الجامعة' },
  { en: 'in the region', ckb: 'لە هەرێم', ar: 'في الإقليم' },
  { en: 'abroad', ckb: 'لە دەرەوەی وڵات', ar: 'خارج البلاد' },
] as const

const evidenceHint = {
  en: 'A certificate, a programme or a photo serves as evidence.',
  ckb: 'بڕوانامە، بەرنامە یان وێنە وەک بەڵگە وەردەگیرێت.',
  ar: 'تُقبل شهادة أو برنامج أو صورة دليلاً على ذلك.',
} as const

/** The catalogue, in three languages. */
export const demoActivities = activityKinds.flatMap(({ type, score, ...kind }) =>
  occasions.map((occasion, index) => {
    const name = (language: Language) => `${kind[language]} ${occasion[language]}`
    const description = (language: Language) => `${name(language)}. ${evidenceHint[language]}`
    return {
      name: name('en'),
      name_ckb: name('ckb'),
      name_ar: name('ar'),
      description: description('en'),
      description_ckb: description('ckb'),
      description_ar: description('ar'),
      type,
      score: score + index * 0.25,
    }
  }),
)

/** Why an administrator gave a posting back. */
export const returnReasons = [
  'The photo shows another event. Please add one of yours.',
  'The date does not match the programme behind the link.',
  'Please add the certificate of attendance.',
  'The link leads to a page that is not there any more.',
]

/** Removed by the administrator, and still there to be restored. */
export const removedDepartment = { name: 'Textile Design', name_ckb: 'دیزاینی قوماش', name_ar: 'تصميم المنسوجات' }

export const removedActivity = {
  name: 'Typing course',
  name_ckb: 'خولی تایپکردن',
  name_ar: 'دورة الطباعة',
  description: 'Typing with ten fingers, for secretaries and lecturers.',
  description_ckb: 'تایپکردن بە دە پەنجە، بۆ سکرتێر و مامۆستایان.',
  description_ar: 'الطباعة بعشرة أصابع، للسكرتارية والتدريسيين.',
  score: 0.5,
  type: 'Elective',
}

export const removedStaff = [
  { name: 'Dr. Selma Duarte', username: 's.duarte.former', degree: 'PhD', title: 'ap', gender: 'Female' },
  { name: 'Henrik Larsen', username: 'h.larsen.former', degree: 'Master', title: 'l', gender: 'Male' },
]

export const demoSettings = {
  portal_title: 'Staff Activity and Performance Portal',
  portal_title_ckb: 'پۆرتاڵی چالاکی و ئەدای ستافی ئەکادیمی',
  portal_title_ar: 'بوابة أنشطة الكادر التدريسي وأدائه',
  short_title: 'Staff Portal',
  short_title_ckb: 'پۆرتاڵی ستاف',
  short_title_ar: 'بوابة الكادر',
  university_name: 'University of Arden (demo)',
  university_name_ckb: 'زانکۆی ئاردن (نموونە)',
  university_name_ar: 'جامعة آردن (تجريبية)',
  footer_credit: 'Quality Assurance Office',
  footer_credit_ckb: 'بەڕێوەبەرایەتیی دڵنیایی جۆری',
  footer_credit_ar: 'شعبة ضمان الجودة',
  contact: 'Quality Assurance Office, room 112',
}
