/**
 * Other spellings of codes, as offices write them. What is another degree or title elsewhere is not among them, such as Associate Professor
 * (أستاذ مشارك), Doctor (of medicine) and M alone: the reader of the preview chooses.
 */
const ofDegrees = {
  PhD: [
    ...['Ph.D.', 'D.Phil.', 'Doctor of Philosophy', 'Doctorate', 'Doctoral'],
    ...['دكتوراه', 'دكتورا', 'دكتوراة', 'شهادة الدكتوراه', 'دکتۆرا', 'دکتۆراه', 'دوکتۆرا', 'بڕوانامەی دکتۆرا'],
  ],
  Master: [
    ...['MSc', 'M.Sc.', 'MS', 'Master of Science', 'Masters', "Master's", "Master's degree", 'Master degree', 'Magister'],
    ...['ماجستير', 'ماستر', 'شهادة الماجستير', 'ماستەر', 'ماجستێر', 'ماسته\u200cر', 'بڕوانامەی ماستەر'],
  ],
  'M.A.': ['MA', 'Master of Arts', 'ماجستير آداب', 'ماجستير في الآداب', 'ماستەری ئاداب', 'ماستەر لە ئاداب'],
} as const

const ofTitles = {
  p: [
    ...['Prof.', 'Prof. Dr.', 'Full Professor', 'Professor Dr.'],
    ...['أستاذ', 'أستاذ دكتور', 'أ.د.', 'أ. د', 'بروفيسور', 'پڕۆفیسۆر', 'پرۆفیسۆر', 'پڕۆفیسۆر دکتۆر', 'پ.د.'],
  ],
  ap: [
    ...['Asst. Prof.', 'Assist. Prof.', 'Assistant Prof.', 'Asst. Professor', 'Asst. Prof. Dr.', 'Assist. Prof. Dr.', 'A. Prof.'],
    ...['أستاذ مساعد', 'أستاذ مساعد دكتور', 'أ.م.', 'أ.م.د.', 'پڕۆفیسۆری یاریدەدەر', 'پرۆفیسۆری یاریدەدەر', 'پ.ی.', 'پ.ی.د.'],
  ],
  l: ['Lect.', 'Lecturer Dr.', 'Lect. Dr.', 'مدرس', 'مدرس دكتور', 'م.', 'م.د.', 'مامۆستا', 'ماموستا'],
  al: [
    ...['Asst. Lect.', 'Assist. Lect.', 'Assistant Lect.', 'Asst. Lecturer', 'Assist. Lecturer'],
    ...['مدرس مساعد', 'م.م.', 'م. م', 'مامۆستای یاریدەدەر', 'م.ی.'],
  ],
} as const

const ofGenders = {
  Male: ['M', 'Man', 'ذكر', 'ذ', 'رجل', 'نێر', 'پیاو'],
  Female: ['F', 'Woman', 'أنثى', 'انثى', 'امرأة', 'مێ', 'ژن'],
} as const

const pairsOf = (spellings: Readonly<Record<string, readonly string[]>>): [string, string][] =>
  Object.entries(spellings).flatMap(([code, words]) => words.map((word): [string, string] => [word, code]))

export const spellings = { degree: pairsOf(ofDegrees), title: pairsOf(ofTitles), gender: pairsOf(ofGenders) }
