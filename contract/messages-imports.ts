/** The messages of imports: a part of messages.ts that is loaded with them. */

/** Truncates a text of the file, which may be of any length. */
const quote = (text: string) => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`
const whole = (count: number) => count.toLocaleString('en')
const rowsWithErrors = (count: number) => (count === 1 ? 'One row has an error' : `${whole(count)} rows have errors`)

export const importMessages = {
  noFile: 'Choose a CSV or XLSX file.',
  emptyFile: 'The file is empty.',
  tooLarge: 'The file is larger than 5 MB.',
  tooManyRows: 'The file has more than 20,000 rows. Split it into several.',
  notATable: 'This is neither a CSV nor an XLSX file.',
  oldExcel: 'This is an old or a protected Excel file. Save it as .xlsx without a password.',
  damaged: 'This XLSX file is damaged.',
  tooMuchText: 'The file has more than 10 million characters. Split it into several.',
  unpacksTooLarge: 'This XLSX file unpacks to more than 64 MB.',
  noRows: 'The file has no rows below its header.',
  notUtf8: (row: number) => `Row ${row} is not in UTF-8, as the beginning of the file says. Save the file again as UTF-8.`,
  mixedEncodings: (utf8: number, other: number) =>
    `Row ${utf8} is in UTF-8 and row ${other} is not. Save the file again as UTF-8.`,
  openQuote: (row: number) => `Row ${row}: a quotation mark is not closed.`,
  unknownColumns: (names: readonly string[], known: string) =>
    `Row 1: ${names.length === 1 ? 'there is no column' : 'there are no columns'} ${names.map(quote).join(', ')}. The columns are ${known}.`,
  unknown: (names: readonly string[]) =>
    `${names.length === 1 ? 'This column is' : 'These columns are'} not known: ${names.map(quote).join(', ')}.`,
  unnamedColumn: (number: number) => `column ${number}, without a heading`,
  ignoreUnknown: (count: number) => (count === 1 ? 'Import without this column' : `Import without these ${whole(count)} columns`),
  missingColumn: (name: string) => `Row 1: the column ${name} is missing.`,
  columnTwice: (name: string) => `Row 1: the column ${name} stands there twice.`,
  cellCount: (count: number, wanted: number) => `This row has ${count} cells, the header has ${wanted}.`,
  /** What the cell has, and the rule it breaks. */
  wrongValue: (value: string, rule: string) => `${quote(value)} – ${rule}`,
  oneOf: (choices: readonly string[]) => `use ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
  emailForm: 'write it like name@example.edu',
  sameInRow: (what: string, row: number) => `The same ${what} stands in row ${row}.`,
  sameMemberInRow: (row: number) => `The same member stands in row ${row}.`,
  missing: (columns: string) => `All required fields must be filled: ${columns}.`,
  noDepartment: (name: string) => `There is no department ${quote(name)}. Write it as in Departments, or add it there first.`,
  noUser: (who: string) => `There is no user ${quote(who)}.`,
  nobodyNamed: 'This row names nobody.',
  twoUsers: 'The username and the e-mail address do not belong to the same user.',
  hasErrors: 'Some rows have errors, so nothing was imported.',
  movedOn: 'Something changed since you looked at this file, so nothing was imported. Look at it again.',
  imported: (added: number, changed: number, skipped: number) => {
    const done = added + changed === 0 ? 'nothing had to be changed' : `${whole(added)} added, ${whole(changed)} changed`
    return `Imported successfully: ${done}${skipped === 0 ? '' : `, ${whole(skipped)} left out`}`
  },
  failed: 'The import failed, so nothing was imported.',
  unknownEnd: 'No response from server. Look at the file again to see whether it was imported.',
  previewFailed: 'The file could not be checked. Please try again.',
  purpose: {
    users: 'Adds the users it does not know yet and changes those it knows. You see every row before anything is written.',
    scores: (term: string) => `Sets teacher points and feedback in ${term}. You see every row before anything is written.`,
  },
  columns: {
    users: [
      'UserName says who it is. A new user also needs Name, Email, Department and Gender.',
      'An empty cell, or a column that is left out, changes nothing.',
      'Degree is PhD, Master or M.A.; Title is Professor, Assistant Professor, Lecturer or Assistant Lecturer; Role is Staff unless it says Admin.',
      'Password is for users who have none yet. Where it is empty, the portal can make one up after the import.',
    ],
    scores: [
      'UserName or Email says who it is. The template lists all members with what they have now.',
      'An empty cell changes nothing. Points go from 0 to 1000 with at most one decimal.',
    ],
  },
  limits: 'CSV or XLSX, up to 5 MB and 20,000 rows.',
  readAs: {
    csv: (encoding: string, delimiter: string) => `Read as ${encoding}, separated by ${delimiter}.`,
    xlsx: 'Read from the first sheet.',
  },
  ignored: (columns: string) => `Not imported: ${columns}.`,
  fixErrors: (count: number) => `${rowsWithErrors(count)}. Correct the file and choose it again; nothing was imported.`,
  fixOrSkip: (count: number) =>
    `${rowsWithErrors(count)}. Correct the file and choose it again, or import the others now. Nothing was imported yet.`,
  skipped: (count: number) =>
    `${count === 1 ? 'One row was' : `${whole(count)} rows were`} left out. Download ${count === 1 ? 'it' : 'them'} with the reason, correct that file and import it.`,
  wrongRowsWithoutPasswords: 'Passwords are not in the downloaded file.',
  nothingToDo: 'Everything in this file is so already.',
  steps: { sending: 'Sending the file', checking: 'Checking the rows', importing: 'Writing' },
  settingPasswords: (done: number, total: number) => `Setting passwords, ${whole(done)} of ${whole(total)}`,
  passwordsToSet: (count: number) =>
    count === 1
      ? 'One user of this file still has to get the password it gives.'
      : `${whole(count)} users of this file still have to get the password it gives.`,
  passwordsFailed: 'Not all passwords could be set. Try again for the others.',
  withoutPassword: (count: number) =>
    `${count === 1 ? 'One user has' : `${whole(count)} users have`} no password yet and cannot sign in.`,
  neverSignedIn: (count: number) =>
    `${count === 1 ? 'One member' : `${whole(count)} members`} never signed in. An initial password they were given before stops working.`,
  passwordsOnce: 'These passwords are shown this once. Download the list before you close.',
} as const
