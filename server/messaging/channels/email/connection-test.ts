// Whether an organization's mail server can be reached and takes its sign-in.

import type { Socket } from 'node:net'
import { DeadlinePassed, withinDeadline } from '#kit/deadlines.ts'
import { createReach } from '#kit/networks.ts'
import type { Settings } from '#kit/settings.ts'
import type { ConnectionTestResult } from '../accounts/kind.ts'
import { detailOf, type SmtpError } from './replies.ts'
import { openTransport, type SmtpServer } from './transports.ts'

const TEST_TIMEOUT_MS = 15_000

/** Connects and signs in, and sends nothing. */
export async function testConnection(server: SmtpServer, { allowedNetworks }: Settings): Promise<ConnectionTestResult> {
  const sockets: Socket[] = []
  const opened = (socket: Socket) => void sockets.push(socket)
  const transport = await openTransport({ server, mayReach: createReach(allowedNetworks), opened })
  try {
    // It cannot be aborted; its connection is closed below.
    await withinDeadline({ of: 'call', name: 'smtp', ms: TEST_TIMEOUT_MS, stopMs: 0 }, () => transport.verify())
    return { succeeded: true, detail: 'The mail server was reached and took the sign-in.' }
  } catch (error) {
    const isLate = error instanceof DeadlinePassed
    const reason = isLate ? new Error('the mail server did not answer in time') : (error as SmtpError)
    return { succeeded: false, detail: detailOf(reason as SmtpError) }
  } finally {
    transport.close({ force: true })
    // The connection of `verify` is none of its pool.
    for (const socket of sockets) socket.destroy()
  }
}
