import { expect, test } from 'vitest'
import { dashboardsOf, homeOf, landingOf } from './landing.ts'

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

test('who administers and is scored has both dashboards, and opens the one of last time, at first that of administrators', () => {
  const rights = { is_administrator: true }
  expect(dashboardsOf(member, rights)).toEqual(['admin', 'staff'])
  expect(homeOf(member, rights)).toBe('/admin-dashboard')
  expect(homeOf(member, { ...rights, dashboard: 'staff' })).toBe('/staff-dashboard')
  expect(landingOf(member, '/admin-dashboard?tab=terms', { ...rights, dashboard: 'staff' })).toBe('/admin-dashboard?tab=terms')
  expect(homeOf(member, { is_reader: true })).toBe('/admin-dashboard')
})

test('a dashboard that was chosen while there were two is not opened by who has one', () => {
  expect(homeOf(member, { is_administrator: false, dashboard: 'admin' })).toBe('/staff-dashboard')
  expect(homeOf(admin, { is_administrator: true, dashboard: 'staff' })).toBe('/admin-dashboard')
})
