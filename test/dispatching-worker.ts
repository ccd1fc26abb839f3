// A worker that can be killed: it hands over what waits, in a process of its own, on the database and in the folder of
// the Samvad of a test.

import { spawn } from 'node:child_process'
import { after } from 'node:test'
import type { TestSamvad } from './harness.ts'

export interface DispatchingWorker {
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

export function startDispatchingWorker(
  { app, connection }: TestSamvad,
  environment: Record<string, string>,
): DispatchingWorker {
  const file = (path: string) => new URL(`../server/${path}`, import.meta.url).href
  const given = { DATA_DIR: app.settings.dataDirectory, PORT: '0', SAMVAD_LOG_LEVEL: 'silent', ...environment }
  const text = `
    import { readSettings } from '${file('kit/settings.ts')}'
    import { assemble } from '${file('program/app.ts')}'
    import { createAdapters } from '${file('messaging/channels/adapters.ts')}'
    import { createDispatcher } from '${file('messaging/dispatch/dispatcher.ts')}'
    const app = await assemble(readSettings(${JSON.stringify(given)}), ${JSON.stringify(connection)})
    await createDispatcher(app, createAdapters(app, {})).run(new AbortController().signal)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'inherit' })
  after(() => child.kill('SIGKILL'))
  return {
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
