import type { z } from 'zod'

/** The action that a call needs a right for; server/policy/policy.ts decides who has it. */
export type Action =
  | 'admin'
  | 'read-all'
  | 'staff'
  | 'see-members'
  | 'see-member'
  | 'review'
  | 'score'
  | 'lend'
  | 'add-events'
  | 'give-rights'

/**
 * The right that a route requires. A route that does not declare it prevents the server from starting. `signing-in`: the password was
 * right, and the second step is still missing.
 */
export type Access = 'public' | 'signing-in' | 'signed-in' | Action

/** One call: the server registers its route from this object, and the pages take their types from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly access: Access
  /** The path or query parameter in which a call with the access `see-member` names the user. */
  readonly person?: 'id' | 'user_id'
  /** Sent twice with the same `Idempotency-Key`, the call is done once, and both requests get the same reply. Not for secret replies. */
  readonly repeatable?: true
  readonly summary: string
  readonly description?: string
  /** The call comes from other servers, not from pages: the origin of the request does not count, because its body proves who sent it. */
  readonly crossOrigin?: true
  /** The type of a form. The fields of a form with a file are checked where it is read, so it has no body here. */
  readonly consumes?: readonly ['multipart/form-data'] | readonly ['application/x-www-form-urlencoded']
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Success replies by status; every error is an `ErrorReply`. A file or a stream has none. 202: a second person has to confirm it. */
  readonly replies?: ({ readonly 200: z.ZodType } | { readonly 201: z.ZodType }) & { readonly 202?: z.ZodType }
}

export type ReplyOf<E extends Endpoint> = E extends { replies: infer Replies } ? z.output<Replies[keyof Replies]> : never

/** The function has no side effects, so that the build tree-shakes the endpoints out of the pages: they need only the types. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(description: E): E {
  return description
}
