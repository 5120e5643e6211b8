import type { z } from 'zod'
import type * as activities from './activities.ts'
import type * as attendance from './attendance.ts'
import type * as audit from './audit.ts'
import type * as auth from './auth.ts'
import type * as branding from './branding.ts'
import type * as bulkUsers from './bulk-users.ts'
import type * as calendarAddress from './calendar-address.ts'
import type * as degrees from './degrees.ts'
import type * as delegations from './delegations.ts'
import type * as departments from './departments.ts'
import type * as digest from './digest.ts'
import type * as doneReport from './done-report.ts'
import type { EditableCalls } from './editable.ts'
import type { Endpoint } from './endpoint.ts'
import type * as events from './events.ts'
import type * as faculties from './faculties.ts'
import type * as finding from './finding.ts'
import type * as firstSteps from './first-steps.ts'
import type * as forgottenPassword from './forgotten-password.ts'
import type * as givenRights from './given-rights.ts'
import type * as handbook from './handbook.ts'
import type * as home from './home.ts'
import type * as importBatches from './import-batches.ts'
import type * as imports from './imports.ts'
import type * as inbox from './inbox.ts'
import type * as installation from './installation.ts'
import type * as invitations from './invitations.ts'
import type * as sentMessages from './messages.ts'
import type * as namesToSign from './names-to-sign.ts'
import type * as notices from './notices.ts'
import type * as offers from './offers.ts'
import type * as overview from './overview.ts'
import type * as ownDetails from './own-details.ts'
import type * as ownSessions from './own-sessions.ts'
import type * as participants from './participants.ts'
import type * as people from './people.ts'
import type * as policyTable from './policy-table.ts'
import type * as portalSettings from './portal-settings.ts'
import type * as postedActivities from './posted-activities.ts'
import type * as postingHistory from './posting-history.ts'
import type * as postings from './postings.ts'
import type * as push from './push.ts'
import type * as questions from './questions.ts'
import type * as record from './record.ts'
import type * as recounts from './recounts.ts'
import type * as releases from './releases.ts'
import type * as results from './results.ts'
import type * as returnReasons from './return-reasons.ts'
import type * as review from './review.ts'
import type * as rules from './rules.ts'
import type * as sameEvidence from './same-evidence.ts'
import type * as scoreSheet from './score-sheet.ts'
import type * as scoring from './scoring.ts'
import type * as secondFactor from './second-factor.ts'
import type * as sentChanges from './sent-changes.ts'
import type * as sso from './sso.ts'
import type * as statements from './statements.ts'
import type * as termExtensions from './term-extensions.ts'
import type * as terms from './terms.ts'
import type * as users from './users.ts'
import type * as views from './views.ts'

type Modules =
  | typeof activities
  | typeof attendance
  | typeof audit
  | typeof auth
  | typeof branding
  | typeof bulkUsers
  | typeof degrees
  | typeof calendarAddress
  | typeof delegations
  | typeof departments
  | typeof firstSteps
  | typeof digest
  | typeof doneReport
  | typeof events
  | typeof faculties
  | typeof finding
  | typeof forgottenPassword
  | typeof givenRights
  | typeof handbook
  | typeof home
  | typeof importBatches
  | typeof imports
  | typeof inbox
  | typeof installation
  | typeof invitations
  | typeof sentMessages
  | typeof namesToSign
  | typeof notices
  | typeof offers
  | typeof overview
  | typeof ownDetails
  | typeof ownSessions
  | typeof participants
  | typeof people
  | typeof policyTable
  | typeof portalSettings
  | typeof postedActivities
  | typeof postings
  | typeof push
  | typeof record
  | typeof recounts
  | typeof releases
  | typeof results
  | typeof questions
  | typeof returnReasons
  | typeof review
  | typeof rules
  | typeof postingHistory
  | typeof sameEvidence
  | typeof scoreSheet
  | typeof scoring
  | typeof sentChanges
  | typeof secondFactor
  | typeof sso
  | typeof statements
  | typeof termExtensions
  | typeof terms
  | typeof users
  | typeof views

/** The endpoints that a module exports. The type is distributed over the union, so that each module has its own keys. */
type EndpointsIn<Module> = Module extends unknown
  ? Extract<Module[keyof Module] | CallsIn<Extract<Module[keyof Module], EditableCalls>>, Endpoint>
  : never
type CallsIn<Calls> = Calls extends unknown ? Calls[keyof Calls] : never

/** Every call by its method and path. It has types only: a page loads neither zod nor a schema. */
export type Endpoints = { [E in EndpointsIn<Modules> as `${E['method']} ${E['path']}`]: E }
export type Route = keyof Endpoints
/** The routes that reply with JSON; the others are files and streams. */
export type JsonRoute = { [R in Route]: Endpoints[R] extends { replies: object } ? R : never }[Route]

/** The values of a URL, in which everything is text, so numbers are accepted too. */
type InAddress<Values> = { [Name in keyof Values]: string extends Values[Name] ? Values[Name] | number : Values[Name] }

/** A part of a request, which is required only if one of its fields is. */
type Part<Name extends string, Value> = Partial<Value> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value }

/** The parameters of the URL of a call. */
export type AddressParts<E extends Endpoint> = (E extends { params: infer Schema }
  ? Part<'params', InAddress<z.input<Schema>>>
  : unknown) &
  (E extends { query: infer Schema } ? Part<'query', InAddress<z.input<Schema>>> : unknown)

export type CallInput<E extends Endpoint> = AddressParts<E> &
  (E extends { consumes: unknown }
    ? { body: FormData }
    : E extends { body: infer Schema }
      ? Part<'body', z.input<Schema>>
      : unknown)
