import { z } from 'zod'

export const MessageReply = z.object({ message: z.string() })
export type MessageReply = z.infer<typeof MessageReply>

/** The body of every error reply. */
export const ErrorReply = z.object({
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** With a 409 for a row that another user saved meanwhile. */
  conflict: z.object({ saved_by: z.string(), saved_at: z.string() }).optional(),
  request_id: z.string().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
