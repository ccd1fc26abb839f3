// spec 19.5: many callers send at once until the wallet is empty. The accepted messages are exactly those that the
// balance covers, and no message is refused for a balance that covers it.

import assert from 'node:assert/strict'
import type { Sending } from '../company.ts'
import { type Answer, mustBeHealthy, request, type TestSamvad, uuidOf } from '../harness.ts'

const CONNECTIONS_EACH = 64
const REFUSALS_UNTIL_CONVINCED = 2
/** In paise; ₹0.10 remains after the last email, which costs more. */
const [EMAIL, LEFT] = [15, 10]

/** Sends until several requests in a row are refused; returns all answers. */
export async function sendUntilRefused(urls: string[], { company, conversationId }: Sending): Promise<Answer[]> {
  const json = { conversation_id: conversationId, channel: 'email', subject: 'Offer', text: 'Cotton at old prices' }
  const answers: Answer[] = []
  const connections = urls.flatMap((url) => Array.from({ length: CONNECTIONS_EACH }, () => url))
  await Promise.all(
    connections.map(async (url) => {
      for (let refused = 0; refused < REFUSALS_UNTIL_CONVINCED; ) {
        const answer = await request(url, 'POST', '/v1/messages', { token: company.token, json })
        // A busy machine's answer: the balance was not checked.
        if (answer.status === 503) continue
        answers.push(answer)
        if (answer.status !== 201) refused++
      }
    }),
  )
  return answers
}

export async function assertExactlyCovered(samvad: TestSamvad, answers: Answer[], rupees: bigint): Promise<void> {
  const { organizationId } = samvad.company
  const accepted = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  assert.deepEqual([...new Set(refused.map(({ status }) => status))], [402])
  assert.equal(accepted.length, (Number(rupees) * 100 - LEFT) / EMAIL)
  // A refusal while the balance still covered the price would say so.
  const reasons = new Set(refused.map(({ body }) => body.detail))
  assert.deepEqual([...reasons], ['This costs ₹0.15 and the balance is ₹0.10. Recharge the wallet and send again.'])

  const [wallet] = await samvad.rows('select balance_micros, version from wallets where org_id = $1', [organizationId])
  assert.equal(wallet?.balance_micros, 100_000n)
  const stored = await samvad.rows<{ id: string }>('select id from messages where org_id = $1 order by id', [
    organizationId,
  ])
  assert.deepEqual(
    stored.map(({ id }) => id),
    accepted.map(({ body }) => uuidOf('msg', body.id)).toSorted(),
  )
  const warnings = await samvad.rows<{ level: string }>(
    `select payload ->> 'level' as level from events where org_id = $1 and type like 'balance.%'
      order by (payload ->> 'wallet_version')::bigint`,
    [organizationId],
  )
  const levels = warnings.map(({ level }) => Number(level))
  assert.deepEqual(
    levels,
    [...new Set(levels)].toSorted((a, b) => b - a),
    'each level is told once, in its turn',
  )
  // spec 9.9: when one write passes several levels, only the lowest is notified.
  assert.equal(levels.at(-1), 0)
  await mustBeHealthy(samvad.app.database)
}
