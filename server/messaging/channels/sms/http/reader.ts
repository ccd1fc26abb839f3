// Understands what an HTTP gateway brought and was kept, as the account of the organization describes it now: who mends
// the description has what could not be understood read again.

import type { App } from '#kit/app.ts'
import type { AccountState } from '../../accounts/kind.ts'
import { createAccountReader } from '../../accounts/reader.ts'
import { type ArrivalReader, NotUnderstood } from '../../arrivals/arrival.ts'
import { nothingArrived } from '../../arrivals/arrived.ts'
import type { SmsSettings } from '../settings.ts'
import { readBrought, readReports, readWritten } from './brought.ts'

export function createSmsHttpReader(app: App): ArrivalReader {
  const stateOf = createAccountReader(app)
  return {
    async read(arrival) {
      const { account } = (await stateOf(arrival.organizationId, 'sms')) as AccountState<SmsSettings>
      const described = account?.settings.protocol === 'http' ? account.settings.callbacks : null
      const brought = readBrought(arrival.body)
      if (brought.kind === 'reports' && described?.reports)
        return { ...nothingArrived, receipts: readReports(arrival, brought, described.reports) }
      if (brought.kind === 'incoming' && described?.incoming)
        return { ...nothingArrived, messages: readWritten(arrival, brought, described.incoming) }
      throw new NotUnderstood(`the SMS account does not describe ${brought.kind} any more`)
    },
  }
}
