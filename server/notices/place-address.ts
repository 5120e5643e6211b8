import { roles } from '../../contract/codes.ts'
import { homeOf } from '../../contract/landing.ts'
import { placeOf } from '../../contract/notice-place.ts'
import type { Notice } from '../../contract/notices.ts'
import { can, rightsOf, type Viewer } from '../policy/policy.ts'

type PlacedNotice = Pick<Notice, 'kind' | 'posting_id' | 'term_id' | 'details'>

/** The path of what a notice is about, for its reader; undefined if the reader has none of it. */
export function placePath(notice: PlacedNotice, viewer: Viewer): string | undefined {
  const home = homeOf(viewer, rightsOf(viewer))
  const place =
    home &&
    placeOf(notice, {
      home,
      isScored: viewer.role_id === roles.staff,
      mayReview: can(viewer, 'review'),
      departmentId: viewer.department?.id,
      facultyId: viewer.faculty?.id,
    })
  if (!place) return undefined
  const search = Object.entries(place.search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return `${place.to}?${new URLSearchParams(search)}`
}

/** The same with the address of the portal, if that is known. */
export function placeAddress(address: string | undefined, notice: PlacedNotice, viewer: Viewer): string | undefined {
  const path = address && placePath(notice, viewer)
  return path ? `${address}${path}` : undefined
}
