import { useQuery } from '@tanstack/react-query'
import { call } from '../../http/api.ts'

/** The faculties with their deans, for panels without the words of Settings. */
export function useDeans() {
  return useQuery({ queryKey: ['faculties'], queryFn: async () => (await call('GET /faculties')).faculties })
}
