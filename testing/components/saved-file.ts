import { vi } from 'vitest'
import { fileNameIn } from '../../web/http/download.ts'

/** The file that the page would save, made or fetched by it: `await savedFile(() => button.click())`. No download begins. */
export async function savedFile(act: () => Promise<unknown>): Promise<File> {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click')
  const clicked = new Promise<HTMLAnchorElement>((resolve) => {
    click.mockImplementation(function (this: HTMLAnchorElement) {
      resolve(this)
    })
  })
  try {
    await act()
    const { href, download } = await clicked
    const reply = await fetch(href)
    return new File([await reply.blob()], download || (fileNameIn(reply.headers.get('content-disposition') ?? '') ?? ''))
  } finally {
    click.mockRestore()
  }
}
