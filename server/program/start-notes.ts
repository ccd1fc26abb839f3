// What the operator should know at the start, and by `samvad doctor`: nothing is broken by it, and nobody else would
// say it.

import * as installation from '#installation/actions.ts'
import type { App } from '#kit/app.ts'
import { yearsKnownInPart } from '#kit/india/bank-days.ts'
import { indianDate } from '#kit/india/calendar.ts'

export async function startNotes({ settings, database, clock }: App): Promise<string[]> {
  const notes: string[] = []
  const { real_gateway_since: since, fenced_since, fenced_reason } = await installation.find(database.reads)
  if (fenced_since !== null)
    notes.push(
      `This installation is FENCED since ${fenced_since.toISOString()}, as ${fenced_reason}. Everything can be read and tried, but nothing is sent, recharged by itself, refunded at a gateway or asked of one. If this is the one that is to act: bin/samvad fence lift shows what would go out, and lets it.`,
    )
  if (settings.sandbox === 'on' && since !== null)
    notes.push(
      `SAMVAD_SANDBOX=on does not bring the sandbox gateway back: a real payment gateway was configured on ${indianDate(since)}, and test money is over for good. For tests, use an installation of its own.`,
    )
  const years = yearsKnownInPart(clock(), settings.bankHolidays)
  if (years.length > 0)
    notes.push(
      `The bank holidays of ${years.join(' and ')} are known in part only, so refunds may be expected a day too early: set SAMVAD_BANK_HOLIDAYS, or update the program.`,
    )
  return notes
}
