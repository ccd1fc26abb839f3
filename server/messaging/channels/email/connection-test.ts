// Whether an organization's mail server can be reached and takes its sign-in.

import { createReach } from '#kit/networks.ts'
import type { Settings } from '#kit/settings.ts'
import type { ConnectionTestResult } from '../accounts/kind.ts'
import { detailOf, type SmtpError } from './replies.ts'
import { openTransport, type SmtpServer } from './transports.ts'

const TEST_TIMEOUT_MS = 15_000

/** Connects and signs in, and sends nothing. */
export async function testConnection(server: SmtpServer, { allowedNetworks }: Settings): Promise<ConnectionTestResult> {
  const transport = openTransport({ server, mayReach: createReach(allowedNetworks) })
  const timeout = AbortSignal.timeout(TEST_TIMEOUT_MS)
  try {
    await Promise.race([
      transport.verify(),
      new Promise((_, reject) =>
        timeout.addEventListener('abort', () => reject(new Error('the mail server did not answer in time'))),
      ),
    ])
    return { succeeded: true, detail: 'The mail server was reached and took the sign-in.' }
  } catch (error) {
    return { succeeded: false, detail: detailOf(error as SmtpError) }
  } finally {
    transport.close({ force: true })
  }
}
