/** Words for the made-up university of `npm run demo`. Nobody here exists. */

export const departmentNames = [
  'Physics',
  'Chemistry',
  'Biology',
  'Mathematics',
  'Computer Science',
  'Civil Engineering',
  'Electrical Engineering',
  'Medicine',
  'Law',
  'Economics',
  'English Language and Literature',
  'History and Archaeology',
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
export const activityKinds = [
  { what: 'Scientific conference', type: 'Attending', score: 3 },
  { what: 'Research seminar', type: 'Attending', score: 1.5 },
  { what: 'Training course', type: 'Attending', score: 2 },
  { what: 'Public lecture', type: 'Elective', score: 2 },
  { what: 'Community project', type: 'Elective', score: 2.5 },
  { what: 'Book or journal review', type: 'Elective', score: 1 },
  { what: 'Published paper', type: 'Compulsory', score: 5 },
  { what: 'Curriculum workshop', type: 'Compulsory', score: 4 },
  { what: 'Examination committee', type: 'Compulsory', score: 2 },
  { what: 'Thesis supervision', type: 'Compulsory', score: 3 },
  { what: 'Laboratory safety training', type: 'Compulsory', score: 1.25 },
  { what: 'Quality assurance review', type: 'Compulsory', score: 2.5 },
] as const

export const occasions = ['at the department', 'at the college', 'at the university', 'in the region', 'abroad']

/** Why an administrator gave a posting back. */
export const returnReasons = [
  'The photo shows another event. Please add one of yours.',
  'The date does not match the programme behind the link.',
  'Please add the certificate of attendance.',
  'The link leads to a page that is not there any more.',
]
