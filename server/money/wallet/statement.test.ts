// A record of the CSV, written fast, says what the API shows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvRecord } from '#kit/csv.ts'
import { newUuid } from '#kit/ids.ts'
import { indianClock } from '#kit/india/calendar.ts'
import type { TransactionRow } from './queries.ts'
import { failureReasons, paymentMethods, transactionKinds, transactionStatuses } from './rules.ts'
import { transactionColumns } from './schema.ts'
import { showTransaction } from './show.ts'
import { recordOf } from './statement.ts'

const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const time = fc.integer({ min: 0, max: 4_000_000_000 })
const id = fc.constant(null).map(() => newUuid())

const row: fc.Arbitrary<TransactionRow> = fc.record({
  id,
  kind: fc.constantFrom(...transactionKinds),
  status: fc.constantFrom(...transactionStatuses),
  amount_micros: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
  balance_after_micros: orNull(fc.bigInt({ min: 0n, max: 10n ** 17n })),
  payment_method: orNull(fc.constantFrom(...paymentMethods)),
  failure_reason: orNull(fc.constantFrom(...failureReasons)),
  description: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('=1+1', 'a,b', 'say "hi"', 'x\r\n=y')),
  channel: orNull(fc.constantFrom('email', 'app', 'sms')),
  message_count: orNull(fc.nat()),
  campaign_id: orNull(id),
  recharge_id: orNull(id),
  invoice_id: orNull(id),
  reverses_id: orNull(id),
  created_at: time,
  completed_at: orNull(time),
})

test('spec 9.8, 13.27: a record of the CSV is what the API shows, cell by cell, with both times by the clock of India', () => {
  fc.assert(
    fc.property(row, (one) => {
      const shown = showTransaction(one)
      const clock = (at: number | null) => (at === null ? null : indianClock(new Date(at * 1000)))
      const cells = transactionColumns.map((column) => shown[column])
      assert.equal(recordOf(one), csvRecord([...cells, clock(shown.created_at), clock(shown.completed_at)]))
    }),
  )
})
