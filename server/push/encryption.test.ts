import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { push } from '../../contract/limits.ts'
import { newTestBrowser, readVapid, testBrowser } from '../../testing/push-service.ts'
import { areKeys, encryptFor } from './encryption.ts'
import { authorizationFor, makeVapidKeys } from './vapid.ts'

const keysOf = ({ keys }: ReturnType<typeof newTestBrowser>) => ({
  p256dh: Buffer.from(keys.p256dh, 'base64url'),
  auth: Buffer.from(keys.auth, 'base64url'),
})

test('the browser of these tests reads the example of RFC 8291', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
  const browser = testBrowser(pair, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'))
  const example =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(browser.decrypt(Buffer.from(example, 'base64url'))).toBe('When I grow up, I want to be a watermelon')
})

test('only the browser that a message is for reads it', () => {
  const [browser, other] = [newTestBrowser(), newTestBrowser()]
  const body = encryptFor(keysOf(browser), 'چالاکییەکەتان گەڕێنرایەوە')
  expect(browser.decrypt(body)).toBe('چالاکییەکەتان گەڕێنرایەوە')
  expect(() => other.decrypt(body)).toThrow()
})

test('the longest message fits into what every push service takes, and a longer one is not sent', () => {
  const keys = keysOf(newTestBrowser())
  expect(push.payload).toBeLessThan(3993)
  expect(encryptFor(keys, 'x'.repeat(push.payload)).length).toBeLessThanOrEqual(4096)
  expect(() => encryptFor(keys, 'x'.repeat(push.payload + 1))).toThrow(RangeError)
})

test('a point that is not on the curve, and a short secret, are no keys of a browser', () => {
  const keys = keysOf(newTestBrowser())
  expect(areKeys(keys)).toBe(true)
  const moved = Buffer.from(keys.p256dh)
  moved.writeUInt8(moved.readUInt8(64) ^ 1, 64)
  expect(areKeys({ ...keys, p256dh: moved })).toBe(false)
  expect(areKeys({ ...keys, auth: keys.auth.subarray(1) })).toBe(false)
})

test('the signature is for one push service, for less than a day, and says where to complain', () => {
  const keys = makeVapidKeys()
  const now = new Date('2026-11-19T10:00:00Z')
  const header = authorizationFor('https://push.test.example:8443/send/abc', keys, 'https://portal.test.example', now)
  const { claims, key } = readVapid(header)
  expect(key).toBe(keys.public_key.toString('base64url'))
  expect(claims).toEqual({
    aud: 'https://push.test.example:8443',
    exp: now.getTime() / 1000 + 12 * 3600,
    sub: 'https://portal.test.example',
  })
  expect(keys.private_key).toHaveLength(32)
})
