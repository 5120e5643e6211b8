import { afterEach, expect, test, vi } from 'vitest'
import { sharedMinutes } from '../../contract/limits.ts'
import { forgetShared, forgetUnclaimed, storePerson, storeShared, takeShared } from './shared-files.ts'

const file = (name: string) => new File([name], name, { type: 'image/jpeg' })
const taken = async (userId: number) => (await takeShared(userId)).map(({ name }) => name)

afterEach(async () => {
  vi.useRealTimers()
  await forgetShared()
  await storePerson(undefined)
})

/** Lets minutes pass. */
function wait(minutes: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

test('what a person shared is taken once, in its order, also after a day', async () => {
  await storePerson(7)
  await storeShared([file('1.jpg')])
  wait(24 * 60)
  await storeShared([file('2.jpg'), file('3.jpg')])
  expect(await taken(7)).toEqual(['1.jpg', '2.jpg', '3.jpg'])
  expect(await taken(7)).toEqual([])
})

test('another account gets nothing of it, and then it is gone', async () => {
  await storePerson(7)
  await storeShared([file('1.jpg')])
  expect(await taken(8)).toEqual([])
  expect(await taken(7)).toEqual([])

  await storeShared([file('2.jpg')])
  await forgetUnclaimed(undefined)
  await forgetUnclaimed(8)
  expect(await taken(7)).toEqual([])
})

test('what was shared while nobody was signed in is for whoever signs in soon, and for nobody later', async () => {
  await storeShared([file('1.jpg')])
  wait(sharedMinutes - 1)
  await forgetUnclaimed(undefined)
  await forgetUnclaimed(8)
  expect(await taken(8)).toEqual(['1.jpg'])

  await storeShared([file('2.jpg')])
  wait(2 * sharedMinutes)
  expect(await taken(8)).toEqual([])
  await storeShared([file('3.jpg')])
  wait(3 * sharedMinutes + 1)
  await forgetUnclaimed(8)
  wait(2 * sharedMinutes)
  expect(await taken(8)).toEqual([])
})

test('a person who signs out and in again has what they shared, and logging out deletes it', async () => {
  await storePerson(7)
  await storeShared([file('1.jpg')])
  await storePerson(undefined)
  await forgetUnclaimed(undefined)
  expect(await taken(7)).toEqual(['1.jpg'])
  await storeShared([file('2.jpg')])
  expect(await forgetShared()).toBe(true)
  expect(await forgetShared()).toBe(false)
  expect(await taken(7)).toEqual([])
})

test('of more files than a posting takes, only the names are stored', async () => {
  await storeShared(['1', '2', '3', '4', '5', '6'].map(file))
  expect((await takeShared(7)).map(({ name, size }) => `${name} ${size}`)).toEqual(['1 1', '2 1', '3 1', '4 1', '5 1', '6 0'])
})
