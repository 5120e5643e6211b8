import { z } from 'zod'
import { SignedInUser } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { SeenVersion } from './fields.ts'
import { userFields } from './users.ts'

export const OwnDetailsInput = z.object({
  name: userFields.name,
  other_name: userFields.other_name,
  email: userFields.email,
  version: SeenVersion,
})
export type OwnDetailsInput = z.infer<typeof OwnDetailsInput>

export const editOwnDetails = endpoint({
  method: 'PUT',
  path: '/auth/me',
  access: 'admin',
  repeatable: true,
  summary: 'Edit the own name and e-mail address, as an administrator: nobody else can',
  body: OwnDetailsInput,
  replies: { 200: z.object({ message: z.string(), user: SignedInUser }) },
})
