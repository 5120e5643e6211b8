import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEndpoints, editableLists } from '../../testing/endpoints.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { buildApp } from '../app.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'

// The rows that each caller reaches with each call. server/http/access.test.ts is about the right to call at all.

/**
 * The owner of the row, in the current term or in the closed one. "Moved" was frozen in Physics and is in Chemistry now; "arrived" the
 * other way round; "removed" was a physicist. The head is that of Physics. Physics and Biology are of one faculty, whose dean is a biologist.
 */
const columns = [
  'own',
  'physicist',
  'chemist',
  'the head',
  'removed',
  'removed, closed term',
  'moved',
  'moved, closed term',
  'arrived',
  'arrived, closed term',
] as const
type Column = (typeof columns)[number]

const callerNames = [
  'member',
  'former head',
  'former dean',
  'ended delegate',
  'delegate of the head',
  'delegate of the dean',
  'delegate of an administrator',
  'head',
  'head of Chemistry',
  'dean',
  'administrator',
  'score keeper',
  'reviewer',
  'reader',
  'former reader',
  'administrator who is scored',
] as const
type CallerName = (typeof callerNames)[number]

/** Who sees whose rows in the lists of the members of a term. */
const membersOfTerm = `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 404 200 200 200 404 200 200 200 200 200
    | score keeper                 | 200 200 200 200 404 200 200 200 200 200
    | reviewer                     | 200 200 200 200 404 200 200 200 200 200
    | reader                       | 200 200 200 200 404 200 200 200 200 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 404 200 200 200 200 200`

/** The statuses: 200 shown or done, 403 refused, 404 not found or not in the list; 400 and 409 allowed, and failed for another reason. */
const table: Record<string, string> = {
  // The reply is the account of today with the scores of the term: both must be of the department.
  'GET /users/id/:id': `
    | member                       | 200 403 403 403 403 403 403 403 403 403
    | former head                  | 200 403 403 403 403 403 403 403 403 403
    | former dean                  | 200 403 403 403 403 403 403 403 403 403
    | ended delegate               | 200 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 200 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 200 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 200 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 404 404 404 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 404
    | dean                         | 200 200 404 200 404 404 404 404 200 404
    | administrator                | 200 200 200 200 404 404 200 200 200 200
    | score keeper                 | 200 200 200 200 404 404 200 200 200 200
    | reviewer                     | 200 200 200 200 404 404 200 200 200 200
    | reader                       | 200 200 200 200 404 404 200 200 200 200
    | former reader                | 200 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 404 404 200 200 200 200`,
  // A head finds whoever was in the department in some term; what of them, the calls below say.
  'GET /people/:id': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 200 200 200 200 200 200
    | head of Chemistry            | 200 404 200 404 404 404 200 200 200 200
    | dean                         | 200 200 404 200 200 200 200 200 200 200
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /people/:id/terms': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /people/:id/questions': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  // Only the postings of the closed term were decided.
  'GET /people/:id/reviews': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 404 404 404 404 404 200 404 200 404 404
    | head of Chemistry            | 404 404 404 404 404 404 404 404 404 200
    | dean                         | 404 404 404 404 404 200 404 200 404 404
    | administrator                | 404 404 404 404 404 200 404 200 404 200
    | score keeper                 | 404 404 404 404 404 200 404 200 404 200
    | reviewer                     | 404 404 404 404 404 200 404 200 404 200
    | reader                       | 404 404 404 404 404 200 404 200 404 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 404 404 404 404 404 200 404 200 404 200`,
  'GET /staff': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 404 200 200 200 404 200 200 200 200 200
    | score keeper                 | 200 200 200 200 404 200 200 200 200 200
    | reviewer                     | 200 200 200 200 404 200 200 200 200 200
    | reader                       | 200 200 200 200 404 200 200 200 200 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 404 200 200 200 200 200`,
  'GET /overview': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 404 200 200 200 404 200 200 200 200 200
    | score keeper                 | 200 200 200 200 404 200 200 200 200 200
    | reviewer                     | 200 200 200 200 404 200 200 200 200 200
    | reader                       | 200 200 200 200 404 200 200 200 200 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 404 200 200 200 200 200`,
  'GET /overview/progress': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 404 200 200 200 404 200 200 200 200 200
    | score keeper                 | 200 200 200 200 404 200 200 200 200 200
    | reviewer                     | 200 200 200 200 404 200 200 200 200 200
    | reader                       | 200 200 200 200 404 200 200 200 200 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 404 200 200 200 200 200`,
  'GET /overview/path': `
    | member                       | 200 403 403 403 403 403 403 403 403 403
    | former head                  | 200 403 403 403 403 403 403 403 403 403
    | former dean                  | 200 403 403 403 403 403 403 403 403 403
    | ended delegate               | 200 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 200 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 200 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 200 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 404 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 404 404 200 200 404
    | administrator                | 200 200 200 200 404 404 200 200 200 200
    | score keeper                 | 200 200 200 200 404 404 200 200 200 200
    | reviewer                     | 200 200 200 200 404 404 200 200 200 200
    | reader                       | 200 200 200 200 404 404 200 200 200 200
    | former reader                | 200 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 404 404 200 200 200 200`,
  'GET /postings': membersOfTerm,
  'GET /postings.csv': membersOfTerm,
  'GET /postings.xlsx': membersOfTerm,
  'GET /postings/done': membersOfTerm,
  'GET /postings/done.xlsx': membersOfTerm,
  'GET /postings/done.pdf': membersOfTerm,
  'GET /results/names': membersOfTerm,
  // The search finds members of today, whichever term the row is of.
  'GET /find': `
    | member                       | 404 404 404 404 404 404 404 404 404 404
    | former head                  | 404 404 404 404 404 404 404 404 404 404
    | former dean                  | 404 404 404 404 404 404 404 404 404 404
    | ended delegate               | 404 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 404 404 404 404 404 404 404 404 404 404
    | delegate of the dean         | 404 404 404 404 404 404 404 404 404 404
    | delegate of an administrator | 404 404 404 404 404 404 404 404 404 404
    | head                         | 200 200 404 200 404 404 404 404 200 200
    | head of Chemistry            | 200 404 200 404 404 404 200 200 404 404
    | dean                         | 200 200 404 200 404 404 404 404 200 200
    | administrator                | 200 200 200 200 404 404 200 200 200 200
    | score keeper                 | 200 200 200 200 404 404 200 200 200 200
    | reviewer                     | 200 200 200 200 404 404 200 200 200 200
    | reader                       | 200 200 200 200 404 404 200 200 200 200
    | former reader                | 404 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 404 404 200 200 200 200`,
  'GET /posted-activities': `
    | member                       | 200 403 403 403 403 403 403 403 403 403
    | former head                  | 200 403 403 403 403 403 403 403 403 403
    | former dean                  | 200 403 403 403 403 403 403 403 403 403
    | ended delegate               | 200 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 200 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 200 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 200 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /uploads/activities/:image_id.jpg': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 200 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 200 200 200 200 200 404 200 404 200 404
    | head                         | 200 200 404 200 404 200 200 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 200 200
    | dean                         | 200 200 404 200 404 200 200 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /uploads/activities/:image_id/thumbnail.jpg': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 200 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 200 200 200 200 200 404 200 404 200 404
    | head                         | 200 200 404 200 404 200 200 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 200 200
    | dean                         | 200 200 404 200 404 200 200 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /uploads/evidence/:file_id/thumbnail.jpg': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 200 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 200 200 200 200 200 404 200 404 200 404
    | head                         | 200 200 404 200 404 200 200 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 200 200
    | dean                         | 200 200 404 200 404 200 200 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /uploads/evidence/:file_id.jpg': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 200 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 200 200 200 200 200 404 200 404 200 404
    | head                         | 200 200 404 200 404 200 200 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 200 200
    | dean                         | 200 200 404 200 404 200 200 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /uploads/evidence/:file_id.pdf': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 200 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 200 200 200 200 200 404 200 404 200 404
    | head                         | 200 200 404 200 404 200 200 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 200 200
    | dean                         | 200 200 404 200 404 200 200 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /uploads/evidence/:file_id/pages/:page.jpg': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 200 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 200 200 200 200 200 404 200 404 200 404
    | head                         | 200 200 404 200 404 200 200 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 200 200
    | dean                         | 200 200 404 200 404 200 200 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /posted-activities/:id/history': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 200 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 200 200 200 200 200 404 200 404 200 404
    | head                         | 200 200 404 200 404 200 200 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 200 200
    | dean                         | 200 200 404 200 404 200 200 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  // Nothing is written in a closed term: 409 is allowed.
  'POST /posted-activities/:id/messages': `
    | member                       | 201 404 404 404 404 404 404 404 404 404
    | former head                  | 201 404 404 404 404 404 404 404 404 404
    | former dean                  | 201 404 404 404 404 404 404 404 404 404
    | ended delegate               | 201 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 201 201 404 404 404 404 201 404 404 404
    | delegate of the dean         | 201 201 404 201 404 404 201 404 404 404
    | delegate of an administrator | 201 201 201 201 201 404 201 404 201 404
    | head                         | 201 201 404 201 404 409 201 409 201 404
    | head of Chemistry            | 201 404 201 404 404 404 201 404 201 409
    | dean                         | 201 201 404 201 404 409 201 409 201 404
    | administrator                | 201 201 201 201 201 409 201 409 201 409
    | score keeper                 | 201 403 403 403 403 403 403 403 403 403
    | reviewer                     | 201 201 201 201 201 409 201 409 201 409
    | reader                       | 201 403 403 403 403 403 403 403 403 403
    | former reader                | 201 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 201 201 201 201 201 409 201 409 201 409`,
  'GET /posted-activities/same-evidence': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /statements': `
    | member                       | 200 403 403 403 403 403 403 403 403 403
    | former head                  | 200 403 403 403 403 403 403 403 403 403
    | former dean                  | 200 403 403 403 403 403 403 403 403 403
    | ended delegate               | 200 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 200 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 200 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 200 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 404 200 200 200 404 200 200 200 200 200
    | score keeper                 | 200 200 200 200 404 200 200 200 200 200
    | reviewer                     | 200 200 200 200 404 200 200 200 200 200
    | reader                       | 200 200 200 200 404 200 200 200 200 200
    | former reader                | 200 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 404 200 200 200 200 200`,
  'GET /statements/pdf': `
    | member                       | 200 403 403 403 403 403 403 403 403 403
    | former head                  | 200 403 403 403 403 403 403 403 403 403
    | former dean                  | 200 403 403 403 403 403 403 403 403 403
    | ended delegate               | 200 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 200 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 200 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 200 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 404 200 200 200 404 200 200 200 200 200
    | score keeper                 | 200 200 200 200 404 200 200 200 200 200
    | reviewer                     | 200 200 200 200 404 200 200 200 200 200
    | reader                       | 200 200 200 200 404 200 200 200 200 200
    | former reader                | 200 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 404 200 200 200 200 200`,
  // The activities of that term are in the file of a member.
  'GET /record/pdf': `
    | member                       | 200 403 403 403 403 403 403 403 403 403
    | former head                  | 200 403 403 403 403 403 403 403 403 403
    | former dean                  | 200 403 403 403 403 403 403 403 403 403
    | ended delegate               | 200 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 200 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 200 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 200 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /record/csv': `
    | member                       | 200 403 403 403 403 403 403 403 403 403
    | former head                  | 200 403 403 403 403 403 403 403 403 403
    | former dean                  | 200 403 403 403 403 403 403 403 403 403
    | ended delegate               | 200 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 200 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 200 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 200 403 403 403 403 403 403 403 403 403
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 200 200 200 200 200 200 200 200 200
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  // A posting is reviewed where its member was when it was posted: "moved" in Physics, "arrived" in Chemistry.
  // No queue has a posting of a closed term, which is frozen, or of a removed member, which does not count.
  'GET /review': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 404 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 404 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 404 200 200 200 404 404 200 404 200 404
    | head                         | 404 200 404 404 404 404 200 404 404 404
    | head of Chemistry            | 404 404 200 404 404 404 404 404 200 404
    | dean                         | 404 200 404 200 404 404 200 404 404 404
    | administrator                | 404 200 200 200 404 404 200 404 200 404
    | score keeper                 | 403 403 403 403 403 403 403 403 403 403
    | reviewer                     | 404 200 200 200 404 404 200 404 200 404
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 404 200 200 200 404 404 200 404 200 404`,
  // The activity of the posting is counted.
  'GET /review/counts': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 404 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 404 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 404 200 200 200 404 404 200 404 200 404
    | head                         | 404 200 404 404 404 404 200 404 404 404
    | head of Chemistry            | 404 404 200 404 404 404 404 404 200 404
    | dean                         | 404 200 404 200 404 404 200 404 404 404
    | administrator                | 404 200 200 200 404 404 200 404 200 404
    | score keeper                 | 403 403 403 403 403 403 403 403 403 403
    | reviewer                     | 404 200 200 200 404 404 200 404 200 404
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 404 200 200 200 404 404 200 404 200 404`,
  'GET /review/effect/:id': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 404 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 404 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 404 200 200 200 404 404 200 404 200 404
    | head                         | 404 200 404 404 404 404 200 404 404 404
    | head of Chemistry            | 404 404 200 404 404 404 404 404 200 404
    | dean                         | 404 200 404 200 404 404 200 404 404 404
    | administrator                | 404 200 200 200 404 404 200 404 200 404
    | score keeper                 | 403 403 403 403 403 403 403 403 403 403
    | reviewer                     | 404 200 200 200 404 404 200 404 200 404
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 404 200 200 200 404 404 200 404 200 404`,
  // In a closed term, the posting is for viewers who see it anyway; never for its owner.
  'GET /review, verified': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 404 200 404 404 404 404 200 404 404 404
    | delegate of the dean         | 404 200 404 200 404 404 200 404 404 404
    | delegate of an administrator | 404 200 200 200 200 404 200 404 200 404
    | head                         | 404 200 404 404 404 200 200 200 404 404
    | head of Chemistry            | 404 404 200 404 404 404 404 404 200 200
    | dean                         | 404 200 404 200 404 200 200 200 404 404
    | administrator                | 404 200 200 200 200 200 200 200 200 200
    | score keeper                 | 403 403 403 403 403 403 403 403 403 403
    | reviewer                     | 404 200 200 200 200 200 200 200 200 200
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 404 200 200 200 200 200 200 200 200 200`,
  'PUT /review': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 200 403 403 403 409 200 409 403 403
    | delegate of the dean         | 403 200 403 200 403 409 200 409 403 403
    | delegate of an administrator | 403 200 200 200 200 409 200 409 200 409
    | head                         | 403 200 403 403 403 409 200 409 403 403
    | head of Chemistry            | 403 403 200 403 403 403 403 403 200 409
    | dean                         | 403 200 403 200 403 409 200 409 403 403
    | administrator                | 403 200 200 200 200 409 200 409 200 409
    | score keeper                 | 403 403 403 403 403 403 403 403 403 403
    | reviewer                     | 403 200 200 200 200 409 200 409 200 409
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 403 200 200 200 200 409 200 409 200 409`,
  // A closed term is frozen: its questions are in no list.
  'GET /questions': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 404 200 404 404 404 404 404 404 200 404
    | delegate of the dean         | 404 200 404 200 404 404 404 404 200 404
    | delegate of an administrator | 404 200 200 200 200 404 200 404 200 404
    | head                         | 404 200 404 404 404 404 404 404 200 404
    | head of Chemistry            | 404 404 200 404 404 404 200 404 404 404
    | dean                         | 404 200 404 200 404 404 404 404 200 404
    | administrator                | 404 200 200 200 200 404 200 404 200 404
    | score keeper                 | 403 403 403 403 403 403 403 403 403 403
    | reviewer                     | 404 200 200 200 200 404 200 404 200 404
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 404 200 200 200 200 404 200 404 200 404`,
  // The version is an old one: 409 is allowed.
  'PUT /questions/accept/:id': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 404 409 404 404 404 409 404 409 409 404
    | delegate of the dean         | 404 409 404 409 404 409 404 409 409 404
    | delegate of an administrator | 404 409 409 409 409 409 409 409 409 409
    | head                         | 404 409 404 404 404 409 404 409 409 404
    | head of Chemistry            | 404 404 409 404 404 404 409 404 404 409
    | dean                         | 404 409 404 409 404 409 404 409 409 404
    | administrator                | 404 409 409 409 409 409 409 409 409 409
    | score keeper                 | 403 403 403 403 403 403 403 403 403 403
    | reviewer                     | 404 409 409 409 409 409 409 409 409 409
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 404 409 409 409 409 409 409 409 409 409`,
  'PUT /questions/decline/:id': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 404 409 404 404 404 409 404 409 409 404
    | delegate of the dean         | 404 409 404 409 404 409 404 409 409 404
    | delegate of an administrator | 404 409 409 409 409 409 409 409 409 409
    | head                         | 404 409 404 404 404 409 404 409 409 404
    | head of Chemistry            | 404 404 409 404 404 404 409 404 404 409
    | dean                         | 404 409 404 409 404 409 404 409 409 404
    | administrator                | 404 409 409 409 409 409 409 409 409 409
    | score keeper                 | 403 403 403 403 403 403 403 403 403 403
    | reviewer                     | 404 409 409 409 409 409 409 409 409 409
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 404 409 409 409 409 409 409 409 409 409`,
  'POST /questions/messages/:id': `
    | member                       | 201 404 404 404 404 404 404 404 404 404
    | former head                  | 201 404 404 404 404 404 404 404 404 404
    | former dean                  | 201 404 404 404 404 404 404 404 404 404
    | ended delegate               | 201 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 201 201 404 404 404 409 404 409 201 404
    | delegate of the dean         | 201 201 404 201 404 409 404 409 201 404
    | delegate of an administrator | 201 201 201 201 201 409 201 409 201 409
    | head                         | 201 201 404 201 404 409 404 409 201 404
    | head of Chemistry            | 201 404 201 404 404 404 201 404 404 409
    | dean                         | 201 201 404 201 404 409 404 409 201 404
    | administrator                | 201 201 201 201 201 409 201 409 201 409
    | score keeper                 | 201 404 404 404 404 404 404 404 404 404
    | reviewer                     | 201 201 201 201 201 409 201 409 201 409
    | reader                       | 201 404 404 404 404 404 404 404 404 404
    | former reader                | 201 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 201 201 201 201 201 409 201 409 201 409`,
  'GET /questions/messages/:id': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 200 404 200 200 404
    | delegate of the dean         | 200 200 404 200 404 200 404 200 200 404
    | delegate of an administrator | 200 200 200 200 200 200 200 200 200 200
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 404 404 404 404 404 404 404 404 404
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'GET /uploads/questions/:image_id.jpg': `
    | member                       | 200 404 404 404 404 404 404 404 404 404
    | former head                  | 200 404 404 404 404 404 404 404 404 404
    | former dean                  | 200 404 404 404 404 404 404 404 404 404
    | ended delegate               | 200 404 404 404 404 404 404 404 404 404
    | delegate of the head         | 200 200 404 404 404 200 404 200 200 404
    | delegate of the dean         | 200 200 404 200 404 200 404 200 200 404
    | delegate of an administrator | 200 200 200 200 200 200 200 200 200 200
    | head                         | 200 200 404 200 404 200 404 200 200 404
    | head of Chemistry            | 200 404 200 404 404 404 200 404 404 200
    | dean                         | 200 200 404 200 404 200 404 200 200 404
    | administrator                | 200 200 200 200 200 200 200 200 200 200
    | score keeper                 | 200 404 404 404 404 404 404 404 404 404
    | reviewer                     | 200 200 200 200 200 200 200 200 200 200
    | reader                       | 200 200 200 200 200 200 200 200 200 200
    | former reader                | 200 404 404 404 404 404 404 404 404 404
    | administrator who is scored  | 200 200 200 200 200 200 200 200 200 200`,
  'PUT /users/edit-tp/:id': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 403 403 403 403 403 403 403 403 403 403
    | head of Chemistry            | 403 403 403 403 403 403 403 403 403 403
    | dean                         | 403 403 403 403 403 403 403 403 403 403
    | administrator                | 400 200 200 200 404 409 200 409 200 409
    | score keeper                 | 403 200 200 200 404 409 200 409 200 409
    | reviewer                     | 403 403 403 403 403 403 403 403 403 403
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 403 200 200 200 404 409 200 409 200 409`,
  'PUT /users/edit-tp/:id, HEADS_MAY_SCORE=yes': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 403 200 404 403 404 409 404 409 200 404
    | head of Chemistry            | 403 404 200 404 404 404 200 404 404 409
    | dean                         | 403 200 404 200 404 409 404 409 200 404
    | administrator                | 400 200 200 200 404 409 200 409 200 409
    | score keeper                 | 403 200 200 200 404 409 200 409 200 409
    | reviewer                     | 403 403 403 403 403 403 403 403 403 403
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 403 200 200 200 404 409 200 409 200 409`,
  'PUT /users/edit-feedback/:id, HEADS_MAY_SCORE=yes': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 403 200 404 403 404 409 404 409 200 404
    | head of Chemistry            | 403 404 200 404 404 404 200 404 404 409
    | dean                         | 403 200 404 200 404 409 404 409 200 404
    | administrator                | 400 200 200 200 404 409 200 409 200 409
    | score keeper                 | 403 200 200 200 404 409 200 409 200 409
    | reviewer                     | 403 403 403 403 403 403 403 403 403 403
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 403 200 200 200 404 409 200 409 200 409`,
  'PUT /scores, HEADS_MAY_SCORE=yes': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 403 200 404 403 404 409 404 409 200 404
    | head of Chemistry            | 403 404 200 404 404 404 200 404 404 409
    | dean                         | 403 200 404 200 404 409 404 409 200 404
    | administrator                | 400 200 200 200 404 409 200 409 200 409
    | score keeper                 | 403 200 200 200 404 409 200 409 200 409
    | reviewer                     | 403 403 403 403 403 403 403 403 403 403
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 403 200 200 200 404 409 200 409 200 409`,
  // The status 409 says that there is nothing to undo.
  'PUT /users/undo-score/:id, HEADS_MAY_SCORE=yes': `
    | member                       | 403 403 403 403 403 403 403 403 403 403
    | former head                  | 403 403 403 403 403 403 403 403 403 403
    | former dean                  | 403 403 403 403 403 403 403 403 403 403
    | ended delegate               | 403 403 403 403 403 403 403 403 403 403
    | delegate of the head         | 403 403 403 403 403 403 403 403 403 403
    | delegate of the dean         | 403 403 403 403 403 403 403 403 403 403
    | delegate of an administrator | 403 403 403 403 403 403 403 403 403 403
    | head                         | 403 409 404 403 404 409 404 409 409 404
    | head of Chemistry            | 403 404 409 404 404 404 409 404 404 409
    | dean                         | 403 409 404 409 404 409 404 409 409 404
    | administrator                | 400 409 409 409 404 409 409 409 409 409
    | score keeper                 | 403 409 409 409 404 409 409 409 409 409
    | reviewer                     | 403 403 403 403 403 403 403 403 403 403
    | reader                       | 403 403 403 403 403 403 403 403 403 403
    | former reader                | 403 403 403 403 403 403 403 403 403 403
    | administrator who is scored  | 403 409 409 409 404 409 409 409 409 409`,
}

/** Calls for all signed-in users, or for staff, that show or change nothing of another member. */
const withoutOthers = [
  // Whose postings are in it: server/home/home.routes.test.ts.
  'GET /home',
  'GET /calendar/own',
  'GET /calendar/address',
  'POST /calendar/address',
  'DELETE /calendar/address',
  'GET /handbook',
  'GET /handbook/pdf',
  'GET /handbook/pictures/:language/:page.png',
  'GET /sent-changes/:key',
  'POST /auth/logout',
  'GET /auth/me',
  'PUT /auth/password',
  'PUT /auth/language',
  'PUT /auth/opening-panel',
  'PUT /auth/dashboard',
  'GET /auth/sessions',
  'DELETE /auth/sessions',
  // Whose it may be: server/auth/stay-signed-in.test.ts.
  'DELETE /auth/sessions/:id',
  'PUT /auth/offers',
  'GET /calendar/own',
  'GET /calendar/address',
  'POST /calendar/address',
  'DELETE /calendar/address',
  // The reply has numbers of departments; whose: server/overview/overview.routes.test.ts.
  'GET /overview/progress',
  // Whose lines are in it, and who may take them: server/inbox/inbox.routes.test.ts.
  'GET /inbox',
  'GET /inbox/count',
  'PUT /inbox/take',
  'PUT /inbox/give-back',
  'GET /auth/digest',
  'PUT /auth/digest',
  'GET /auth/push',
  'PUT /auth/push',
  'PUT /auth/push/device',
  'DELETE /auth/push/device',
  'GET /auth/second-factor',
  'POST /auth/confirm',
  'POST /auth/confirm/options',
  'POST /auth/passkeys/options',
  'POST /auth/passkeys',
  'PUT /auth/passkeys/:id',
  'DELETE /auth/passkeys/:id',
  'POST /auth/authenticator',
  'PUT /auth/authenticator',
  'DELETE /auth/authenticator',
  'POST /auth/recovery-codes',
  'GET /terms',
  // The reply has bands, limits and the names of their publishers.
  'GET /rules',
  'GET /posted-activities/quota',
  'GET /posted-activities/available',
  'POST /posted-activities',
  'PUT /posted-activities/:id',
  'DELETE /posted-activities/:id',
  'GET /questions/own',
  // The reply is the number of questions that GET /questions lists.
  'GET /questions/count',
  'POST /questions',
  'PUT /questions/withdraw/:id',
  'GET /notices',
  'PUT /notices/read',
  'GET /notices/stream',
  // The delegations are the caller's own; names of possible delegates: server/delegations/delegations.routes.test.ts.
  'GET /delegations',
  'GET /delegations/people',
  'POST /delegations',
  'PUT /delegations/end/:id',
  // Events are for departments, faculties or chosen members, whatever a term says of them: server/events/events.routes.test.ts.
  'GET /events',
  'GET /events/:id',
  'POST /events',
  'PUT /events/:id',
  'PUT /events/cancel/:id',
  'PUT /events/coming/:id',
  'GET /events/:id/door',
  'POST /events/check-in/:id',
  'GET /events/:id/own-code',
  'POST /events/scan/:id',
  'PUT /events/tick/:id',
  'GET /events/:id/people',
  'GET /events/:id/members',
  'GET /events/:id/guests',
  'POST /events/:id/guests',
  'DELETE /events/:id/guests/:guest_id',
  'GET /events/:id/certificate',
  'GET /events/:id/list',
  'POST /events/:id/list/preview',
  'POST /events/:id/list',
  'PUT /events/untick/:id',
  // Events and members in numbers: server/events/attendance.test.ts.
  'GET /events/attendance',
  'GET /events/attendance.xlsx',
  'GET /events/attendance.pdf',
  'PUT /events/remove/:id',
  'PUT /events/done/:id',
  // The views are the caller's own, or for all administrators: server/views/views.routes.test.ts.
  'GET /views/:panel',
  'POST /views',
  'PUT /views/:id',
  'DELETE /views/:id',
  'PUT /views/restore/:id',
  'PUT /views/panels/:panel',
]

interface Row {
  user: MadeUser
  termId: number
  postingId: number
  imageId: string
  photoId: string
  pdfId: string
  questionId: number
  questionImageId: string
  /** The points in hundredths: each row has a bit of its own, so that a sum says whose points are in it. */
  bit: number
}

let portal: Portal
let headsScore: Portal['app']
let closedTerm: number
let reviewer: number
let callers: Record<CallerName, { user: MadeUser; headers: { cookie: string }; own: Row }>
let rows: Record<Exclude<Column, 'own'>, Row>

beforeAll(async () => {
  portal = await startPortal()
  const settings = readSettings({ LOG_LEVEL: 'silent', HEADS_MAY_SCORE: 'yes' })
  headsScore = await buildApp(portal.database, settings, createLogger('silent'))
  const { make, sql } = portal
  const open = (await make.term('Year', '2026-09-01', '2027-08-31')).id
  const closed = (await make.term('Year before', '2025-09-01', '2026-08-31')).id
  closedTerm = closed
  const physics = (await make.department('Physics')).id
  const chemistry = (await make.department('Chemistry')).id
  const faculty = (await make.faculty('Science')).id
  const biology = (await make.department('Biology')).id
  await sql`update departments set faculty_id = ${faculty} where id in (${physics}, ${biology})`
  const inPhysics = { department_id: physics }
  const inBiology = { department_id: biology }
  const inChemistry = { department_id: chemistry }

  // Every sum is of one term, so that a bit is used in both: the score of an activity has a limit.
  const bits = new Map([
    [open, 1],
    [closed, 1],
  ])
  /** A posting has a limit, too: further ones, which are decided, add up to the rest of a large bit. */
  const mostOfOne = 1000
  const postRest = async (user: MadeUser, rest: number, date: string) => {
    for (let left = rest; left > 0; left -= mostOfOne) {
      const activity = await make.activity({ type: 'Compulsory', score: Math.min(left, mostOfOne) })
      const id = await make.posting(user.id, activity, date)
      await sql`update posted_activities set state = 'verified', reviewed_by = ${reviewer}, reviewed_at = now() where id = ${id}`
    }
  }
  reviewer = (await make.admin()).id
  const rowOf = async (user: MadeUser, date: string): Promise<Row> => {
    const termId = date < '2026-09' ? closed : open
    const bit = bits.get(termId) ?? 0
    bits.set(termId, bit * 2)
    const activity = await make.activity({ type: 'Compulsory', score: Math.min(bit / 100, mostOfOne) })
    // All postings link to one page, so that each shares it with others: that is a note for viewers who may see one of them.
    const postingId = await make.posting(user.id, activity, date, 'https://events.test.example/1')
    await postRest(user, bit / 100 - mostOfOne, date)
    const [image] = await sql<[{ id: string }]>`
      insert into posted_images (posted_activity_id, bytes) values (${postingId}, ${Buffer.from(`image ${postingId}`)}) returning id`
    const photoId = await make.evidence(postingId, 'photo')
    const pdfId = await make.evidence(postingId, 'pdf')
    const questionId = await make.question(user.id, 'missing', { term_id: termId })
    const [evidence] = await sql<[{ id: string }]>`
      insert into question_images (question_id, bytes) values (${questionId}, ${Buffer.from(`image ${questionId}`)}) returning id`
    return { user, termId, postingId, imageId: image.id, photoId, pdfId, questionId, questionImageId: evidence.id, bit }
  }
  const now = (user: MadeUser) => rowOf(user, '2026-10-10')
  const then = (user: MadeUser) => rowOf(user, '2025-10-10')

  const users = {
    member: await make.staff(inPhysics),
    'former head': await make.staff(inPhysics),
    'former dean': await make.staff(inBiology),
    'ended delegate': await make.staff(inChemistry),
    'delegate of the head': await make.staff(inChemistry),
    'delegate of the dean': await make.staff(inChemistry),
    'delegate of an administrator': await make.staff(inChemistry),
    head: await make.staff(inPhysics),
    'head of Chemistry': await make.staff(inChemistry),
    dean: await make.staff(inBiology),
    administrator: await make.admin(inPhysics),
    'score keeper': await make.withRights(['score_keeper'], inChemistry),
    reviewer: await make.withRights(['reviewer'], inChemistry),
    reader: await make.withRights(['reader'], inChemistry),
    'former reader': await make.withRights(['reader'], inChemistry),
    'administrator who is scored': await make.withRights(['administrator'], inChemistry),
  }
  const physicist = await make.staff(inPhysics)
  const chemist = await make.staff(inChemistry)
  const removed = await make.staff(inPhysics)
  const moved = await make.staff(inPhysics)
  const arrived = await make.staff(inChemistry)
  // The callers have bits, too: their points are in the sums.
  const own = await Promise.all(
    callerNames.map(async (name) => ({ name, user: users[name], headers: await portal.startSession(users[name]) })),
  )
  callers = {} as typeof callers
  for (const { name, user, headers } of own) callers[name] = { user, headers, own: await now(user) }
  rows = {
    physicist: await now(physicist),
    chemist: await now(chemist),
    'the head': callers.head.own,
    removed: await now(removed),
    'removed, closed term': await then(removed),
    moved: await now(moved),
    'moved, closed term': await then(moved),
    arrived: await now(arrived),
    'arrived, closed term': await then(arrived),
  }
  await sql`update posted_activities set state = 'verified', reviewed_by = ${reviewer}, reviewed_at = now() where term_id = ${closed}`
  expect((await send('administrator', 'PUT', `/terms/close/${closed}`, {})).statusCode).toBe(200)
  await sql`update users set removed_at = now() where id = ${removed.id}`
  await sql`update users set department_id = ${chemistry} where id = ${moved.id}`
  await sql`update users set department_id = ${physics} where id = ${arrived.id}`

  const head = { user_id: users.head.id, department_id: physics }
  const formerHead = { user_id: users['former head'].id, department_id: physics }
  const otherHead = { user_id: users['head of Chemistry'].id, department_id: chemistry }
  await sql`insert into department_heads ${sql.insert([head, formerHead, otherHead])}`
  await sql`delete from department_heads where user_id = ${formerHead.user_id}`
  await sql`insert into faculty_deans (user_id, faculty_id) values (${users.dean.id}, ${faculty}), (${users['former dean'].id}, ${faculty})`
  await sql`delete from faculty_deans where user_id = ${users['former dean'].id}`
  await sql`delete from user_rights where user_id = ${users['former reader'].id}`
  const lender = await make.admin()
  await make.delegation(users.head, users['delegate of the head'])
  await make.delegation(users.dean, users['delegate of the dean'])
  await make.delegation(lender, users['delegate of an administrator'])
  await make.delegation(lender, users['ended delegate'])
  await sql`update delegations set ends_at = now() - interval '1 second' where delegate_id = ${users['ended delegate'].id}`
})
afterAll(async () => {
  await headsScore.close()
  await portal.stop()
})

async function send(by: CallerName, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, app = portal.app) {
  const { headers } = callers[by]
  return app.inject({ method, url, headers, ...(payload && { payload }) })
}

/** The status that a caller gets: 404 for a list without the row. */
type Ask = (by: CallerName, row: Row) => Promise<number>
const shown = async (reply: Awaited<ReturnType<typeof send>>, isThere: (body: never) => boolean) =>
  reply.statusCode === 200 && !isThere(reply.json() as never) ? 404 : reply.statusCode
/** Whether the points of a row are in a sum. */
const hasBit = (points: number, bit: number) => Math.floor(Math.round(points * 100) / bit) % 2 === 1
const score = (path: string, payload: object): Ask => {
  return async (by, { user, termId }) =>
    (await send(by, 'PUT', `${path}/${user.id}?term_id=${termId}`, payload, headsScore)).statusCode
}

const calls: Record<string, Ask> = {
  'GET /users/id/:id': async (by, { user, termId }) =>
    (await send(by, 'GET', `/users/id/${user.id}?term_id=${termId}`)).statusCode,
  'GET /people/:id': async (by, { user }) => (await send(by, 'GET', `/people/${user.id}`)).statusCode,
  'GET /people/:id/terms': async (by, { user, termId }) =>
    shown(await send(by, 'GET', `/people/${user.id}/terms`), ({ terms }: { terms: { term_id: number }[] }) =>
      terms.some(({ term_id }) => term_id === termId),
    ),
  'GET /people/:id/questions': async (by, { user, questionId }) =>
    shown(await send(by, 'GET', `/people/${user.id}/questions`), ({ questions }: { questions: { id: number }[] }) =>
      questions.some(({ id }) => id === questionId),
    ),
  'GET /people/:id/reviews': async (by, { user, postingId }) =>
    shown(
      await send(by, 'GET', `/people/${user.id}/reviews?side=received`),
      ({ reviews }: { reviews: { posting_id: number }[] }) => reviews.some(({ posting_id }) => posting_id === postingId),
    ),
  'GET /staff': async (by, { user, termId }) =>
    shown(await send(by, 'GET', `/staff?term_id=${termId}`), ({ staff }: { staff: { id: number }[] }) =>
      staff.some(({ id }) => id === user.id),
    ),
  'GET /overview': async (by, { termId, bit }) =>
    shown(await send(by, 'GET', `/overview?term_id=${termId}`), ({ points }: { points: { acts: number } }) =>
      hasBit(points.acts, bit),
    ),
  // A question that is withdrawn meanwhile is missing in the count if its member is in it.
  'GET /overview/progress': async (by, { termId, questionId }) => {
    const read = () => send(by, 'GET', `/overview/progress?term_id=${termId}`)
    const countIn = ({ departments }: { departments: { questions: number }[] }) =>
      departments.reduce((sum, { questions }) => sum + questions, 0)
    const setState = (state: string) =>
      portal.sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`update score_questions set state = ${state} where id = ${questionId}`
      })
    const before = await read()
    const [stored] = await portal.sql<{ state: string }[]>`select state from score_questions where id = ${questionId}`
    await setState('withdrawn')
    const after = await read()
    await setState(stored?.state ?? 'open')
    return shown(before, (reply: { departments: { questions: number }[] }) => countIn(reply) > countIn(after.json()))
  },
  'GET /overview/path': async (by, { user, termId }) =>
    shown(await send(by, 'GET', `/overview/path?user_id=${user.id}`), ({ path }: { path: { term_id: number }[] }) =>
      path.some(({ term_id }) => term_id === termId),
    ),
  'GET /postings': async (by, { postingId }) =>
    shown(await send(by, 'GET', '/postings'), ({ postings }: { postings: { id: number }[] }) =>
      postings.some(({ id }) => id === postingId),
    ),
  'GET /postings.csv': async (by, { postingId }) => {
    const reply = await send(by, 'GET', '/postings.csv')
    return reply.statusCode === 200 && !reply.body.includes(`,${postingId}\r\n`) ? 404 : reply.statusCode
  },
  'GET /postings.xlsx': async (by, { postingId }) => {
    const reply = await send(by, 'GET', '/postings.xlsx')
    if (reply.statusCode !== 200) return reply.statusCode
    const { sheets } = await readXlsx(new Uint8Array(reply.rawPayload))
    return sheets[0]?.rows.some((row) => row.at(-1) === postingId) ? 200 : 404
  },
  'GET /postings/done': async (by, { termId, bit }) =>
    shown(await send(by, 'GET', `/postings/done?term_id=${termId}`), ({ all }: { all: { sum: { points: number } } }) =>
      hasBit(all.sum.points, bit),
    ),
  'GET /postings/done.xlsx': async (by, { termId, bit }) => {
    const reply = await send(by, 'GET', `/postings/done.xlsx?term_id=${termId}`)
    if (reply.statusCode !== 200) return reply.statusCode
    const { sheets } = await readXlsx(new Uint8Array(reply.rawPayload))
    return hasBit(Number(sheets[0]?.rows.at(-1)?.at(-1)), bit) ? 200 : 404
  },
  'GET /postings/done.pdf': async (by, { termId, bit }) => {
    const reply = await send(by, 'GET', `/postings/done.pdf?term_id=${termId}`)
    if (reply.statusCode !== 200) return reply.statusCode
    const { lines } = readPdf(reply.rawPayload)
    return hasBit(Number(lines[lines.lastIndexOf('All') + 2]), bit) ? 200 : 404
  },
  'GET /results/names': async (by, { user, termId }) => {
    const reply = await send(by, 'GET', `/results/names?term_id=${termId}`)
    if (reply.statusCode !== 200) return reply.statusCode
    const { pages } = readPdf(reply.rawPayload)
    const lines = Array.from({ length: pages }, (_, index) => readPdf(reply.rawPayload, index + 1).lines).flat()
    return lines.includes(user.name) ? 200 : 404
  },
  'GET /find': async (by, { user }) =>
    shown(
      await send(by, 'GET', `/find?q=${encodeURIComponent(user.email)}`),
      ({ people }: { people: { found: { id: number }[] } }) => people.found.some(({ id }) => id === user.id),
    ),
  'GET /posted-activities': async (by, { user, postingId }) =>
    shown(
      await send(by, 'GET', `/posted-activities?user_id=${user.id}`),
      ({ postedActivities }: { postedActivities: { id: number }[] }) => postedActivities.some(({ id }) => id === postingId),
    ),
  'GET /uploads/activities/:image_id.jpg': async (by, { imageId }) =>
    (await send(by, 'GET', `/uploads/activities/${imageId}.jpg`)).statusCode,
  'GET /uploads/activities/:image_id/thumbnail.jpg': async (by, { imageId }) =>
    (await send(by, 'GET', `/uploads/activities/${imageId}/thumbnail.jpg`)).statusCode,
  'GET /uploads/evidence/:file_id/thumbnail.jpg': async (by, { pdfId }) =>
    (await send(by, 'GET', `/uploads/evidence/${pdfId}/thumbnail.jpg`)).statusCode,
  'GET /uploads/evidence/:file_id.jpg': async (by, { photoId }) =>
    (await send(by, 'GET', `/uploads/evidence/${photoId}.jpg`)).statusCode,
  'GET /uploads/evidence/:file_id.pdf': async (by, { pdfId }) =>
    (await send(by, 'GET', `/uploads/evidence/${pdfId}.pdf`)).statusCode,
  'GET /uploads/evidence/:file_id/pages/:page.jpg': async (by, { pdfId }) =>
    (await send(by, 'GET', `/uploads/evidence/${pdfId}/pages/1.jpg`)).statusCode,
  'GET /posted-activities/:id/history': async (by, { postingId }) =>
    (await send(by, 'GET', `/posted-activities/${postingId}/history`)).statusCode,
  'POST /posted-activities/:id/messages': async (by, { postingId }) =>
    (await send(by, 'POST', `/posted-activities/${postingId}/messages`, { text: 'Which page?' })).statusCode,
  'GET /posted-activities/same-evidence': async (by, { user, postingId }) =>
    shown(
      await send(by, 'GET', `/posted-activities/same-evidence?user_id=${user.id}`),
      ({ postings }: { postings: { id: number }[] }) => postings.some(({ id }) => id === postingId),
    ),
  'GET /statements': async (by, { user, termId }) =>
    (await send(by, 'GET', `/statements?user_id=${user.id}&term_id=${termId}`)).statusCode,
  'GET /statements/pdf': async (by, { user, termId }) =>
    (await send(by, 'GET', `/statements/pdf?user_id=${user.id}&term_id=${termId}`)).statusCode,
  'GET /record/pdf': async (by, { user, termId }) => {
    const reply = await send(by, 'GET', `/record/pdf?user_id=${user.id}`)
    const day = termId === closedTerm ? '10 Oct 2025' : '10 Oct 2026'
    return reply.statusCode === 200 && !readPdf(reply.rawPayload).lines.includes(day) ? 404 : reply.statusCode
  },
  'GET /record/csv': async (by, { user, termId }) => {
    const reply = await send(by, 'GET', `/record/csv?user_id=${user.id}`)
    const day = termId === closedTerm ? '2025-10-10' : '2026-10-10'
    return reply.statusCode === 200 && !reply.body.includes(day) ? 404 : reply.statusCode
  },
  'GET /review': async (by, { postingId }) =>
    shown(await send(by, 'GET', '/review'), ({ postings }: { postings: { id: number }[] }) =>
      postings.some(({ id }) => id === postingId),
    ),
  'GET /review/counts': async (by, { postingId }) =>
    shown(
      await send(by, 'GET', `/review/counts?posting_id=${postingId}`),
      ({ activities }: { activities: { count: number }[] }) => activities.some(({ count }) => count === 1),
    ),
  'GET /review/effect/:id': async (by, { postingId }) => (await send(by, 'GET', `/review/effect/${postingId}`)).statusCode,
  // The postings of the closed term were verified before it was closed.
  'GET /review, verified': async (by, { postingId: id, termId }) => {
    const verify = portal.sql`state = 'verified', reviewed_by = ${reviewer}, reviewed_at = now()`
    if (termId !== closedTerm) await portal.sql`update posted_activities set ${verify} where id = ${id}`
    const found = await shown(
      await send(by, 'GET', `/review?state=verified&posting_id=${id}`),
      ({ postings }: { postings: { id: number }[] }) => postings.some((posting) => posting.id === id),
    )
    if (termId !== closedTerm)
      await portal.sql`update posted_activities set state = 'posted', reviewed_by = null, reviewed_at = null where id = ${id}`
    return found
  },
  'PUT /review': async (by, { postingId: id }) => {
    const [posting] = await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${id}`
    const reply = await send(by, 'PUT', '/review', { state: 'verified', postings: [{ id, version: posting.version }] })
    if (reply.statusCode === 200)
      await portal.sql`update posted_activities set state = 'posted', reviewed_by = null, reviewed_at = null where id = ${id}`
    return reply.statusCode
  },
  'GET /questions': async (by, { questionId }) =>
    shown(await send(by, 'GET', '/questions'), ({ questions }: { questions: { id: number }[] }) =>
      questions.some(({ id }) => id === questionId),
    ),
  'PUT /questions/accept/:id': async (by, { questionId }) =>
    (await send(by, 'PUT', `/questions/accept/${questionId}`, { version: 99, answer: 'Right' })).statusCode,
  'PUT /questions/decline/:id': async (by, { questionId }) =>
    (await send(by, 'PUT', `/questions/decline/${questionId}`, { version: 99, answer: 'Wrong' })).statusCode,
  'POST /questions/messages/:id': async (by, { questionId }) =>
    (await send(by, 'POST', `/questions/messages/${questionId}`, { text: 'Which one?' })).statusCode,
  'GET /questions/messages/:id': async (by, { questionId }) =>
    (await send(by, 'GET', `/questions/messages/${questionId}?before=1`)).statusCode,
  'GET /uploads/questions/:image_id.jpg': async (by, { questionImageId }) =>
    (await send(by, 'GET', `/uploads/questions/${questionImageId}.jpg`)).statusCode,
  'PUT /users/edit-tp/:id': async (by, { user, termId }) =>
    (await send(by, 'PUT', `/users/edit-tp/${user.id}?term_id=${termId}`, { tp: 1 })).statusCode,
  'PUT /users/edit-tp/:id, HEADS_MAY_SCORE=yes': score('/users/edit-tp', { tp: 2 }),
  'PUT /users/edit-feedback/:id, HEADS_MAY_SCORE=yes': score('/users/edit-feedback', { fb: 2 }),
  'PUT /scores, HEADS_MAY_SCORE=yes': async (by, { user, termId }) => {
    const [stored] = await portal.sql<{ fb: number | null }[]>`
      select fb from term_scores where user_id = ${user.id} and term_id = ${termId}`
    const rows = [{ id: user.id, fb: 3, previous: { fb: stored?.fb ?? null } }]
    return (await send(by, 'PUT', '/scores', { term_id: termId, rows }, headsScore)).statusCode
  },
  'PUT /users/undo-score/:id, HEADS_MAY_SCORE=yes': score('/users/undo-score', { score: 'tp', saved: 99 }),
}

test('every route that reaches rows of others is in the table', async () => {
  // Lists of `editableCalls` are the same for all users, or declare for whom they are not.
  const lists = new Set<unknown>((await editableLists()).map(({ list }) => list))
  const routes = (await contractEndpoints())
    .filter((endpoint) => !lists.has(endpoint))
    .filter(({ access }) => !['public', 'signing-in', 'admin', 'read-all', 'give-rights'].includes(access))
    .map(({ method, path }) => `${method} ${path}`)
  const listed = Object.keys(table).map((name) => name.split(',')[0] ?? '')
  expect([...new Set([...listed, ...withoutOthers])].toSorted()).toEqual(routes.toSorted())
  expect(Object.keys(calls)).toEqual(Object.keys(table))
})

describe.each(Object.entries(table))('%s', (call, text) => {
  const lines = text.trim().split('\n')
  test.each(callerNames.map((by, index) => [by, lines[index] ?? ''] as const))('by %s', async (by, line) => {
    const [, name, statuses = ''] = line.split('|').map((part) => part.trim())
    expect(name).toBe(by)
    const found: number[] = []
    for (const column of columns) found.push((await calls[call]?.(by, column === 'own' ? callers[by].own : rows[column])) ?? 0)
    expect(found.join(' ')).toBe(statuses)
  })
})

test('the database says the same about who may review which members as the queue does', async () => {
  for (const by of callerNames)
    for (const column of columns) {
      const { user, termId, postingId } = column === 'own' ? callers[by].own : rows[column]
      if (termId === closedTerm) continue
      const [row] = await portal.sql<[{ may: boolean }]>`
        select may_review(${callers[by].user.id}, ${user.id}, ${termId},
          (select owner_department_id from posted_activities where id = ${postingId})) and is_member as may
        from term_standing where user_id = ${user.id} and term_id = ${termId}`
      const queued = await calls['GET /review']?.(by, column === 'own' ? callers[by].own : rows[column])
      expect({ by, column, may: row.may }).toEqual({ by, column, may: queued === 200 })
    }
})
