import { NoticeList } from './notice-list.tsx'

/** The notices as a page of their own: on a phone a popover would be as large as the screen, and Back leads out of a page. */
export function NoticesPanel() {
  return (
    <section aria-labelledby="notices-title" className="flex flex-col gap-4">
      <NoticeList titleId="notices-title" place="page" />
    </section>
  )
}
