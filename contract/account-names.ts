import { messages, type Say } from './languages/catalogue.ts'

/** The name of the account that the first start adds (server/auth/first-start.ts), until its owner enters their own. */
export const firstAccountName = 'Administrator'

/** The name of a person as a reader sees it: that of the first account is a word, and stands in the language of the reader. */
export function accountName(say: Say, name: string): string {
  return name === firstAccountName ? say(messages.codes.firstAccount) : name
}
