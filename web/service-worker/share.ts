import { newPostingAddress, notSharedAddress, sharedField } from '../../contract/sharing.ts'
import { storeShared } from '../sharing/shared-files.ts'

/**
 * Takes the form that a phone sends with shared files, and opens the form of a new posting, which takes them from the store. The server never
 * gets this form, so it works without a network, too (docs/decisions/0092-sharing-into-the-portal.md).
 */
export async function takeShare(request: Request): Promise<Response> {
  if (isOfOtherSite(request)) return leadTo(notSharedAddress)
  try {
    const form = await request.formData()
    const files = form.getAll(sharedField).filter((value) => value instanceof File)
    if (files.length === 0) return leadTo(notSharedAddress)
    await storeShared(files)
    return leadTo(newPostingAddress)
  } catch {
    // The device is full, or does not store anything.
    return leadTo(notSharedAddress)
  }
}

/** A phone that shares names no page; a page of another site that sends such a form mostly names its own. */
function isOfOtherSite({ url, referrer }: Request): boolean {
  return referrer.startsWith('http') && new URL(referrer).origin !== new URL(url).origin
}

/** The browser asks for that page with GET. */
function leadTo(address: string): Response {
  return Response.redirect(address, 303)
}
