// Processes of the previous version are detected as long as they have a connection.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startSamvad } from '../../../test/harness.ts'
import { until } from '../../../test/mail-story.ts'
import { areEarlierProcesses } from './earlier-processes.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })

test('spec 15.10: a process of the version before is seen until its last connection is closed', async () => {
  const { database } = samvad.app
  const earlier = new pg.Client({ ...(database.connection as pg.ClientConfig), application_name: 'samvad' })
  await earlier.connect()
  assert.equal(await areEarlierProcesses(samvad.app), true)
  // The earlier version counts usage by the key of its own schema.
  await earlier.query('begin')
  await earlier.query(`insert into daily_usage (org_id, day, channel, kind, user_id, campaign_id, price_list_id,
      message_count, delivery_count, unit_count, amount_micros)
    values (gen_random_uuid(), '2026-03-10', 'email', 'email', null, null, null, 1, 1, 1, 1)
    on conflict (org_id, day, channel, kind, user_id, campaign_id, price_list_id) do update
      set message_count = daily_usage.message_count + 1`)
  await earlier.query('rollback')
  await earlier.end()
  // The server may not have closed it yet.
  await until(
    () => areEarlierProcesses(samvad.app),
    (isAny) => !isAny,
  )
})
