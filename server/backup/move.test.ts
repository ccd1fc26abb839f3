// A company's database, moved into another: the same rows, and after any failure at most one active installation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import * as installation from '#installation/actions.ts'
import { migrate } from '#kit/database/migrate.ts'
import { liftFence } from '#program/lift-fence.ts'
import { raiseFence, settleIn } from '#program/place.ts'
import { ask, everything } from '../../test/everything.ts'
import { isLong } from '../../test/long-stories.ts'
import { installed, mayAct, program, refusal, tryMove, WHERE, without } from '../../test/moving.ts'
import { emptyDatabase } from '../../test/postgres.ts'
import { migratedDatabase } from '../../test/test-database.ts'

/** The lines that a move prints, in order. */
const steps: string[] = []

test('spec 17.20: what is moved is there row by row and at home; nobody writes to what it leaves meanwhile, which acts no more until its fence is lifted', async () => {
  const from = await installed()
  const to = await emptyDatabase()
  const were = await everything(from)
  const refused: string[] = []
  const write = async () => {
    const statement = `set lock_timeout to '50ms'; update organizations set name = name`
    await ask(from, (client) => client.query(statement)).catch(({ code }) => refused.push(code))
  }
  const writes: Promise<void>[] = []
  const { rows, findings, isFenced, isFinished } = await tryMove(from, to, {
    say(step) {
      steps.push(step)
      if (/^(creating|messages|checking)/.test(step)) writes.push(write())
    },
  })
  await Promise.all(writes)
  assert.equal(writes.length, 3)
  // The last one may have been executed after the move.
  assert.deepEqual(refused.slice(0, 2), ['55P03', '55P03'])
  assert.deepEqual([findings, isFenced, isFinished], [[], false, false])
  assert.equal(rows, Object.values(were).flat().length)
  assert.ok(steps.includes('messages: 2 rows'))
  assert.deepEqual(without(await everything(to)), without(were))
  assert.deepEqual((await migrate(to)).applied, [], 'it has the schema of this version')

  assert.equal(await mayAct(to), true)
  await program(to, settleIn)
  assert.equal(await mayAct(to), true, 'its start finds it at home')
  assert.equal(await mayAct(from), false)
  await program(from, async (app) => {
    await assert.rejects(
      settleIn(app),
      /moved to the database "new" on db\.example:5432\. Set DATABASE_URL to that database/,
    )
    assert.equal((await installation.find(app.database.reads)).fenced_reason, `it was moved to ${WHERE}`)
  })
  for (const connection of [from, to]) {
    const [last] = await ask(connection, async (client) => {
      const ofTheInstallation = `org_id = '00000000-0000-0000-0000-000000000000'`
      return (
        await client.query(`select action, details from audit_log where ${ofTheInstallation} order by sequence desc`)
      ).rows
    })
    assert.deepEqual(last, { action: 'installation.moved', details: { to: WHERE } })
  }
  assert.match(await refusal(from, await emptyDatabase()), /was already moved to the database "new".*DATABASE_URL/)

  await program(from, async (app) => {
    await liftFence(app, null)
    await settleIn(app)
  })
  assert.equal(await mayAct(from), true)
})

test('spec 17.20: cut off at any step, never both act, and the same command once more finishes it, with what was written since', async () => {
  assert.ok(steps.length > 15, 'it says what it does')
  const named = (pattern: RegExp) => steps.findIndex((step) => pattern.test(step))
  /** Interrupted after copying, and after the source was released; in the long run also while rows are copied. */
  const tellingSteps = [steps.length - 2, steps.length - 1, ...(isLong ? [named(/^messages/)] : [])]
  for (const at of tellingSteps) {
    const from = await installed()
    const to = await migratedDatabase()
    const were = await everything(from)
    const cut = (sentence: string) => {
      if (sentence === steps[at]) throw new Error(`cut off at: ${sentence}`)
    }
    const hasLeft = at === steps.length - 1
    // The doctor runs unless the source was released already: other tests cover its findings.
    const cutOff = await refusal(from, to, { say: cut, isChecked: !hasLeft })
    assert.equal(cutOff, `cut off at: ${steps[at] as string}`)
    assert.equal(await mayAct(from), !hasLeft, steps[at] as string)
    if (!hasLeft) assert.deepEqual(await everything(from), were)
    const isBegun = at >= steps.length - 3
    if (isBegun) {
      assert.equal(await mayAct(to), false, steps[at] as string)
      await program(to, (app) => assert.rejects(settleIn(app), /was interrupted\. Run the same samvad move again/))
    }
    if (!hasLeft) await ask(from, (client) => client.query(`update organizations set name = 'Renamed since'`))
    const wanted = hasLeft ? were : await everything(from)
    const { isFinished } = await tryMove(from, to, { isChecked: false })
    assert.equal(isFinished, hasLeft)
    assert.deepEqual(without(await everything(to)), without(wanted))
    assert.deepEqual([await mayAct(from), await mayAct(to)], [false, true])
  }
})

test('spec 17.20: a fence travels along, also one that the next start would raise', async () => {
  const from = await installed()
  await program(from, (app) => raiseFence(app, 'it is only a trial'))
  const to = await migratedDatabase()
  assert.equal((await tryMove(from, to, { isChecked: false })).isFenced, true)
  const fenceAt = (connection: pg.ClientConfig) =>
    program(connection, async ({ database }) => (await installation.find(database.reads)).fenced_reason)
  assert.equal(await fenceAt(to), 'it is only a trial')

  const copied = await installed()
  await ask(copied, (client) => client.query(`update installation set place = place || '{"database": "7"}'`))
  const next = await migratedDatabase()
  await tryMove(copied, next, { isChecked: false })
  assert.match((await fenceAt(next)) ?? '', /was copied or restored/)
})

test('spec 17.20: what the doctor finds broken is not switched to, unless nobody shall look', async () => {
  const from = await installed()
  await ask(from, (client) => client.query('update wallets set balance_micros = balance_micros + 1'))
  const to = await migratedDatabase()
  const { findings } = await tryMove(from, to)
  assert.ok(findings?.some(({ id }) => id.startsWith('L')))
  assert.deepEqual([await mayAct(from), await mayAct(to)], [true, false])
  assert.equal((await tryMove(from, to, { isChecked: false })).findings, null)
  assert.deepEqual([await mayAct(from), await mayAct(to)], [false, true])
})
