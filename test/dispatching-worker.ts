// Starts workers that send what is queued (test/sending-worker.ts), for tests that kill them: on the database and in
// the folder of a test's Samvad.

import { spawn } from 'node:child_process'
import { after } from 'node:test'
import { bundledProgram } from './bundled-program.ts'
import type { TestSamvad } from './harness.ts'

export interface DispatchingWorker {
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>
}

export async function startDispatchingWorker(
  { app, connection }: TestSamvad,
  environment: Record<string, string>,
): Promise<DispatchingWorker> {
  const settings = { DATA_DIR: app.settings.dataDirectory, PORT: '0', SAMVAD_LOG_LEVEL: 'silent', ...environment }
  const words = [await bundledProgram('sending-worker'), JSON.stringify(connection), JSON.stringify(settings)]
  const child = spawn(process.execPath, words, { stdio: 'inherit' })
  after(() => child.kill('SIGKILL'))
  return {
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
