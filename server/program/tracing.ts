// Starts tracing when a collector is configured; its modules are loaded only then.

import type { App } from '#kit/app.ts'

/** For a serving process. Returns a function that stops it: remaining spans are sent, within a second. */
export async function openTracing(app: App, role: 'api' | 'worker'): Promise<() => Promise<void>> {
  const { tracing: settings } = app.settings
  if (settings === null) return async () => {}
  const { Tracing } = await import('#kit/tracing/tracing.ts')
  const tracing = new Tracing({ settings, role, log: app.log, clock: app.clock })
  app.tracing = tracing
  return () => tracing.stop()
}
