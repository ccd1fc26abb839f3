// How operators are informed of disputes and of refunds started at a gateway.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { paymentClaims } from '#kit/metrics.ts'
import { paymentsPart } from '#status/payments.ts'
import { installDisputing } from '../../../test/claims.ts'
import { runCommand } from '../../../test/command-line.ts'
import { capturedLog } from '../../../test/gateways/log.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { urlOf } from '../../../test/postgres.ts'

const samvad = await startSamvad()
const gateway = await installDisputing(samvad, 'razorpay')
const folder = await mkdtemp(join(tmpdir(), 'samvad-claims-'))
after(() => rm(folder, { recursive: true, force: true }))
after(() => gateway.fake.close())

const problems = async () => {
  const { database, settings, clock } = samvad.app
  const status = await paymentsPart.read({ reads: database.reads, settings, now: clock(), measured: null } as never)
  return status.problems ?? []
}

/** Counted by this process since its start. */
async function countedOpen(): Promise<number> {
  const { values } = await paymentClaims.get()
  return values.find(({ labels }) => labels.gateway === 'razorpay' && labels.status === 'open')?.value ?? 0
}

test('spec 11.20: operators see a dispute in the list, on the command line, in the status, the log and the metric', async () => {
  const { company, recharge, paymentId } = await gateway.paying('Asha Mills')
  assert.deepEqual(await problems(), [])
  const log = capturedLog(samvad)
  const before = await countedOpen()
  const id = await gateway.dispute(paymentId, 'created')
  assert.match(log.text(), new RegExp(`"reference":"${id}".*payment disputed`))
  assert.equal(await countedOpen(), before + 1)
  const [problem] = await problems()
  assert.deepEqual([problem?.code, problem?.params.disputes], ['disputes_due', 1])
  assert.match(
    problem?.message ?? '',
    /^1 payment dispute can be answered at the gateway, the first by .* IST\. Run samvad claim list\.$/,
  )

  const listed = await samvad.request('GET', '/v1/payment_claims', { token: gateway.operator.token })
  const [claim] = listed.body.data
  assert.deepEqual(
    [claim.reference, claim.organization_id, claim.organization_name, claim.recharge_id],
    [id, publicId('org', company.organizationId), 'Asha Mills', recharge.id],
  )
  const refused = await samvad.request('GET', '/v1/payment_claims', { token: company.token })
  assert.equal(refused.status, 403)
  const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
  const printed = await runCommand(['claim', 'list', '--status', 'open'], environment)
  assert.equal(printed.code, 0, printed.stderr)
  assert.match(printed.stdout, new RegExp(`dispute open {2}1180.00 at razorpay {2}${id} of ${paymentId}`))

  gateway.pass()
  await gateway.dispute(paymentId, 'lost', { id })
  assert.deepEqual(await problems(), [], 'there is nothing left to answer')
  const lost = await runCommand(['claim', 'list'], environment)
  assert.match(lost.stdout, /dispute lost .* taken back 1000\.00, missing 0\.00/)
})
