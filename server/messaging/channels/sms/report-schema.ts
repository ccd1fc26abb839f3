// The lists by which an account explains the states of receipts and reports, as the API takes them.

import { In, Type } from '#kit/wire.ts'

const STATE_MAX = 200
const STATES_MAX = 50
const states = (description: string, example: string) =>
  Type.Optional(Type.Array(In.line(STATE_MAX), { maxItems: STATES_MAX, description, examples: [[example]] }))

export const reportStates = {
  delivered: states('States of a message that has arrived.', 'DELIVRD'),
  undelivered: states('... of one that left and did not arrive; it stays charged.', 'UNDELIV'),
  failed: states('... of one that never left; its charge is reversed.', 'REJECTD'),
  pending: states('... of one of which nothing is decided yet.', 'ENROUTE'),
}
