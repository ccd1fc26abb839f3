// A campaign whose worker is killed repeatedly: every contact is reached once, and sums are exact. Verdicts compare the
// database with the SMS carrier's own log.

import assert from 'node:assert/strict'
import { openDatabase } from '#kit/database/database.ts'
import { formatMicros } from '#kit/money.ts'
import { GUARD_MS } from '../../guard.ts'
import { mustBeHealthy, testDatabase, uuidOf } from '../../harness.ts'
import { urlOf } from '../../postgres.ts'
import { eventually, newDataDirectory, removeDataDirectory, startProgram } from '../../program.ts'
import { startSmppServer } from '../../smpp/server.ts'
import { smppAccount } from '../../smpp/story.ts'
import { childrenOf, kill } from '../processes.ts'

/** A killed worker's bind stays occupied for a minute; the others are free. */
const BINDS = 10
/** Contacts inserted per statement. */
const PIECE = 50_000
/** Deadlock guard per recipient: even a busy machine sends more than one message every 4 ms. */
const GUARD_MS_EACH = 4
/** Characters of the program's log in a failure. */
const LOG_SHOWN = 5000

/**
 * Returns the cost of the campaign in rupees. `perSecond`: the account's rate limit, low enough that kills come in the
 * middle. `report` is called after each kill.
 */
export async function killWhoSendsCampaign(
  {
    recipients,
    kills,
    perSecond,
  }: {
    recipients: number
    kills: number
    perSecond: number | null
  },
  report: (line: string) => void = () => {},
): Promise<string> {
  const guardMs = Math.max(GUARD_MS, recipients * GUARD_MS_EACH)
  const carrier = await startSmppServer()
  const connection = await testDatabase()
  const database = openDatabase(connection, 2)
  const dataDirectory = await newDataDirectory()
  const environment = {
    DATABASE_URL: urlOf(connection),
    SAMVAD_LOG_LEVEL: 'warn',
    SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const samvad = await startProgram(dataDirectory, environment)
  const ask = async (method: string, path: string, json?: object) => {
    const answer = await samvad.request(method, path, json === undefined ? {} : { json })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
  }
  try {
    const recharge = await ask('POST', '/api/v1/billing/recharges', { amount: String(recipients) + '.00' })
    const paid = new URLSearchParams({ method: 'upi', outcome: 'success' })
    await fetch(recharge.checkout_url, { method: 'POST', body: paid })
    await ask('PUT', '/v1/channels/sms', smppAccount(carrier.port, { messages_per_second: perSecond, binds: BINDS }))
    const template = await ask('POST', '/v1/templates', {
      name: 'ready',
      channel: 'sms',
      language: 'en',
      category: 'service',
      text: 'Dear {{name}}, your order is ready.',
    })
    await ask('POST', `/v1/templates/${template.id}/submit`)
    await ask('POST', `/v1/templates/${template.id}/approve`)
    const list = await ask('POST', '/v1/lists', { name: 'Everyone' })
    const { rows } = await database.pool.query('select org_id, created_by from lists where id = $1', [
      uuidOf('list', list.id),
    ])
    const { org_id, created_by } = rows[0]
    for (let from = 1; from <= recipients; from += PIECE)
      await database.pool.query(
        `with made as (
           insert into contacts (org_id, id, display_name, phone_number, owner_id, created_at)
           select $1, uuidv7(), 'Farmer ' || n, '+9198' || lpad(n::text, 8, '0'), $2, now()
             from generate_series($4::int, $5::int) n returning id)
         insert into list_members (org_id, list_id, contact_id, created_at) select $1, $3, id, now() from made`,
        [org_id, created_by, uuidOf('list', list.id), from, Math.min(recipients, from + PIECE - 1)],
      )
    const campaign = await ask('POST', '/v1/campaigns', {
      name: 'Ready',
      channel: 'sms',
      template_id: template.id,
      list_ids: [list.id],
      variables: { name: { attribute: 'display_name', fallback: 'friend' } },
    })
    const estimate = await ask('POST', `/v1/campaigns/${campaign.id}/estimate`)
    assert.equal(estimate.recipients, recipients)
    const started = await ask('POST', `/v1/campaigns/${campaign.id}/start`, { max_total: estimate.total })
    assert.equal(started.reserved, estimate.total)

    /** Fails at once if the campaign stopped, instead of waiting for its end. */
    const mustRun = async () => {
      const { status, pause_reasons } = await ask('GET', `/v1/campaigns/${campaign.id}`)
      if (status === 'paused') throw new Error(`paused: ${pause_reasons}\n${samvad.output().slice(-LOG_SHOWN)}`)
    }
    for (let killed = 1; killed <= kills; killed++) {
      const wanted = Math.floor((recipients * killed) / (kills + 1))
      await eventually(
        `${wanted} have arrived`,
        async () => {
          await mustRun()
          return carrier.taken.length >= wanted
        },
        guardMs,
      )
      const [worker] = await childrenOf(samvad.pid)
      if (worker) kill(worker)
      report(`kill ${killed} of ${kills}, after ${carrier.taken.length} messages`)
    }
    // Deliveries in flight at a kill stay leased for a while; the test does not wait for that.
    const isOver = async () => {
      const { rows: waiting } = await database.pool.query(
        `select 1 from campaigns where frozen_at is null or waiting_count > 0
          union all (select 1 from deliveries where status = 'queued' limit 1)`,
      )
      return waiting.length === 0
    }
    await eventually('nobody waits any more', isOver, guardMs)
    const done = await ask('GET', `/v1/campaigns/${campaign.id}`)

    const inHand = await database.pool.query("select address from deliveries where status = 'sending'")
    const taken = carrier.taken.map(({ to }) => to)
    assert.equal(new Set(taken).size, taken.length, 'nobody twice')
    const reached = new Set([...taken, ...inHand.rows.map(({ address }) => (address as string).slice(1))])
    assert.equal(reached.size, recipients, 'everybody arrived, or nobody knows whether they did')
    assert.equal(done.cost, estimate.total, 'it cost what its estimate said')
    assert.equal(done.reserved, '0.00')
    const { rows: sums } = await database.pool.query(
      `select sum(-amount_micros) as charged, sum(message_count)::int as count from transactions
        where campaign_id = $1 and kind = 'deduction'`,
      [uuidOf('camp', campaign.id)],
    )
    assert.deepEqual([formatMicros(BigInt(sums[0].charged)), sums[0].count], [estimate.total, recipients])
    await mustBeHealthy(database)
    return done.cost
  } finally {
    await samvad.stop()
    await carrier.close()
    await database.close()
    await removeDataDirectory(dataDirectory)
  }
}
