// The lists by which an account defines the states of receipts and reports, as the API accepts them.

import { In, Type } from '#kit/wire.ts'

const STATE_MAX = 200
const STATES_MAX = 50
const states = (description: string, example: string) =>
  Type.Optional(Type.Array(In.line(STATE_MAX), { maxItems: STATES_MAX, description, examples: [[example]] }))

export const reportStates = {
  delivered: states('Provider states that mean delivered.', 'DELIVRD'),
  undelivered: states('Provider states that mean sent but not delivered. The message stays charged.', 'UNDELIV'),
  failed: states('Provider states that mean never sent. The charge is reversed.', 'REJECTD'),
  pending: states('Provider states that mean not final yet.', 'ENROUTE'),
}
