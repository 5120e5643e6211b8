import { expect, test } from 'vitest'
import { overQuota } from '../../contract/evidence-quota.ts'
import type { Chosen } from '../entities/evidence/chosen-file.ts'
import { divided, refusalsOf } from './chosen-evidence.ts'
import { refuseOverQuota } from './evidence-quota.ts'

const megabyte = 1024 * 1024
const quota = { quota: 5 * megabyte, used: [{ term_id: 1, bytes: 2 * megabyte }] }
const chosen = (...sizes: number[]): Chosen => ({
  files: sizes.map((size, key) => ({ key, file: { size, name: `${key}.pdf` } as File, kind: 'pdf' })),
  removed: [],
  leftOut: [],
})
const refused = ({ files }: Chosen) => files.map(({ refusal }) => refusal !== undefined)

test('files that do not fit into what is left of the term are refused with what is left', () => {
  expect(refused(refuseOverQuota(chosen(2 * megabyte, megabyte), quota, 1))).toEqual([false, false])
  const { files } = refuseOverQuota(chosen(2 * megabyte, megabyte + 1, 1), quota, 1)
  expect(files.map(({ refusal }) => refusal?.key)).toEqual([
    undefined,
    'postedActivities.overQuota',
    'postedActivities.overQuota',
  ])
  expect(files[1]?.refusal?.values).toMatchObject({ left: { values: { size: '3.0' } }, quota: { values: { size: '5' } } })
  // Another term has its own quota.
  expect(refused(refuseOverQuota(chosen(5 * megabyte), quota, 2))).toEqual([false])
})

test('before the quota or the term is known, and where a saved file makes room, the server decides', () => {
  const large = chosen(9 * megabyte)
  expect(refused(refuseOverQuota(large, undefined, 1))).toEqual([false])
  expect(refused(refuseOverQuota(large, quota, undefined))).toEqual([false])
  expect(refused(refuseOverQuota({ ...large, removed: ['saved'] }, quota, 1))).toEqual([false])
})

test('where the server counts more, the last file has its sentence', () => {
  const message = overQuota(0, megabyte)
  const { files } = chosen(1, 2, 3)
  expect([...refusalsOf([{ field: 'files', message }], divided(files, false))]).toEqual([[2, message]])
  const photo = files.slice(0, 1).map((one) => ({ ...one, kind: 'photo' as const }))
  expect([...refusalsOf([{ field: 'files', message }], divided(photo, false))]).toEqual([[0, message]])
})
