import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { hashing } from '../../contract/limits.ts'
import { BadRequest } from '../errors/errors.ts'
import { limitConcurrency } from '../process/limit-concurrency.ts'
import { commonPasswords } from './common-passwords.ts'

/** The cost of Argon2id, which is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const inTurn = limitConcurrency(hashing.concurrency, hashing.maxWaiting)

/** The password in one spelling: composed or not, it stays the same. */
function normalized(password: string) {
  return password.normalize('NFKC')
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), cost))
}

export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, normalized(password)))
}

/** A hash that no password fits. Checking it makes an unknown user take as much time as a known one. */
export const dummyHash: Promise<string> = hashPassword(crypto.randomUUID())

/** The problem of a password that only the server can find; the contract checks the length. */
export function passwordProblem(password: string, username: string): Message | undefined {
  const plain = normalized(password).toLowerCase()
  if (plain === normalized(username).toLowerCase()) return messages.password.isUsername
  return commonPasswords.has(plain) ? messages.password.tooCommon : undefined
}

export function refuseWeakPassword(password: string, username: string, field: string) {
  const problem = passwordProblem(password, username)
  if (problem) throw new BadRequest(problem, field)
}

/** A password without letters and digits that are mistaken for each other, in groups that can be read out. */
export function randomPassword() {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
