// Tests whether an organization's mail server can be reached and accepts its sign-in.

import type { Socket } from 'node:net'
import { DeadlinePassed, withinDeadline } from '#kit/deadlines.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { createReach } from '#kit/networks.ts'
import type { Settings } from '#kit/settings.ts'
import type { ConnectionTestResult } from '../accounts/kind.ts'
import { detailsOfError, type SmtpError } from './replies.ts'
import { openTransport, type SmtpServer } from './transports.ts'

const TEST_TIMEOUT_MS = 15_000

/** Connects and signs in without sending a mail. */
export async function testConnection(server: SmtpServer, { allowedNetworks }: Settings): Promise<ConnectionTestResult> {
  const sockets: Socket[] = []
  const opened = (socket: Socket) => void sockets.push(socket)
  const transport = await openTransport({ server, mayReach: createReach(allowedNetworks), opened })
  try {
    // It cannot be aborted; its connection is closed below.
    await withinDeadline({ of: 'call', name: 'smtp', ms: TEST_TIMEOUT_MS, stopMs: 0 }, () => transport.verify())
    return { succeeded: true, details: detailsOf('mail_server_works') }
  } catch (error) {
    const isLate = error instanceof DeadlinePassed
    return {
      succeeded: false,
      details: isLate ? detailsOf('mail_server_no_answer') : detailsOfError(error as SmtpError),
    }
  } finally {
    transport.close({ force: true })
    // The connection of `verify` is not in its pool.
    for (const socket of sockets) socket.destroy()
  }
}
