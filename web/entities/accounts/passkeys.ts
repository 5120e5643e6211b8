import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { ApiError, call, messageOf, NoResponse } from '../../http/api.ts'

type Options = { options: Record<string, unknown> }

/** The options are the server library's own, and the contract does not repeat their type. */
const sign = ({ options }: Options) => startAuthentication({ optionsJSON: options as never })
const create = ({ options }: Options) => startRegistration({ optionsJSON: options as never })

export async function signInWithPasskey(stays: boolean) {
  const passkey = await sign(await call('POST /auth/passkey/options', { signedOut: true }))
  return call('POST /auth/passkey', { body: { passkey, stay_signed_in: stays }, signedOut: true })
}

export async function takeSecondStepWithPasskey() {
  const passkey = await sign(await call('POST /auth/second-factor/options', { signedOut: true }))
  return call('POST /auth/second-factor', { body: { passkey }, signedOut: true })
}

export async function setUpWithPasskey(name: string) {
  const passkey = await create(await call('POST /auth/set-up/passkeys/options', { signedOut: true }))
  return call('POST /auth/set-up/passkeys', { body: { name, passkey }, signedOut: true })
}

export async function confirmWithPasskey() {
  const passkey = await sign(await call('POST /auth/confirm/options'))
  return call('POST /auth/confirm', { body: { passkey } })
}

export async function addPasskey(name: string) {
  const passkey = await create(await call('POST /auth/passkeys/options'))
  return call('POST /auth/passkeys', { body: { name, passkey } })
}

/** The reason why a passkey was not used: the server's reason, or the browser's, which is mostly that the user cancelled. */
export function passkeyFailure(error: unknown, otherwise: Message): Message {
  if (error instanceof ApiError || error instanceof NoResponse) return messageOf(error, otherwise)
  const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  return isKnown ? messages.signInSecurity.passkeyExists : otherwise
}
