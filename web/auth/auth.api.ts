import type { LoginInput } from '../../contract/auth.ts'
import { call } from '../api.ts'

export function logIn(input: LoginInput) {
  return call('POST /auth/login', { body: input, signedOut: true })
}

export function fetchMe() {
  return call('GET /auth/me')
}
