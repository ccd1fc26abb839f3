// Tests whether an organization's SMS provider can be reached and accepts its bind; sends nothing.

import { DeadlinePassed } from '#kit/deadlines.ts'
import { detailsOfError } from '#kit/explained.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { createReach } from '#kit/networks.ts'
import type { Settings } from '#kit/settings.ts'
import type { ConnectionTestResult } from '../accounts/kind.ts'
import { open } from './http/call.ts'
import type { SmsSettings } from './settings.ts'
import { meaningOfBind } from './smpp/binds.ts'
import { connectToTest } from './smpp/connect.ts'
import { BindRefused } from './smpp/faults.ts'
import { SmppSession } from './smpp/session.ts'

const ANSWER_TIMEOUT_MS = 10_000
/** Makes the provider deliver again what it delivers during the test. */
const ESME_RX_T_APPN = 0x64

export async function testConnection(
  its: SmsSettings,
  password: string | null,
  { allowedNetworks }: Settings,
): Promise<ConnectionTestResult> {
  const mayReach = createReach(allowedNetworks)
  try {
    if (its.protocol === 'http') {
      const socket = await open(new URL(its.url.replace(/\{[a-z_]+\}/g, 'x')), mayReach)
      socket.destroy()
      return { succeeded: true, details: detailsOf('gateway_reached') }
    }
    const socket = await connectToTest({ host: its.host, port: its.port, tls: its.tls, mayReach })
    const session = await SmppSession.bind(socket, {
      bind: { systemId: its.system_id, password: password ?? '', systemType: its.system_type },
      window: 1,
      messagesPerSecond: null,
      enquireLinkMs: ANSWER_TIMEOUT_MS,
      responseTimeoutMs: ANSWER_TIMEOUT_MS,
      onArrival: async () => ESME_RX_T_APPN,
      onEnd() {},
    })
    await session.close()
    return { succeeded: true, details: detailsOf('sms_provider_works') }
  } catch (error) {
    if (error instanceof DeadlinePassed)
      return { succeeded: false, details: detailsOf(its.protocol === 'http' ? 'gateway_no_answer' : 'smpp_no_answer') }
    if (!(error instanceof BindRefused)) return { succeeded: false, details: detailsOfError(error) }
    // Commonly only one bind is allowed, and the worker holds it.
    return { succeeded: error.status === ESME_RALYBND, details: meaningOfBind(error) }
  }
}

const ESME_RALYBND = 5
