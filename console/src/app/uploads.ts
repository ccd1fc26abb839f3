// Uploads a file with progress, which `fetch` does not report.

import { type Attachment, Samvad } from '@samvad/sdk'
import { sessionHeaders } from './session.ts'

/** `onProgress` gets values from 0 to 1. */
export async function uploadFile(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Attachment> {
  const send = (input: RequestInfo | URL, init?: RequestInit) => sendTelling(input, init, onProgress)
  const samvad = new Samvad({ baseUrl: '/console/api', headers: sessionHeaders, fetch: send })
  return { ...(await samvad.attachments.upload({ file }, { signal })) }
}

function sendTelling(
  input: RequestInfo | URL,
  init: RequestInit = {},
  onProgress: (part: number) => void,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open(init.method ?? 'GET', input instanceof Request ? input.url : input)
  for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
  request.addEventListener('load', () =>
    resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) })),
  )
  request.addEventListener('error', () => reject(new TypeError('the connection failed')))
  request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  init.signal?.addEventListener('abort', () => request.abort())
  request.send(init.body as XMLHttpRequestBodyInit)
  return promise
}

const headersOf = (request: XMLHttpRequest): Headers =>
  new Headers(
    request
      .getAllResponseHeaders()
      .trim()
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
  )
