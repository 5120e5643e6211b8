import { expect, test } from 'vitest'
import { isAtKnownService } from './push-services.ts'

const services = ['fcm.googleapis.com', '*.push.apple.com']

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://FCM.googleapis.com:443/fcm/send/abc',
  'https://web.push.apple.com/abc',
])('%s is at a push service of the list', (endpoint) => {
  expect(isAtKnownService(endpoint, services)).toBe(true)
})

test.each([
  ['no address', 'abc'],
  ['http', 'http://fcm.googleapis.com/abc'],
  ['another scheme', 'file://fcm.googleapis.com/abc'],
  ['another host', 'https://169.254.169.254/latest/meta-data'],
  ['another port', 'https://fcm.googleapis.com:8443/abc'],
  ['a host that ends like it', 'https://evilfcm.googleapis.com/abc'],
  ['a host below it', 'https://fcm.googleapis.com.test.example/abc'],
  ['a host that only ends like the domain', 'https://evil-push.apple.com/abc'],
  ['the domain itself', 'https://push.apple.com/abc'],
  ['a name before the host', 'https://fcm.googleapis.com@test.example/abc'],
  ['a name and a password', 'https://user:password@fcm.googleapis.com/abc'],
  ['a backslash', 'https://test.example\\@fcm.googleapis.com/abc'],
])('%s is not', (_, endpoint) => {
  expect(isAtKnownService(endpoint, services)).toBe(false)
})
