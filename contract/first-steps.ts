import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MessageReply } from './replies.ts'

/** The steps that a new portal needs before its members can use it. True for a step that is done. */
const FirstSteps = z.object({
  university: z.boolean(),
  terms: z.boolean(),
  departments: z.boolean(),
  catalogue: z.boolean(),
  people: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const readFirstSteps = endpoint({
  method: 'GET',
  path: '/first-steps',
  access: 'admin',
  summary: 'Which of the first steps are done',
  replies: { 200: z.object({ steps: FirstSteps }) },
})

export const confirmTerm = endpoint({
  method: 'PUT',
  path: '/first-steps/terms',
  access: 'admin',
  repeatable: true,
  summary: 'Confirm the dates of the current term, which the portal chose by itself',
  replies: { 200: MessageReply },
})
