// Handles server behaviour that Node's HTTP client leaves to its caller: without this, a protocol switch (101) produces
// neither a response nor an error, and the call never ends.

import type { ClientRequest } from 'node:http'

/** Maximum number of interim responses (1xx); one or two are usual. */
const INTERIM_ANSWERS_MAX = 20

/** `end` gets the reason why there will be no response; it may be called more than once. */
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
