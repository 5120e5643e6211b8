import { type Message, messages } from './languages/catalogue.ts'

/** The codes of the specification, section 9: one list each. Their names stand in the catalogues. */

export const roles = { admin: 1, staff: 2 } as const

/** The degrees with which the list in Settings begins. */
export const degrees = ['PhD', 'Master', 'M.A.'] as const

export const titleCodes = ['p', 'ap', 'l', 'al'] as const
export type Title = (typeof titleCodes)[number]

export const genders = ['Male', 'Female', 'Other'] as const

export const activityTypes = ['Compulsory', 'Attending', 'Elective'] as const
export type ActivityType = (typeof activityTypes)[number]

/** The sum of a member that an activity of that type adds to. */
export const scoreOfType = { Compulsory: 'acts', Attending: 'atts', Elective: 'escore' } as const

export const newUserDefaults = { degree: 'PhD', title: 'p', role_id: roles.staff, gender: 'Male' } as const

export const defaultActivityType: ActivityType = 'Compulsory'

/** The mask that the table and the edit form show instead of a password. Sent back unchanged, the password stays. */
export const passwordMask = '••••••••'

/** The message by which a client recognises a successful sign-in, so it is the same in every language. */
export const loginSuccessful = 'Login successful'

export function titleName(code: string | null | undefined): Message {
  return messages.codes.titles[titleCodes.find((title) => title === code) ?? 'unknown']
}

export function genderName(gender: string | null): Message | null {
  const known = genders.find((code) => code === gender)
  return known ? messages.codes.genders[known] : null
}

export function typeName(type: string): Message {
  return messages.codes.types[activityTypes.find((code) => code === type) ?? defaultActivityType]
}

export function roleName(roleId: number): Message {
  return roleId === roles.admin ? messages.codes.roles.admin : messages.codes.roles.staff
}

/** The name of a right beside being scored; a code that only another release knows, as it is. */
export function rightName(code: string): Message {
  return { key: `codes.rights.${code}`, words: code }
}
