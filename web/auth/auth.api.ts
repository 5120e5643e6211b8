import type { LoginInput, LoginReply, MeReply, PasswordInput } from '../../contract/auth.ts'
import type { MessageReply } from '../../contract/replies.ts'
import { api } from '../api.ts'

export function logIn(input: LoginInput) {
  return api<LoginReply>('POST', '/auth/login', { body: input, signedOut: true })
}

export function logOut() {
  return api<MessageReply>('POST', '/auth/logout')
}

export function fetchMe() {
  return api<MeReply>('GET', '/auth/me')
}

export function changePassword(input: PasswordInput) {
  return api<MessageReply>('PUT', '/auth/password', { body: input })
}
