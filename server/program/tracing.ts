// Traces, where a collector is set: what makes them is loaded only then.

import type { App } from '#kit/app.ts'

/** For a process that serves. Returns how to end it: what is left is sent, within a second. */
export async function openTracing(app: App, role: 'api' | 'worker'): Promise<() => Promise<void>> {
  const { tracing: settings } = app.settings
  if (settings === null) return async () => {}
  const { Tracing } = await import('#kit/tracing/tracing.ts')
  const tracing = new Tracing({ settings, role, log: app.log, clock: app.clock })
  app.tracing = tracing
  return () => tracing.stop()
}
