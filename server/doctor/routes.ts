// The doctor for operators: asked for, and what the last look found. spec 17.60.

import { ok, type Route, read, write } from '#edge/route.ts'
import type { Tx } from '#kit/database/database.ts'
import { invariants } from './invariants.ts'
import * as queries from './look-queries.ts'
import { DoctorLook } from './schema.ts'
import { showLook } from './show.ts'

const path = '/v1/installation/doctor'
const common = { permission: 'installation.operate', tag: 'Installation' } as const
const [{ id, statement }] = invariants as [(typeof invariants)[number]]
const example = {
  status: 'completed',
  asked_at: 1767225600,
  started_at: null,
  error: null,
  last: {
    began_at: 1767225602,
    ended_at: 1767225611,
    is_healthy: true,
    invariants: [{ id, statement, broken_by: [] }],
  },
}

export const doctorRoutes = (): Route[] => [
  read({
    ...common,
    operationId: 'retrieveDoctorLook',
    method: 'GET',
    path,
    summary: 'See what the doctor found',
    description:
      'What the last look that was asked for over the API found, rule by rule: whether everything that must hold of money, messages and invoices does hold. `samvad doctor` looks by itself.',
    responses: { 200: DoctorLook },
    example: { response: example },
    handle: async (tx, { at }) => ok(showLook(await look(tx), at)),
  }),
  write({
    ...common,
    operationId: 'askDoctor',
    method: 'POST',
    path,
    summary: 'Ask the doctor to look',
    description:
      'A worker looks, which takes as long as the tables are large, and changes nothing. Asked again while one is under way, it is that one.',
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
