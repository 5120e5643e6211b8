import { expect, test } from 'vitest'
import { orderedGroups } from './group-order.ts'

const group = (key: string, ...labels: string[]) => ({ key, results: labels.map((label) => ({ label })) })
const keysOf = (text: string, ...groups: [found: ReturnType<typeof group>[], own: ReturnType<typeof group>[]]) =>
  orderedGroups(text, ...groups)
    .filter(({ results }) => results.length > 0)
    .map(({ key }) => key)

test('a command whose name has the word stands above pages that are about it, and below people and lists', () => {
  const found = [group('people', 'Sara'), group('actions', 'Set a new password'), group('handbook', 'Signing in')]
  const own = [group('panels'), group('account', 'Change password')]
  expect(keysOf('password', found, own)).toEqual(['people', 'actions', 'account', 'handbook'])
  expect(keysOf('پاسوۆرد', [group('handbook', 'چوونەژوورەوە')], [group('account', 'گۆڕینی پاسوۆرد')])).toEqual([
    'account',
    'handbook',
  ])
})

test('of two that match equally well the command comes first; a page that matches better stands above it', () => {
  const account = group('account', 'Change password', 'Sign-in security')
  expect(keysOf('security', [group('handbook', 'Security on two devices')], [account])).toEqual(['handbook', 'account'])
  expect(keysOf('change', [group('handbook', 'Change of terms')], [account])).toEqual(['account', 'handbook'])
  expect(keysOf('pass', [group('handbook', 'A new password')], [account])).toEqual(['account', 'handbook'])
  expect(keysOf('word', [group('handbook', 'Words of the portal')], [account])).toEqual(['handbook', 'account'])
})

test('a text that begins the name of a panel leads to it first', () => {
  expect(keysOf('audi', [group('people', 'Audi Karim')], [group('panels', 'Audit')])).toEqual(['panels', 'people'])
  expect(keysOf('au', [group('people', 'Audi Karim')], [group('panels', 'Audit')])).toEqual(['people', 'panels'])
})
