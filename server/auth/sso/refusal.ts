import type { SsoOutcome } from '../../../contract/sso-outcomes.ts'

/** A sign-in or a link that does not go on. Carries nothing that the provider or the browser sent. */
export class SsoRefusal extends Error {
  /** What the login page says. */
  readonly outcome: SsoOutcome
  /** For the log and the audit trail. */
  readonly reason: string
  /** Whom it concerns, where that is known. */
  readonly personId: number | undefined

  constructor(outcome: SsoOutcome, reason: string, personId?: number) {
    super(reason)
    this.outcome = outcome
    this.reason = reason
    this.personId = personId
  }
}
