/** The codes of the specification, section 9: one list each, with their labels. */

export const roles = { admin: 1, staff: 2 } as const

export const degrees = ['PhD', 'Master', 'M.A.'] as const

export const titles = { p: 'Professor', ap: 'Assistant Professor', l: 'Lecturer', al: 'Assistant Lecturer' } as const
export type Title = keyof typeof titles
export const titleCodes = ['p', 'ap', 'l', 'al'] as const satisfies readonly Title[]

export const genders = ['Male', 'Female', 'Other'] as const

export const activityTypes = ['Compulsory', 'Attending', 'Elective'] as const
export type ActivityType = (typeof activityTypes)[number]

/** The sum of a member that an activity of that type adds to. */
export const scoreOfType = { Compulsory: 'acts', Attending: 'atts', Elective: 'escore' } as const

export const newUserDefaults = { degree: 'PhD', title: 'p', role_id: roles.staff, gender: 'Male' } as const

export const defaultActivityType: ActivityType = 'Compulsory'

/** Shown by the table and the edit form instead of a password. Sent back unchanged, the password stays. */
export const passwordMask = '••••••••'

export const requestTimeoutMs = 5000

export function titleName(code: string | null | undefined): string {
  return code && Object.hasOwn(titles, code) ? titles[code as Title] : 'Unknown'
}
