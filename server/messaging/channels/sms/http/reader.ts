// Parses stored calls of an HTTP gateway by the account's current description: calls that could not be parsed are
// parsed again once the description is corrected.

import type { App } from '#kit/app.ts'
import type { AccountState } from '../../accounts/kind.ts'
import { createAccountReader } from '../../accounts/reader.ts'
import { createArrivals } from '../../arrivals/actions.ts'
import { type Arrival, type ArrivalReader, NotUnderstood } from '../../arrivals/arrival.ts'
import { type Arrived, nothingArrived } from '../../arrivals/arrived.ts'
import type { SmsSettings } from '../settings.ts'
import { type Brought, readBrought, readReports, readWritten, type Understood, writeBrought } from './brought.ts'
import type { Callbacks } from './callbacks.ts'

export function createSmsHttpReader(app: App): ArrivalReader {
  const stateOf = createAccountReader(app)
  const { keep } = createArrivals(app)

  /** The invalid items of a call become an event of their own, which waits for a person. */
  async function keepRest(arrival: Arrival, brought: Brought, { rest }: Understood<unknown>): Promise<void> {
    if (rest === null) return
    const body = writeBrought({ ...brought, only: rest.places })
    await keep([{ ...arrival, fingerprint: `rest:${arrival.id}`, body }])
  }

  async function understand(
    arrival: Arrival,
    brought: Brought,
    described: Callbacks | null,
  ): Promise<Partial<Arrived>> {
    if (brought.kind === 'reports' && described?.reports) {
      const reports = readReports(arrival, brought, described.reports)
      await keepRest(arrival, brought, reports)
      return { receipts: reports.found }
    }
    if (brought.kind === 'incoming' && described?.incoming) {
      const written = readWritten(arrival, brought, described.incoming)
      await keepRest(arrival, brought, written)
      return { messages: written.found }
    }
    throw new NotUnderstood(`the SMS account no longer has settings for ${brought.kind}`)
  }

  return {
    async read(arrival) {
      const { account } = (await stateOf(arrival.organizationId, 'sms')) as AccountState<SmsSettings>
      const described = account?.settings.protocol === 'http' ? (account.settings.callbacks ?? null) : null
      return { ...nothingArrived, ...(await understand(arrival, readBrought(arrival.body), described)) }
    },
  }
}
