import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { decode, type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { mostEvidence } from '../../contract/posted-activities.ts'
import type { ErrorReply } from '../../contract/replies.ts'
import { DatabaseError, IdempotencyKeyReused, isUnavailable, SessionEnded } from '../../database/errors.ts'
import { logOf } from '../process/logging.ts'
import { sayTo } from './language.ts'

type FieldError = { field: string; message: Message }
/** Null where no user saved it: the portal itself did. */
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
  /** One message; with a field, it is shown at that field too. */
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
  constructor(message: Message = messages.general.unauthorized) {
    super(401, message)
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
  constructor(message: Message, field?: string) {
    super(409, message, field ? { errors: [{ field, message }] } : {})
  }
}

/** Two users edited one row: the reply to the later one names who saved, and when. */
export class EditConflict extends HttpError {
  constructor(conflict: LastSave) {
    super(409, messages.general.savedMeanwhile({ who: conflict.saved_by ?? messages.general.somebody }), { conflict })
  }
}

export class TooManyAttempts extends HttpError {
  constructor(seconds: number) {
    super(429, messages.auth.tooManyAttempts({ count: seconds }), { retryAfterSeconds: seconds })
  }
}

/** One user has too many requests at once. */
export class TooManyRequests extends HttpError {
  constructor() {
    super(429, messages.general.tooManyRequests, { retryAfterSeconds: 5 })
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

/** Refusals of the database, by error code or name of the constraint (see the migrations). */
const refusedByDatabase: Record<string, () => HttpError> = {
  SP001: () => new Conflict(messages.users.lastAdmin),
  SP002: () => new Conflict(messages.terms.closed),
  SP006: () => new BadRequest(messages.heads.notOfDepartment, 'heads'),
  SP007: () => new Conflict(messages.terms.notClosed),
  SP005: () => new Conflict(messages.review.locked),
  SP017: () => new BadRequest(messages.postedActivities.tooManyFiles({ most: String(mostEvidence) }), 'files'),
  SP016: () => new Conflict(messages.questions.alreadyAnswered),
  posted_activities_not_by_oneself: () => new Forbidden(messages.review.notOwn),
  score_questions_one_open: () => new Conflict(messages.questions.alreadyOpen),
  score_questions_not_by_decider: () => new Forbidden(messages.questions.decidedYourself),
  users_username_unique: () => new Conflict(messages.users.usernameTaken, 'username'),
  users_email_unique: () => new Conflict(messages.users.emailTaken, 'email'),
  posted_activities_once: () => new Conflict(messages.postedActivities.twice, 'starting_date'),
  terms_no_overlap: () => new Conflict(messages.terms.overlap, 'start_date'),
}

/** `departments_name_unique` becomes the message `departments.nameTaken`, and so on for every table and language. */
function nameTaken(constraint: string): HttpError | undefined {
  const [, table, field] = /^(departments|activities|terms)_(name(?:_ckb|_ar)?)_unique$/.exec(constraint) ?? []
  if (!table) return undefined
  return new Conflict(messages[table as 'departments' | 'activities' | 'terms'].nameTaken, field)
}

/**
 * Checks of user input, by the names of their constraints (database/migrations/). Every other check, and every check of a table without
 * user input, is an invariant: a sum that does not add up is our mistake, and a 500.
 */
const inputChecks = /^(?!(audit|notices|idempotency_keys|sessions|statements|term_results)_).+_(form|code|range)$/

/** Fastify's own errors with our messages. Their status stays. */
function ownWords(error: FastifyError): Message {
  if (error.statusCode === 413) return messages.general.tooLarge
  if (error.statusCode === 415) return messages.general.unsupportedType
  if (error.statusCode === 404) return messages.general.notFound
  return messages.general.invalidInput
}

/** The contract's own messages; zod's own sentences (a wrong type in a field no form has) become one of ours. */
export function messageOfIssue(text: string | undefined): Message {
  return text && /^[a-z]\w*\.\w/i.test(text) ? decode(text) : messages.general.invalidInput
}

function toHttpError(error: FastifyError): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (error instanceof SessionEnded) return new Unauthorized()
  if (error instanceof IdempotencyKeyReused) return new HttpError(422, messages.general.idempotencyKeyReused)
  if (hasZodFastifySchemaValidationErrors(error)) {
    // The URL of a resource is not a form: the reply has one message and no field.
    if (error.validationContext === 'params') return new HttpError(400, messages.general.invalidAddress)
    return new InvalidInput(
      error.validation.map((issue) => ({
        field: issue.instancePath.split('/').filter(Boolean).join('.'),
        message: messageOfIssue(issue.message),
      })),
    )
  }
  if (isResponseSerializationError(error)) return undefined
  if (error instanceof DatabaseError) {
    const refused = refusedByDatabase[error.code ?? ''] ?? refusedByDatabase[error.constraint ?? '']
    const conflict = refused?.() ?? nameTaken(error.constraint ?? '')
    if (conflict) return conflict
    // Text that PostgreSQL cannot store (a NUL, a lone surrogate), or that a check of input refuses.
    if (['22021', '22P05', '22P02'].includes(error.code ?? '') || inputChecks.test(error.constraint ?? ''))
      return new BadRequest(messages.general.invalidInput)
  }
  if (isUnavailable(error)) return new Unavailable()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new HttpError(error.statusCode, ownWords(error))
  return undefined
}

/** A value that is itself a message is sent in words. */
function paramsOf(say: Say, values: NonNullable<Message['values']>): ErrorReply['params'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? value : say(value),
    ]),
  )
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const say = sayTo(request)
  const coded = ({ key, values }: Message) => ({ code: key, ...(values ? { params: paramsOf(say, values) } : {}) })
  const known = toHttpError(error)
  if (!known) {
    logOf(request).error({ err: error }, 'unexpected error')
    const reason = messages.general.unexpected({ requestId: request.id })
    const body: ErrorReply = { message: say(reason), ...coded(reason), request_id: request.id }
    return reply.code(500).send(body)
  }
  if (known.status >= 500) logOf(request).error({ err: error }, 'unavailable')
  else logOf(request).info({ status: known.status, code: known.reason.key }, 'refused')
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  const body: ErrorReply = {
    message: say(known.reason),
    ...coded(known.reason),
    ...(known.errors
      ? { errors: known.errors.map(({ field, message }) => ({ field, ...coded(message), message: say(message) })) }
      : {}),
    ...(known.conflict
      ? { conflict: { ...known.conflict, saved_by: known.conflict.saved_by ?? say(messages.general.somebody) } }
      : {}),
  }
  return reply.code(known.status).send(body)
}
