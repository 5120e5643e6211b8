/** How a page of a PDF of the portal begins. The archive has its PDF uncompressed, so that pages are found there, too. */
const mark = '/Type /Page\n'

/** Counts the pages in a file while its parts arrive: takes each part, and returns how many pages there are so far. */
export function pageCounter(): (part: Uint8Array) => number {
  const decoder = new TextDecoder('latin1')
  let end = ''
  let pages = 0
  return (part) => {
    const text = end + decoder.decode(part)
    pages += text.split(mark).length - 1
    // A mark may be cut in two.
    end = text.slice(1 - mark.length)
    return pages
  }
}
