// The dispatcher: takes the organizations that have deliveries due, claims as many as there are free slots, hands them over to the
// providers outside any transaction, and records what became of them, the work of many organizations in each transaction.

import type { Providers } from '#channels/providers/index.ts'
import type { App } from '#kit/app.ts'
import { createHandOver } from './dispatch-handover.ts'
import { DispatchScheduler } from './dispatch-scheduler.ts'

export interface Dispatcher {
  /** Works until nothing is due, or `signal` says to take nothing more; then what is in hand is finished. */
  run(signal: AbortSignal): Promise<void>
}

export function createDispatcher(app: App, providers: Providers, groupOf = app.groupOf): Dispatcher {
  return new DispatchScheduler(app, createHandOver(app, providers), groupOf)
}
