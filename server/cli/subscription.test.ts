// spec 23.20: samvad subscription show, and cancel.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../../test/command-line.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { payAtCheckout } from '../../test/payments.ts'
import { urlOf } from '../../test/postgres.ts'
import { givePremium, subscriptionOf } from '../../test/premium.ts'

const samvad = await startSamvad()
const folder = await mkdtemp(join(tmpdir(), 'samvad-subscription-'))
after(() => rm(folder, { recursive: true, force: true }))

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
const run = (...words: string[]) => runCommand(['subscription', ...words], environment)

test('spec 23.20: an operator looks at a subscription, and cancels it at the end of its period', async () => {
  const organization = ['--organization', publicId('org', samvad.company.organizationId)]
  assert.equal((await run('show', ...organization)).code, 1, 'there is none')
  await givePremium(samvad)
  const shown = await run('show', ...organization, '--json')
  assert.equal(shown.code, 0, shown.stderr)
  assert.equal(JSON.parse(shown.stdout).status, 'active')
  // spec 23.88: the operator sends the page to the customer.
  const page = await run('payment-method', ...organization)
  assert.equal(page.code, 0, page.stderr)
  assert.match(page.stdout, /^https?:\/\/\S+\n$/)
  assert.equal(
    (await payAtCheckout(`${samvad.url}${new URL(page.stdout.trim()).pathname}`, 'success', 'upi')).status,
    200,
  )
  assert.equal((await subscriptionOf(samvad)).mandate.payment_method, 'upi')
  const cancelled = await run('cancel', ...organization)
  assert.equal(cancelled.code, 0, cancelled.stderr)
  assert.match(cancelled.stdout, /^premium {2}cancelling {2}588\.82 {2}until \d{4}-/)
  const { status, next_debit_at } = await subscriptionOf(samvad)
  assert.deepEqual([status, next_debit_at], ['cancelling', null])
  const [entry] = await samvad.rows<{ action: string }>(
    `select action from audit_log where org_id = $1 and action = 'subscription.cancelled'`,
    [samvad.company.organizationId],
  )
  assert.ok(entry)
})
