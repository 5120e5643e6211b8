import { useQuery } from '@tanstack/react-query'
import { call } from '../../http/api.ts'

/** What concerns the signed-in member in the current term. */
export function useHome() {
  return useQuery({
    queryKey: ['home'],
    queryFn: async () => (await call('GET /home')).home,
    meta: { isOwn: true },
  })
}
