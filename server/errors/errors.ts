import { firstAccountName } from '../../contract/account-names.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'

type FieldError = { field: string; message: Message }
/** Null for a row that no user saved, but the portal itself. */
export type LastSave = { saved_by: string | null; saved_at: string }

/** Errors are thrown by name and become replies in one place, `sendError`. */
export class HttpError extends Error {
  readonly status: number
  readonly reason: Message
  readonly errors: FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly conflict: LastSave | undefined

  constructor(
    status: number,
    reason: Message,
    more: { errors?: FieldError[]; retryAfterSeconds?: number; conflict?: LastSave } = {},
  ) {
    super(reason.key)
    this.status = status
    this.reason = reason
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
    this.conflict = more.conflict
  }
}

export class BadRequest extends HttpError {
  /** The error has one message; with a field, it is shown at that field too. */
  constructor(message: Message, field?: string) {
    super(400, message, field ? { errors: [{ field, message }] } : {})
  }
}

export class InvalidInput extends HttpError {
  constructor(found: FieldError[]) {
    const errors = found.filter(({ field }, index) => found.findIndex((other) => other.field === field) === index)
    // Missing fields are reported first, as the specification requires.
    const first = errors.find(({ message }) => message.key === messages.users.requiredFields.key) ?? errors[0]
    super(400, first?.message ?? messages.general.invalidInput, { errors })
  }
}

export class Unauthorized extends HttpError {
  /** Why the session of the request ended, for the browser that still has its cookie. */
  readonly sessionEnd: Message | undefined

  constructor(message: Message = messages.general.unauthorized, sessionEnd?: Message) {
    super(401, message)
    this.sessionEnd = sessionEnd
  }
}

export class Forbidden extends HttpError {
  constructor(message: Message = messages.general.adminsOnly) {
    super(403, message)
  }
}

export class NotFound extends HttpError {
  constructor(message: Message = messages.general.notFound) {
    super(404, message)
  }
}

export class Conflict extends HttpError {
  /** Whose change it conflicts with, if it does with one. */
  readonly change: LastSave | undefined

  constructor(message: Message, field?: string, change?: LastSave) {
    super(409, message, field ? { errors: [{ field, message }] } : {})
    this.change = change
  }
}

/** Two users edited one row: the reply to the later one names the user who saved, and when. */
export class EditConflict extends HttpError {
  constructor(conflict: LastSave) {
    const { saved_by } = conflict
    const who = saved_by === firstAccountName ? messages.codes.firstAccount : (saved_by ?? messages.general.somebody)
    super(409, messages.general.savedMeanwhile({ who }), { conflict })
  }
}

/** The request says whose it is, and somebody else is signed in. */
export class OtherAccount extends HttpError {
  constructor() {
    super(412, messages.outbox.otherAccount)
  }
}

export class TooManyAttempts extends HttpError {
  constructor(seconds: number) {
    super(429, messages.auth.tooManyAttempts({ count: seconds }), { retryAfterSeconds: seconds })
  }
}

/** One user has too many requests at once. */
export class TooManyRequests extends HttpError {
  constructor(retryAfterSeconds = 5) {
    super(429, messages.general.tooManyRequests, { retryAfterSeconds })
  }
}

export class TooLarge extends HttpError {
  constructor(message: Message, field: string) {
    super(413, message, { errors: [{ field, message }] })
  }
}

export class UnsupportedType extends HttpError {
  constructor(message: Message) {
    super(415, message)
  }
}

/** The database is unavailable, or the server is overloaded. */
export class Unavailable extends HttpError {
  constructor() {
    super(503, messages.general.unavailable, { retryAfterSeconds: 2 })
  }
}
