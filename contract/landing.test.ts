import { expect, test } from 'vitest'
import { landingOf } from './landing.ts'

const admin = { id: 1, role_id: 1, username: 'admin', name: 'Administrator' }
const member = { id: 2, role_id: 2, username: 'sara', name: 'Sara' }

test('signing in leads to the address that was asked for', () => {
  expect(landingOf(admin, '/admin-dashboard?tab=staff&grade=A%2B#main')).toBe('/admin-dashboard?tab=staff&grade=A%2B#main')
  expect(landingOf(admin, '/statement?user_id=2')).toBe('/statement?user_id=2')
  expect(landingOf(member, '/staff-dashboard?tab=your-activity&posting=7')).toBe('/staff-dashboard?tab=your-activity&posting=7')
  expect(landingOf(member, '/grade')).toBe('/grade')
})

test('without an address, or with one of the other role, signing in leads to the own dashboard', () => {
  expect(landingOf(admin, undefined)).toBe('/admin-dashboard')
  expect(landingOf(member, undefined)).toBe('/staff-dashboard')
  expect(landingOf(member, '/admin-dashboard?tab=terms')).toBe('/staff-dashboard')
  expect(landingOf(admin, '/staff-dashboard')).toBe('/admin-dashboard')
})

test.each([
  'https://evil.example/admin-dashboard',
  '//evil.example/admin-dashboard',
  '/\\evil.example/admin-dashboard',
  '\t//evil.example/admin-dashboard',
  'http:/admin-dashboard@evil.example',
  'javascript:alert(1)',
  'http://[',
  '/',
  '/no-such-page',
  '/users',
  '/admin-dashboard/../auth/logout',
])('signing in never leads to %j', (address) => {
  expect(landingOf(admin, address)).toBe('/admin-dashboard')
})
