import { pages } from './pages.ts'

/** The address to which a phone sends what was shared into the installed portal. The service worker takes it; it never reaches the server. */
export const shareAddress = '/share'
/** The field of that form with the files. */
export const sharedField = 'files'
/** What a phone offers to share into the portal: what the form of a posting takes. */
export const sharedTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'application/pdf',
  '.jpg',
  '.jpeg',
  '.pdf',
] as const

/** The form of a new posting. */
export const newPostingAddress = `${pages.staffDashboard}?tab=your-activity&post=1`
/** The same panel, which says that the shared files were not taken. */
export const notSharedAddress = `${pages.staffDashboard}?tab=your-activity&open=not-shared`
