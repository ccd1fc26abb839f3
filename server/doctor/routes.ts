// The doctor for operators: requests a check, and returns the last result. spec 17.60.

import { ok, type Route, read, write } from '#edge/route.ts'
import type { Tx } from '#kit/database/database.ts'
import { resultOf } from './actions.ts'
import * as queries from './look-queries.ts'
import { DoctorLook } from './schema.ts'
import { showLook } from './show.ts'

const path = '/v1/installation/doctor'
const common = { permission: 'installation.operate', tag: 'Installation' } as const
const example = {
  status: 'completed',
  asked_at: 1767225600,
  started_at: null,
  error: null,
  last: {
    began_at: 1767225602,
    ended_at: 1767225611,
    is_healthy: true,
    invariants: [resultOf({ id: 'L1', rows: [] })],
  },
}

export const doctorRoutes = (): Route[] => [
  read({
    ...common,
    operationId: 'retrieveDoctorLook',
    method: 'GET',
    path,
    summary: 'Retrieve the last doctor check',
    description:
      'The result of the last check requested through the API: for each rule about money, messages and invoices, whether it holds. `samvad doctor` runs a separate check.',
    responses: { 200: DoctorLook },
    example: { response: example },
    handle: async (tx, { at }) => ok(showLook(await look(tx), at)),
  }),
  write({
    ...common,
    operationId: 'askDoctor',
    method: 'POST',
    path,
    summary: 'Start a doctor check',
    description:
      'A worker checks every rule, without changing any data. The check takes longer with more data. If a check is already queued or running, that check is returned.',
    responses: { 202: DoctorLook },
    example: { response: { ...example, status: 'queued' } },
    async handle(tx, { at }) {
      await tx.run(queries.ask(at))
      return { status: 202, body: showLook(await look(tx), at) }
    },
  }),
]

async function look(tx: Tx): Promise<queries.LookRow> {
  const row = await tx.row<queries.LookRow>(queries.look())
  if (!row) throw new Error('there is no row of the looks of the doctor')
  return row
}
