import { homeOf } from '../../contract/landing.ts'
import { placeOf } from '../../contract/notice-place.ts'
import type { Notice } from '../../contract/notices.ts'
import { can, type Viewer } from '../policy/policy.ts'

/** The full address of what a notice is about, for its reader; undefined if the reader has none of it. */
export function placeAddress(
  address: string | undefined,
  notice: Pick<Notice, 'kind' | 'posting_id' | 'term_id' | 'details'>,
  viewer: Viewer,
): string | undefined {
  const home = homeOf(viewer)
  const place =
    address && home && placeOf(notice, { home, mayReview: can(viewer, 'review'), departmentId: viewer.department?.id })
  if (!place) return undefined
  const search = Object.entries(place.search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return `${address}${place.to}?${new URLSearchParams(search)}`
}
