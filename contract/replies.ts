import { z } from 'zod'

export const MessageReply = z.object({ message: z.string() })
export type MessageReply = z.infer<typeof MessageReply>

const ErrorParams = z.record(z.string(), z.union([z.string(), z.number()]))

/**
 * The body of every error reply. `code` says what is wrong and does not change with the language; `message` says it in the language of the
 * request, and `params` are the values of that sentence, in which words and names are in the same language.
 */
export const ErrorReply = z.object({
  message: z.string(),
  code: z.string(),
  params: ErrorParams.optional(),
  errors: z
    .array(z.object({ field: z.string(), code: z.string(), params: ErrorParams.optional(), message: z.string() }))
    .optional(),
  /** The details of a 409 for a row that another user saved meanwhile. */
  conflict: z.object({ saved_by: z.string(), saved_at: z.string() }).optional(),
  /** The message of a conflict with somebody's change, with who made it, and when. */
  explanation: z.string().optional(),
  /** Why the session ended whose cookie came with the request. Nobody else is told. */
  session_end: z.object({ code: z.string(), params: ErrorParams.optional(), message: z.string() }).optional(),
  request_id: z.string().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
