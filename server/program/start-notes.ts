// Hints for the operator at the start and in `samvad doctor`: not errors, but nothing else would mention them.

import * as installation from '#installation/actions.ts'
import type { App } from '#kit/app.ts'
import { yearsKnownInPart } from '#kit/india/bank-days.ts'
import { indianDate } from '#kit/india/calendar.ts'

export async function startNotes({ settings, database, clock }: App): Promise<string[]> {
  const notes: string[] = []
  const { real_gateway_since: since, fenced_since, fenced_reason } = await installation.find(database.reads)
  if (fenced_since !== null)
    notes.push(
      `This installation has been FENCED since ${fenced_since.toISOString()}: ${fenced_reason}. You can read and try everything, but it sends no messages, makes no automatic recharges and calls no payment gateway. If this is the live installation, bin/samvad fence lift shows what is waiting and lifts the fence.`,
    )
  if (settings.sandbox === 'on' && since !== null)
    notes.push(
      `SAMVAD_SANDBOX=on does not bring the sandbox gateway back: a real payment gateway was configured on ${indianDate(since)}, so test payments stay off. Use a separate installation for tests.`,
    )
  const years = yearsKnownInPart(clock(), settings.bankHolidays)
  if (years.length > 0)
    notes.push(
      `The list of bank holidays for ${years.join(' and ')} is incomplete, so expected refund dates may be a day too early. Set SAMVAD_BANK_HOLIDAYS or update Samvad.`,
    )
  return notes
}
