/** Words for the fictional university of `npm run demo`. None of the people exists. */

export const demoDepartments = [
  { name: 'Physics', names: { ckb: 'فیزیا', ar: 'الفيزياء' } },
  { name: 'Chemistry', names: { ckb: 'کیمیا', ar: 'الكيمياء' } },
  { name: 'Biology', names: { ckb: 'بایۆلۆجی', ar: 'علوم الحياة' } },
  { name: 'Mathematics', names: { ckb: 'بیرکاری', ar: 'الرياضيات' } },
  { name: 'Computer Science', names: { ckb: 'زانستی کۆمپیوتەر', ar: 'علوم الحاسوب' } },
  { name: 'Civil Engineering', names: { ckb: 'ئەندازیاریی شارستانی', ar: 'الهندسة المدنية' } },
  { name: 'Electrical Engineering', names: { ckb: 'ئەندازیاریی کارەبا', ar: 'الهندسة الكهربائية' } },
  { name: 'Medicine', names: { ckb: 'پزیشکی', ar: 'الطب' } },
  { name: 'Law', names: { ckb: 'یاسا', ar: 'القانون' } },
  { name: 'Economics', names: { ckb: 'ئابووری', ar: 'الاقتصاد' } },
  { name: 'English Language and Literature', names: { ckb: 'زمان و ئەدەبی ئینگلیزی', ar: 'اللغة الإنجليزية وآدابها' } },
  { name: 'History and Archaeology', names: { ckb: 'مێژوو و شوێنەوارناسی', ar: 'التاريخ والآثار' } },
]

/** Faculties, and the departments that belong to them. */
export const demoFaculties = [
  {
    name: 'Faculty of Science and Medicine',
    names: { ckb: 'کۆلێژی زانست و پزیشکی', ar: 'كلية العلوم والطب' },
    departments: ['Physics', 'Chemistry', 'Biology', 'Mathematics', 'Medicine'],
  },
  {
    name: 'Faculty of Engineering',
    names: { ckb: 'کۆلێژی ئەندازیاری', ar: 'كلية الهندسة' },
    departments: ['Computer Science', 'Civil Engineering', 'Electrical Engineering'],
  },
  {
    name: 'Faculty of Arts, Law and Economics',
    names: { ckb: 'کۆلێژی ئاداب، یاسا و ئابووری', ar: 'كلية الآداب والقانون والاقتصاد' },
    departments: ['Law', 'Economics', 'English Language and Literature', 'History and Archaeology'],
  },
]

/** First names of women and men by turns: see genderOfFirstName. */
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

/** Activities, and the type in which they count. Each becomes five entries of the catalogue, one per occasion. */
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

/** The seasons in the names of terms. */
export const seasons = {
  autumn: { en: 'Autumn', ckb: 'پاییزی', ar: 'خريف' },
  spring: { en: 'Spring', ckb: 'بەهاری', ar: 'ربيع' },
} as const

/** The catalogue of activities, in three languages. */
export const demoActivities = activityKinds.flatMap(({ type, score, ...kind }) =>
  occasions.map((occasion, index) => {
    const name = (language: keyof typeof evidenceHint) => `${kind[language]} ${occasion[language]}`
    const description = (language: keyof typeof evidenceHint) => `${name(language)}. ${evidenceHint[language]}`
    return {
      name: name('en'),
      names: { ckb: name('ckb'), ar: name('ar') },
      description: description('en'),
      descriptions: { ckb: description('ckb'), ar: description('ar') },
      kind: kind.en,
      kinds: { ckb: kind.ckb, ar: kind.ar },
      place: occasion.en,
      places: { ckb: occasion.ckb, ar: occasion.ar },
      type,
      score: score + index * 0.25,
    }
  }),
)

/** The office's reasons for returning a posting, in its order. */
export const demoReturnReasons = [
  {
    name: 'Please add the certificate of attendance.',
    names: { ckb: 'تکایە بڕوانامەی بەشداریکردن زیاد بکەن.', ar: 'يرجى إرفاق شهادة المشاركة.' },
  },
  {
    name: 'The link leads to a page that is not there any more.',
    names: { ckb: 'بەستەرەکە بۆ پەڕەیەکە کە چیتر نییە.', ar: 'يؤدي الرابط إلى صفحة لم تعد موجودة.' },
  },
  {
    name: 'The date does not match the evidence.',
    names: { ckb: 'بەروارەکە لەگەڵ بەڵگەکە یەک ناگرێتەوە.', ar: 'التاريخ لا يطابق الدليل.' },
  },
  {
    name: 'The photo shows another event. Please add one of yours.',
    names: {
      ckb: 'وێنەکە بۆنەیەکی تر پیشان دەدات. تکایە وێنەیەکی خۆتان زیاد بکەن.',
      ar: 'تُظهر الصورة فعالية أخرى. يرجى إرفاق صورة لفعاليتك.',
    },
  },
  {
    name: 'Your name is not on the document.',
    names: { ckb: 'ناوتان لەسەر بەڵگەنامەکە نییە.', ar: 'اسمك غير مذكور في الوثيقة.' },
  },
  {
    name: 'This belongs to another activity in the list. Please choose that one.',
    names: {
      ckb: 'ئەمە سەر بە چالاکییەکی تری لیستەکەیە. تکایە ئەوە هەڵبژێرن.',
      ar: 'هذا يخص نشاطًا آخر من القائمة. يرجى اختياره.',
    },
  },
]

/** A department that the administrator removed, and that is still there to be restored. */
export const removedDepartment = { name: 'Textile Design', names: { ckb: 'دیزاینی قوماش', ar: 'تصميم المنسوجات' } }

export const removedActivity = {
  name: 'Typing course',
  names: { ckb: 'خولی تایپکردن', ar: 'دورة الطباعة' },
  description: 'Typing with ten fingers, for secretaries and lecturers.',
  descriptions: { ckb: 'تایپکردن بە دە پەنجە، بۆ سکرتێر و مامۆستایان.', ar: 'الطباعة بعشرة أصابع، للسكرتارية والتدريسيين.' },
  score: 0.5,
  type: 'Elective',
}

export const removedStaff = [
  { name: 'Dr. Selma Duarte', username: 's.duarte.former', degree: 'PhD', title: 'ap', gender: 'Female' },
  { name: 'Henrik Larsen', username: 'h.larsen.former', degree: 'Master', title: 'l', gender: 'Male' },
]

export const demoSettings = {
  portal_title: 'Staff Activity and Performance Portal',
  portal_titles: { ckb: 'پۆرتاڵی چالاکی و ئەدای ستافی ئەکادیمی', ar: 'بوابة أنشطة الكادر التدريسي وأدائه' },
  short_title: 'Staff Portal',
  short_titles: { ckb: 'پۆرتاڵی ستاف', ar: 'بوابة الكادر' },
  university_name: 'University of Arden (demo)',
  university_names: { ckb: 'زانکۆی ئاردن (نموونە)', ar: 'جامعة آردن (تجريبية)' },
  footer_credit: 'Quality Assurance Office',
  footer_credits: { ckb: 'بەڕێوەبەرایەتیی دڵنیایی جۆری', ar: 'شعبة ضمان الجودة' },
  contact: 'Quality Assurance Office, room 112',
}
