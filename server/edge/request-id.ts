// The id of a request: in X-Request-Id of its response, in its problem and in every log line.

import { randomBytes } from 'node:crypto'

const REQUEST_ID = /^[A-Za-z0-9_.:-]{1,64}$/

/** Returns the id of a request from its headers. */
export type RequestIds = (request: { headers: Record<string, string | string[] | undefined> }) => string

/** The caller's X-Request-Id if it is valid, otherwise our own: a random prefix and a counter. */
export function requestIdMaker(): RequestIds {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && REQUEST_ID.test(given) ? given : `req_${start}${(++count).toString(36)}`
  }
}
