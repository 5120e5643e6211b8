import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cacheRow } from './cached-list.ts'

const key = ['people']

function listAfter(names: string[], saved: { id: number; name: string }) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(
    key,
    names.map((name, index) => ({ id: index + 1, name })),
  )
  cacheRow(queryClient, key, saved)
  return queryClient.getQueryData<{ id: number; name: string }[]>(key)?.map(({ id, name }) => `${name} ${id}`)
}

test('a saved row is inserted where the server would sort it', () => {
  expect(listAfter(['Emil', 'Emilia', 'Zoe'], { id: 9, name: 'Émile' })).toEqual(['Emil 1', 'Émile 9', 'Emilia 2', 'Zoe 3'])
  expect(listAfter(['Nadia', 'Omar', 'Zoe'], { id: 9, name: 'omar' })).toEqual(['Nadia 1', 'omar 9', 'Omar 2', 'Zoe 3'])
  expect(listAfter(['Ozan', 'Zoe'], { id: 9, name: 'Özgür' })).toEqual(['Ozan 1', 'Özgür 9', 'Zoe 2'])
})

test('rows of the same name are sorted by id', () => {
  expect(listAfter(['Ada', 'Sara', 'Sara'], { id: 1, name: 'Sara' })).toEqual(['Sara 1', 'Sara 2', 'Sara 3'])
  expect(listAfter(['Ada', 'Sara'], { id: 9, name: 'Sara' })).toEqual(['Ada 1', 'Sara 2', 'Sara 9'])
})
