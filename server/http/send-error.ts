import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { accountName } from '../../contract/account-names.ts'
import { dayMessage, formatMomentIn } from '../../contract/dates.ts'
import type { Translations } from '../../contract/fields.ts'
import { decode, type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { mostEvidence, mostPostingMessagesAnHour, mostUnansweredMessages, mostWithdrawnQuestions } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import type { ErrorReply } from '../../contract/replies.ts'
import { DatabaseError, IdempotencyKeyReused, isUnavailable, SessionEnded } from '../../database/errors.ts'
import {
  BadRequest,
  Conflict,
  Forbidden,
  HttpError,
  InvalidInput,
  type LastSave,
  NotFound,
  Unauthorized,
  Unavailable,
} from '../errors/errors.ts'
import { logOf } from '../process/logging.ts'
import { languageOf, sayTo } from './language.ts'

/** Refusals of the database, by error code or name of the constraint (see the migrations). */
const refusedByDatabase: Record<string, (error: DatabaseError, language: Language) => HttpError> = {
  posting_day_over: dayOver(messages.termDays.postingOver),
  review_day_over: dayOver(messages.termDays.reviewOver),
  questions_day_over: dayOver(messages.termDays.questionsOver),
  SP001: () => new Conflict(messages.users.lastAdmin),
  SP002: (error) => new Conflict(messages.terms.closed, undefined, changeIn(error)),
  SP028: (error) => new Conflict(messages.releases.heldMeanwhile, undefined, changeIn(error)),
  SP029: () => new Conflict(messages.releases.releaseFirst),
  SP034: () => new BadRequest(messages.users.invalidDegree, 'degree'),
  SP006: () => new BadRequest(messages.heads.notOfDepartment, 'heads'),
  SP063: () => new BadRequest(messages.faculties.notOfFaculty, 'deans'),
  SP064: () => new BadRequest(messages.faculties.notFound, 'faculty_id'),
  SP066: () => new NotFound(messages.users.notFound),
  SP067: () => new BadRequest(messages.givenRights.needsAdministrator, 'rights'),
  SP068: () => new Conflict(messages.givenRights.lastGiver),
  SP007: () => new Conflict(messages.terms.notClosed),
  SP005: (error) => new Conflict(messages.review.locked, undefined, changeIn(error)),
  SP017: () => new BadRequest(messages.postedActivities.tooManyFiles({ most: String(mostEvidence) }), 'files'),
  SP016: (error) => new Conflict(messages.questions.alreadyAnswered, undefined, changeIn(error)),
  SP027: () => new Conflict(messages.questions.tooManyWithdrawn({ most: String(mostWithdrawnQuestions) }), 'text'),
  SP026: () => new Conflict(messages.questions.waitForAnswer({ most: String(mostUnansweredMessages) }), 'text'),
  SP058: () => new Conflict(messages.conversation.tooMany({ most: String(mostPostingMessagesAnHour) }), 'text'),
  posted_activities_not_by_oneself: () => new Forbidden(messages.review.notOwn),
  score_questions_one_open: () => new Conflict(messages.questions.alreadyOpen),
  score_questions_not_by_decider: () => new Forbidden(messages.questions.decidedYourself),
  users_username_unique: () => new Conflict(messages.users.usernameTaken, 'username'),
  users_email_unique: () => new Conflict(messages.users.emailTaken, 'email'),
  posted_activities_once: () => new Conflict(messages.postedActivities.twice, 'starting_date'),
  terms_no_overlap: () => new Conflict(messages.terms.overlap, 'start_date'),
}

/** Whose change it was, as `last_change` tells (database/functions/audit.sql). */
function changeIn({ detail }: DatabaseError): LastSave | undefined {
  return detail ? (JSON.parse(detail) as LastSave) : undefined
}

/** "This term is closed. By Rana Wahid, 19 Nov 2026, 01:30 UTC." */
function withChange(say: Say, reason: Message, { saved_by, saved_at }: LastSave, zone: string): string {
  const who = saved_by === null ? messages.general.somebody : accountName(say, saved_by)
  return say(messages.conflicts.by({ what: reason, who, when: formatMomentIn(say, zone, saved_at) }))
}

/** The refusal after a day of a term. Its detail has the names of the term and the day (database/functions/calendar.sql). */
function dayOver(sentence: (values: { term: string; day: Message }) => Message) {
  return ({ detail = '' }: DatabaseError, language: Language) => {
    const { day, ...term } = JSON.parse(detail) as { name: string; names: Translations; day: string }
    return new Conflict(sentence({ term: localized(language, term, 'name'), day: dayMessage(day) }))
  }
}

/**
 * The error of a taken name: `departments_name_unique` becomes the message `departments.nameTaken`, and so on for every table that has one,
 * and every language.
 */
function nameTaken(constraint: string): HttpError | undefined {
  const [, table = '', language] = /^([a-z_]+?)_name(?:_([a-z]+))?_unique$/.exec(constraint) ?? []
  const section = table.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (!Object.hasOwn(Object((en as Record<string, unknown>)[section]), 'nameTaken')) return undefined
  return new Conflict({ key: `${section}.nameTaken` }, language === undefined ? 'name' : `names.${language}`)
}

/**
 * Checks of user input, by the names of their constraints (database/migrations/). Every other check, and every check of a table without
 * user input, is an invariant: a sum that does not add up is a mistake of the portal, and a 500.
 */
const inputChecks = /^(?!(audit|notices|idempotency_keys|sessions|statements|term_results)_).+_(form|code|range)$/

/** Fastify's own errors with the portal's messages. Their status stays. */
function ownWords(error: FastifyError): Message {
  if (error.statusCode === 413) return messages.general.tooLarge
  if (error.statusCode === 415) return messages.general.unsupportedType
  if (error.statusCode === 404) return messages.general.notFound
  return messages.general.invalidInput
}

/** The contract's own messages; zod's own sentences (a wrong type in a field no form has) become one of the portal's. */
export function messageOfIssue(text: string | undefined): Message {
  return text && /^[a-z]\w*\.\w/i.test(text) ? decode(text) : messages.general.invalidInput
}

function toHttpError(error: FastifyError, language: Language): HttpError | undefined {
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
    // The name says more than the code.
    const refused = refusedByDatabase[error.constraint ?? ''] ?? refusedByDatabase[error.code ?? '']
    const conflict = refused?.(error, language) ?? nameTaken(error.constraint ?? '')
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
  const known = toHttpError(error, languageOf(request))
  if (!known) {
    logOf(request).error({ err: error }, 'unexpected error')
    const reason = messages.general.unexpected({ requestId: request.id })
    const body: ErrorReply = { message: say(reason), ...coded(reason), request_id: request.id }
    return reply.code(500).send(body)
  }
  if (known.status >= 500) logOf(request).error({ err: error }, 'unavailable')
  else logOf(request).info({ status: known.status, code: known.reason.key }, 'refused')
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  const change = known instanceof Conflict ? known.change : undefined
  const sessionEnd = known instanceof Unauthorized ? known.sessionEnd : undefined
  const body: ErrorReply = {
    message: say(known.reason),
    ...coded(known.reason),
    ...(change ? { explanation: withChange(say, known.reason, change, request.server.timeZone ?? 'UTC') } : {}),
    ...(sessionEnd ? { session_end: { ...coded(sessionEnd), message: say(sessionEnd) } } : {}),
    ...(known.errors
      ? { errors: known.errors.map(({ field, message }) => ({ field, ...coded(message), message: say(message) })) }
      : {}),
    ...(known.conflict
      ? { conflict: { ...known.conflict, saved_by: known.conflict.saved_by ?? say(messages.general.somebody) } }
      : {}),
  }
  return reply.code(known.status).send(body)
}
