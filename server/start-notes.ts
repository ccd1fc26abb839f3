// What the operator should know at the start, and by `samvad doctor`: nothing is broken by it, and nobody else would say it.

import * as installation from '#installation/actions.ts'
import { indianDate } from '#kit/calendar.ts'
import type { App } from '#kit/app.ts'
import { yearsKnownInPart } from '#refunds/business-days.ts'

export async function startNotes({ settings, database, clock }: App): Promise<string[]> {
  const notes: string[] = []
  const { real_gateway_since: since } = await installation.find(database.reads)
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
