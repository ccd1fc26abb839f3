// The dispatcher: leases organizations with due deliveries, claims as many as there are free slots, sends them through
// the channels' adapters outside any transaction, and records the outcomes, many organizations per transaction.

import type { App } from '#kit/app.ts'
import type { Adapters } from '#messaging/channels/adapters.ts'
import { DispatchJournal } from './journal/journal.ts'
import { ChannelOutages } from './outages.ts'
import { AccountPaces } from './paces.ts'
import { DispatchPauses } from './pauses.ts'
import { DispatchScheduler } from './scheduler.ts'
import { createSend } from './send.ts'
import { DispatchTraces } from './traces.ts'

export interface Dispatcher {
  /** Runs until nothing is due or `signal` aborts; in-flight deliveries are finished first. */
  run(signal: AbortSignal): Promise<void>
}

export function createDispatcher(
  app: App,
  adapters: Adapters,
  groupOf = app.groupOf,
  journal = new DispatchJournal(app.settings.dataDirectory),
  outages = new ChannelOutages(),
  paces = new AccountPaces(app.database, app.clock),
): Dispatcher {
  const traces = app.tracing && new DispatchTraces(app.tracing)
  const pauses = new DispatchPauses(outages)
  const send = createSend(app, adapters, journal, pauses, traces, paces)
  return new DispatchScheduler(app, send, groupOf, journal, pauses, traces)
}
