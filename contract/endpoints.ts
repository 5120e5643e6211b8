import type { z } from 'zod'
import type * as activities from './activities.ts'
import type * as audit from './audit.ts'
import type * as auth from './auth.ts'
import type * as branding from './branding.ts'
import type * as bulkUsers from './bulk-users.ts'
import type * as delegations from './delegations.ts'
import type * as departments from './departments.ts'
import type * as digest from './digest.ts'
import type { Endpoint } from './endpoint.ts'
import type * as finding from './finding.ts'
import type * as firstSteps from './first-steps.ts'
import type * as forgottenPassword from './forgotten-password.ts'
import type * as imports from './imports.ts'
import type * as notices from './notices.ts'
import type * as overview from './overview.ts'
import type * as ownDetails from './own-details.ts'
import type * as portalSettings from './portal-settings.ts'
import type * as postedActivities from './posted-activities.ts'
import type * as postingHistory from './posting-history.ts'
import type * as questions from './questions.ts'
import type * as record from './record.ts'
import type * as removed from './removed.ts'
import type * as results from './results.ts'
import type * as review from './review.ts'
import type * as rules from './rules.ts'
import type * as sameEvidence from './same-evidence.ts'
import type * as scoring from './scoring.ts'
import type * as secondFactor from './second-factor.ts'
import type * as sentChanges from './sent-changes.ts'
import type * as sso from './sso.ts'
import type * as statements from './statements.ts'
import type * as terms from './terms.ts'
import type * as users from './users.ts'

type Modules =
  | typeof activities
  | typeof audit
  | typeof auth
  | typeof branding
  | typeof bulkUsers
  | typeof delegations
  | typeof departments
  | typeof firstSteps
  | typeof digest
  | typeof finding
  | typeof forgottenPassword
  | typeof imports
  | typeof notices
  | typeof overview
  | typeof ownDetails
  | typeof portalSettings
  | typeof postedActivities
  | typeof record
  | typeof removed
  | typeof results
  | typeof questions
  | typeof review
  | typeof rules
  | typeof postingHistory
  | typeof sameEvidence
  | typeof scoring
  | typeof sentChanges
  | typeof secondFactor
  | typeof sso
  | typeof statements
  | typeof terms
  | typeof users

/** The endpoints that a module exports. Distributed over the union, so that each module has its own keys. */
type EndpointsIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Endpoint> : never

/** Every call by its method and path. Types only: a page loads neither zod nor a schema. */
export type Endpoints = { [E in EndpointsIn<Modules> as `${E['method']} ${E['path']}`]: E }
export type Route = keyof Endpoints
/** Those that reply with JSON; the others are files and streams. */
export type JsonRoute = { [R in Route]: Endpoints[R] extends { replies: object } ? R : never }[Route]

/** In a URL everything is text, so numbers are accepted too. */
type InAddress<Values> = { [Name in keyof Values]: string extends Values[Name] ? Values[Name] | number : Values[Name] }

/** Required only if one of its fields is. */
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
