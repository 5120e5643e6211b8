import type { SsoOutcome } from '../../../contract/sso-outcomes.ts'

/** A sign-in or a link that does not go on. It has nothing that the provider or the browser sent. */
export class SsoRefusal extends Error {
  /** The outcome that the login page shows. */
  readonly outcome: SsoOutcome
  /** The reason for the log and the audit trail. */
  readonly reason: string
  /** The person concerned, where they are known. */
  readonly personId: number | undefined

  constructor(outcome: SsoOutcome, reason: string, personId?: number) {
    super(reason)
    this.outcome = outcome
    this.reason = reason
    this.personId = personId
  }
}
