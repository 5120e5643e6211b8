import { requestTimeoutMs } from '../contract/codes.ts'
import type { ErrorReply } from '../contract/replies.ts'
import { ApiError, addressOf, NoResponse, noticeRefusal, readIdentity } from './api.ts'

/**
 * Sends a form with a file, as `api` does, and reports how much of it is sent (0 to 1): only XMLHttpRequest can.
 * A photo on a phone may take a minute in all, so the request times out only when nothing has moved for that long.
 */
export function upload<Reply>(
  method: 'POST' | 'PUT',
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
  timeoutMs = requestTimeoutMs,
) {
  for (const [field, value] of Object.entries(readIdentity())) if (!form.has(field)) form.append(field, String(value))

  return new Promise<Reply>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const waitOn = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), timeoutMs)
    }

    request.upload.onprogress = ({ loaded, total }) => {
      waitOn()
      if (total > 0) onProgress(loaded / total)
    }
    request.upload.onload = () => {
      waitOn()
      onProgress(1)
    }
    request.onprogress = waitOn
    request.onloadend = () => {
      clearTimeout(timer)
      // Also when it was given up or broke off: then there is no status.
      if (request.status === 0) return reject(new NoResponse('no answer to the upload'))
      const reply = readJson(request.responseText)
      if (request.status < 300 && reply !== undefined) return resolve(reply as Reply)
      noticeRefusal(request.status)
      reject(new ApiError(request.status, (reply ?? {}) as Partial<ErrorReply>))
    }

    request.open(method, addressOf(path))
    request.withCredentials = true
    request.setRequestHeader('Accept', 'application/json')
    waitOn()
    request.send(form)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
