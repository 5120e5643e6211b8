import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { BadRequest } from '../http/errors.ts'
import { limitConcurrency } from '../process/limit-concurrency.ts'
import { commonPasswords } from './common-passwords.ts'

/** Argon2id is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes a core for a moment. Two at a time leave Node's other threads to files; a line of a hundred is done within seconds. */
const inTurn = limitConcurrency(2, 100)

/** Spelled in another way (composed or not), the same password stays the same. */
function normalized(password: string) {
  return password.normalize('NFKC')
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), cost))
}

export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, normalized(password)))
}

/** No password fits it. Checking it makes an unknown user take as much time as a known one. */
export const dummyHash: Promise<string> = hashPassword(crypto.randomUUID())

/** The contract checks the length; this is what only the server knows. */
export function passwordProblem(password: string, username: string): Message | undefined {
  const plain = normalized(password).toLowerCase()
  if (plain === normalized(username).toLowerCase()) return messages.password.isUsername
  return commonPasswords.has(plain) ? messages.password.tooCommon : undefined
}

export function refuseWeakPassword(password: string, username: string, field: string) {
  const problem = passwordProblem(password, username)
  if (problem) throw new BadRequest(problem, field)
}

/** Without letters and digits that are mistaken for each other, in groups that can be read out. */
export function randomPassword() {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
