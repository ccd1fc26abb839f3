// What an HTTP server can do instead of answering a call, which Node's client leaves to whoever calls. Without it a
// call that is met with another protocol (101) has neither an answer nor an error, for ever.

import type { ClientRequest } from 'node:http'

/** Of answers that are none yet (1xx); one or two are usual. */
const INTERIM_ANSWERS_MAX = 20

/** `end` is told why there will be no answer; more than once it may be told. */
export function whenUnanswered(calling: ClientRequest, end: (error: Error) => void): void {
  let isAnswered = false
  let interim = 0
  calling.once('response', () => {
    isAnswered = true
  })
  calling.once('upgrade', (_, socket) => {
    socket.destroy()
    end(new Error('the response is not HTTP'))
  })
  calling.on('information', () => {
    if (++interim > INTERIM_ANSWERS_MAX) calling.destroy(new Error('too many interim responses'))
  })
  calling.once('close', () => {
    if (!isAnswered) end(new Error('connection closed without a response'))
  })
}
