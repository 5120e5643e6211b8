import { onTestFinished } from 'vitest'

type Upload = {
  fields: FormData
  /** Sends the request to the server. */
  pass: () => void
  /** Replies in place of the server; 0 is a lost connection. */
  reply: (status: number, body?: string) => void
  /** Sends the request to the server, whose reply is lost. */
  loseReply: () => void
}

/**
 * Answers postings in place of the server until the test ends: they are XMLHttpRequests, because of their progress. A posting that is never
 * answered is pending until the page aborts it.
 */
export function interceptUploads(respond: (upload: Upload) => void): () => void {
  const realSend = XMLHttpRequest.prototype.send
  const restore = () => {
    XMLHttpRequest.prototype.send = realSend
  }
  XMLHttpRequest.prototype.send = function (body) {
    const settle = (status: number, responseText = '') => {
      Object.defineProperties(this, { status: { value: status }, responseText: { value: responseText } })
    }
    const reply = (status: number, text?: string) => {
      settle(status, text)
      this.dispatchEvent(new ProgressEvent('loadend'))
    }
    this.abort = () => reply(0)
    respond({
      fields: body as FormData,
      pass: () => realSend.call(this, body),
      reply,
      loseReply: () => {
        const { onloadend } = this
        this.onloadend = (event) => {
          settle(0)
          onloadend?.call(this, event)
        }
        realSend.call(this, body)
      },
    })
  }
  onTestFinished(restore)
  return restore
}
