import { type Message, messages } from './languages/catalogue.ts'

/** The outcomes of a sign-in or a link at the provider. The server names it in the address of the login page, `/?sso=expired`. */
export const ssoOutcomes = [
  'linked',
  'unavailable',
  'expired',
  'cancelled',
  'refused',
  'noAddress',
  'notMember',
  'administrator',
  'otherIdentity',
  'otherMember',
  'sessionEnded',
  'tooMany',
] as const
export type SsoOutcome = (typeof ssoOutcomes)[number]

/** The value in place of an outcome: the provider knows the person, and the login page asks for a second factor. */
export const secondStep = 'second-step'

/** An outcome in an address; undefined for any other text, which a link from elsewhere may contain. */
export function outcomeIn(search: string): SsoOutcome | undefined {
  const given = new URLSearchParams(search).get('sso')
  return ssoOutcomes.find((outcome) => outcome === given)
}

export function outcomeMessage(outcome: SsoOutcome, name: string): Message {
  return messages.sso.outcomes[outcome]({ name })
}
