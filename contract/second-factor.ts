import { z } from 'zod'
import { NewPassword, NextStepReply, SignedInReply, StaySignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { IdParams, line } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { MessageReply } from './replies.ts'

/** Bytes in base64url, as WebAuthn sends them in JSON. */
const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/)

const passkeyResponse = {
  id: bytes.min(1).max(1400),
  rawId: bytes.min(1).max(1400),
  type: z.literal('public-key'),
}

/** The assertion that a passkey signed, as `startAuthentication` of @simplewebauthn/browser returns it. */
export const PasskeyAssertion = z.object(
  {
    ...passkeyResponse,
    response: z.object({
      clientDataJSON: bytes.min(1),
      authenticatorData: bytes.min(1),
      signature: bytes.min(1),
      userHandle: bytes.max(200).optional(),
    }),
  },
  encode(messages.secondFactor.wrongPasskey),
)
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** A new passkey, as `startRegistration` of @simplewebauthn/browser returns it. */
export const PasskeyRegistration = z.object(
  {
    ...passkeyResponse,
    response: z.object({
      clientDataJSON: bytes.min(1),
      attestationObject: bytes.min(1),
      transports: z.array(z.string().max(50)).max(10).optional(),
    }),
  },
  encode(messages.secondFactor.wrongPasskey),
)
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** The options of WebAuthn, which the browser gets as they are. */
const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

/** The digits of a code. Apps show them in two groups, and an Arabic keyboard types its own digits. */
function normalizeCode(text: string): string {
  return text
    .replace(/[\s\u200e\u200f-]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

const Code = z
  .string(encode(messages.secondFactor.codeForm))
  .max(50, encode(messages.secondFactor.codeForm))
  .transform(normalizeCode)
  .pipe(z.string().regex(/^\d{6}$/, encode(messages.secondFactor.codeForm)))

const RecoveryCode = z
  .string(encode(messages.secondFactor.recoveryCodeForm))
  .min(1, encode(messages.secondFactor.recoveryCodeForm))
  .max(100, encode(messages.secondFactor.wrongRecoveryCode))

export const SecondStepInput = z
  .object({ code: Code.optional(), recovery_code: RecoveryCode.optional(), passkey: PasskeyAssertion.optional() })
  .refine(
    (input) => Object.values(input).filter((value) => value !== undefined).length === 1,
    encode(messages.secondFactor.codeForm),
  )
export type SecondStepInput = z.infer<typeof SecondStepInput>

const CodeInput = z.object({ code: Code })

const PasskeySignInInput = z.object({ passkey: PasskeyAssertion, stay_signed_in: StaySignedIn })
export type PasskeySignInInput = z.infer<typeof PasskeySignInInput>

const passkeyName = line(100, messages.signInSecurity.nameMissing)
export const NewPasskeyInput = z.object({ name: passkeyName, passkey: PasskeyRegistration })
export type NewPasskeyInput = z.infer<typeof NewPasskeyInput>
const PasskeyNameInput = z.object({ name: passkeyName })

export const ConfirmInput = z
  .object({
    password: z
      .string(encode(messages.password.currentRequired))
      .min(1, encode(messages.password.currentRequired))
      .max(1000, encode(messages.password.currentWrong))
      .optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    path: ['password'],
    message: encode(messages.password.currentRequired),
  })
export type ConfirmInput = z.infer<typeof ConfirmInput>

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const FactorsReply = z.object({
  passkeys: z.array(Passkey),
  /** The time at which an authenticator app was set up; null without one. */
  authenticator_since: z.string().nullable(),
  recovery_codes_left: z.int(),
  /** Whether a second factor is required: the last one may not be removed. */
  is_required: z.boolean(),
  has_password: z.boolean(),
  /** Whether the password is initial, so that nothing can be changed before it. A server of the release before does not send this field. */
  password_is_initial: z.boolean().optional(),
  /** Whether the portal's address allows passkeys: https, or localhost. */
  passkeys_available: z.boolean(),
})
export type FactorsReply = z.infer<typeof FactorsReply>

/** The reply has new recovery codes if the account had none. They are shown this once. */
const AddedReply = z.object({ message: z.string(), recovery_codes: z.array(z.string()) })
/** The reply has the page that signing in leads to. */
const StepReply = NextStepReply.extend({ landing: z.string() })
const SecretReply = z.object({ secret: z.string(), uri: z.string() })
const SetUpReply = SignedInReply.extend({ recovery_codes: z.array(z.string()) })

export const readFactors = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  access: 'signed-in',
  summary: 'The own passkeys, authenticator app and recovery codes',
  replies: { 200: FactorsReply },
})

export const takeSecondStep = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  access: 'signing-in',
  summary: 'Sign in, second step: a code, a recovery code or a passkey',
  body: SecondStepInput,
  replies: { 200: SignedInReply },
})

export const secondStepOptions = endpoint({
  method: 'POST',
  path: '/auth/second-factor/options',
  access: 'signing-in',
  summary: 'Options for a passkey as the second step',
  replies: { 200: PasskeyOptions },
})

export const readStep = endpoint({
  method: 'GET',
  path: '/auth/second-factor/step',
  access: 'signing-in',
  summary: 'Sign in: which step is missing, for a browser that came back from the provider',
  replies: { 200: StepReply },
})

export const setUpPassword = endpoint({
  method: 'PUT',
  path: '/auth/set-up/password',
  access: 'signing-in',
  summary: 'Sign in, setting up a required factor: first an own password in place of the initial one',
  body: z.object({ new_password: NewPassword }),
  replies: { 200: MessageReply },
})

export const passkeySignInOptions = endpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'public',
  summary: 'Options for signing in with a passkey',
  replies: { 200: PasskeyOptions },
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: 'public',
  summary: 'Sign in with a passkey, without a password',
  body: PasskeySignInInput,
  replies: { 200: SignedInReply },
})

export const startSetUp = endpoint({
  method: 'POST',
  path: '/auth/set-up/authenticator',
  access: 'signing-in',
  summary: 'Sign in, setting up a required authenticator app: its secret',
  replies: { 200: SecretReply },
})

export const finishSetUp = endpoint({
  method: 'PUT',
  path: '/auth/set-up/authenticator',
  access: 'signing-in',
  summary: 'Sign in, setting up a required authenticator app: its first code',
  body: CodeInput,
  replies: { 200: SetUpReply },
})

export const setUpPasskeyOptions = endpoint({
  method: 'POST',
  path: '/auth/set-up/passkeys/options',
  access: 'signing-in',
  summary: 'Options for setting up a required passkey',
  replies: { 200: PasskeyOptions },
})

export const setUpPasskey = endpoint({
  method: 'POST',
  path: '/auth/set-up/passkeys',
  access: 'signing-in',
  summary: 'Sign in, setting up a required passkey',
  body: NewPasskeyInput,
  replies: { 200: SetUpReply },
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/auth/confirm',
  access: 'signed-in',
  summary: 'Give the password or a passkey again, before changing a second factor',
  body: ConfirmInput,
  replies: { 200: MessageReply },
})

export const confirmOptions = endpoint({
  method: 'POST',
  path: '/auth/confirm/options',
  access: 'signed-in',
  summary: 'Options for giving a passkey again',
  replies: { 200: PasskeyOptions },
})

export const addPasskeyOptions = endpoint({
  method: 'POST',
  path: '/auth/passkeys/options',
  access: 'signed-in',
  summary: 'Options for adding a passkey',
  replies: { 200: PasskeyOptions },
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys',
  access: 'signed-in',
  summary: 'Add a passkey to the own account',
  body: NewPasskeyInput,
  replies: { 201: AddedReply },
})

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/auth/passkeys/:id',
  access: 'signed-in',
  summary: 'Rename an own passkey',
  params: IdParams,
  body: PasskeyNameInput,
  replies: { 200: MessageReply },
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  access: 'signed-in',
  summary: 'Remove an own passkey',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const startAuthenticator = endpoint({
  method: 'POST',
  path: '/auth/authenticator',
  access: 'signed-in',
  summary: 'Set up an authenticator app: its secret',
  replies: { 200: SecretReply },
})

export const finishAuthenticator = endpoint({
  method: 'PUT',
  path: '/auth/authenticator',
  access: 'signed-in',
  summary: 'Set up an authenticator app: its first code',
  body: CodeInput,
  replies: { 200: AddedReply },
})

export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: '/auth/authenticator',
  access: 'signed-in',
  summary: 'Remove the own authenticator app',
  replies: { 200: MessageReply },
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/recovery-codes',
  access: 'signed-in',
  summary: 'Make new recovery codes; the old ones no longer work',
  replies: { 200: AddedReply },
})

export const removeFactors = endpoint({
  method: 'DELETE',
  path: '/auth/second-factor/:id',
  access: 'admin',
  repeatable: true,
  summary: 'Remove every second factor of a staff member, and end their sessions. After a fresh confirmation',
  params: IdParams,
  replies: { 200: MessageReply },
})
