// Responds to input that is not HTTP or takes too long to become a request, as far as possible, and closes the
// connection.

import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#kit/app.ts'
import { problem, Refusal, refusal } from '#kit/refusals.ts'
import { secureHeaders } from './headers.ts'
import type { RequestIds } from './request-id.ts'
import { isUploading } from './uploads.ts'

type ClientErrorHandler = (error: Error & { code?: string }, socket: Socket) => void

export function createClientErrorHandler({ settings }: App, requestIds: RequestIds): ClientErrorHandler {
  return (error, socket) => {
    // Node reports it once per request, and an upload has its own deadlines.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    refuseBehind(socket, refusalOf(error.code), settings.publicUrl, requestIds({ headers: {} }))
  }
}

/** Like `answerAndClose`, but after the response that the socket is busy with, and nothing after it. */
export function refuseBehind(socket: Socket, refusal: Refusal, publicUrl: string, requestId: string): void {
  // Node's record of the response that the socket is busy with.
  const { _httpMessage: busy } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (busy?.headersSent) return void socket.destroy()
  if (busy?.req.complete) return void busy.once('close', () => socket.destroy())
  answerAndClose(socket, refusal, publicUrl, requestId)
}

/** Writes the complete response itself, where Node has created no response object. */
export function answerAndClose(socket: Socket, refusal: Refusal, publicUrl: string, requestId?: string): void {
  const body = JSON.stringify(problem(refusal, `${publicUrl}/docs`, requestId))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    ...Object.entries(secureHeaders(publicUrl)).map(([name, value]) => `${name}: ${value}`),
    ...(requestId === undefined ? [] : [`x-request-id: ${requestId}`]),
    ...(refusal.code === 'temporarily_unavailable' ? ['retry-after: 1'] : []),
    // Required by RFC 9110 §15.5.6; empty for a method that no path supports.
    ...(refusal.code === 'method_not_allowed' ? ['allow:'] : []),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal('headers_too_large', 'headers_too_long')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal('request_timeout', 'request_too_slow')
    default:
      return refusal('malformed_request', 'not_http')
  }
}
