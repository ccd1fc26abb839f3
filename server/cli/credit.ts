// samvad credit grant

import { publicId, readAmount } from '#kit/wire.ts'
import { grant } from '#money/refunds/credits.ts'
import { CREDIT_REASON_MAX } from '#money/refunds/rules.ts'
import { showTransaction } from '#money/wallet/show.ts'
import * as organizations from '#people/organizations/actions.ts'
import { command, UsageError } from './command.ts'
import { confirmed } from './confirm.ts'
import { organizationNamed } from './named.ts'

export const creditGrant = command({
  noun: 'credit',
  verb: 'grant',
  summary: 'add credit to the wallet of an organization without a payment',
  options: {
    amount: { type: 'string', required: true, value: 'RUPEES', meaning: 'amount in rupees, such as 250.00' },
    reason: { type: 'string', required: true, value: 'TEXT', meaning: 'reason; the customer sees it' },
    organization: { type: 'string', value: 'ID', meaning: 'organization; optional if there is only one' },
    yes: { type: 'boolean', meaning: 'skip the confirmation' },
  },
  async run({ app, options }) {
    const reading = readAmount('micros', options.amount)
    if ('message' in reading) throw new UsageError(`--amount ${options.amount}: ${reading.message}`)
    if (options.reason.length > CREDIT_REASON_MAX)
      throw new UsageError(`--reason: must have at most ${CREDIT_REASON_MAX} characters`)
    const named = await organizations.find(
      app.database.reads,
      await organizationNamed(app.database.reads, options.organization),
    )
    const question = `Grant ${options.amount} INR to ${named.name} (${publicId('org', named.id)})?`
    if (!(await confirmed(question, options.yes))) return { data: null, lines: ['No credit was granted.'], exitCode: 1 }
    const credit = { amount: reading.value, reason: options.reason }
    const data = await app.database.transaction(async (tx) => {
      const scope = { organizationId: named.id, at: app.clock() }
      return showTransaction(await grant(tx, scope, 'command_line', credit))
    })
    return { data, lines: [`${data.id}  ${data.amount} ${data.currency}; the balance is ${data.balance_after}`] }
  },
})
