import { browser as limits } from '../../contract/limits.ts'
import type { Transport } from './api.ts'

/**
 * Sends a form with files and reports the share that has been sent (0 to 1), which fetch cannot do.
 * A photo on a phone may take a minute in all, so the timeout restarts with each progress event.
 */
export function uploadWith(onProgress: (share: number) => void, timeoutMs = limits.call): Transport {
  return (address, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      const waitOn = (ms = timeoutMs) => {
        clearTimeout(timer)
        timer = setTimeout(() => request.abort(), ms)
      }

      request.upload.onprogress = ({ loaded, total }) => {
        waitOn()
        if (total > 0) onProgress(loaded / total)
      }
      request.upload.onload = () => {
        // The server checks the files, and renders the pages of each PDF, before it replies.
        waitOn(limits.afterUpload)
        onProgress(1)
      }
      request.onprogress = () => waitOn()
      request.onloadend = () => {
        clearTimeout(timer)
        const { status, responseText } = request
        // A network error or an abort has no status.
        if (status === 0) return reject(new Error('no answer to the upload'))
        const headers = ['Retry-After', 'Idempotent-Replayed'].flatMap((name) => {
          const value = request.getResponseHeader(name)
          return value === null ? [] : [[name, value] as [string, string]]
        })
        resolve(new Response(responseText || null, { status, headers }))
      }

      signal?.addEventListener('abort', () => request.abort())
      request.open(method, address)
      request.withCredentials = true
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      waitOn()
      request.send(body as FormData)
    })
}
