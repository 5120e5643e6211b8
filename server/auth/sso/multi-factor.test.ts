import { expect, test } from 'vitest'
import { isMultiFactor } from './multi-factor.ts'

test.each([
  { amr: ['pwd', 'mfa'] },
  { amr: ['pwd', 'otp'] },
  { amr: ['hwk'] },
  { acr: 'https://refeds.org/profile/mfa' },
  { acr: 'phr', amr: ['pwd'] },
])('%j says that a second factor was given', (claims) => {
  expect(isMultiFactor(claims)).toBe(true)
})

test.each([
  {},
  { amr: [] },
  { amr: ['pwd'] },
  { amr: ['pwd', 'sms'] },
  { amr: 'mfa' },
  { amr: [['mfa']] },
  { amr: { 0: 'mfa' } },
  { acr: '1' },
  { acr: ['phr'] },
  { acr: 'https://refeds.org/profile/sfa' },
])('%j does not', (claims) => {
  expect(isMultiFactor(claims)).toBe(false)
})
