// The adapter of SMS: by SMPP, by the HTTP gateway of the organization's account, or into the sandbox.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { createReach } from '#kit/networks.ts'
import { publicId } from '#kit/wire.ts'
import type { AccountState } from '../accounts/kind.ts'
import { openSecret } from '../accounts/secrets.ts'
import type { Adapter, OutboundMessage, SendResult } from '../adapter.ts'
import type { KeepArrivals } from '../arrivals/arrival.ts'
import { dltOf } from './dlt.ts'
import { sendByHttp } from './http/send.ts'
import { type DltSettings, type SmppSettings, type SmsSettings, smsCarrier } from './settings.ts'
import { AllHeld, type BindPlan, Binds, NoBind } from './smpp/binds.ts'
import { connectTo } from './smpp/connect.ts'
import { idOfAnswer } from './smpp/ids.ts'
import { writeKept } from './smpp/kept.ts'
import type { BindLeases } from './smpp/leases.ts'
import type { PartsStore } from './smpp/parts.ts'
import type { Tlv } from './smpp/pdu.ts'
import { planOf } from './smpp/plan.ts'
import { type Shape, submitMessage } from './smpp/submit.ts'
import { tendBinds } from './smpp/tending.ts'

/** The sandbox's own SMPP server, for the process that runs it. */
export interface SandboxSms {
  /** Where the messages of an organization go in; starts the server when it does not run yet. */
  accountFor(organizationId: Uuid): Promise<{ port: number; systemId: string; password: string }>
  close(): Promise<void>
}

/** What it does not do by itself. */
export interface SmsParts {
  parts: PartsStore
  leases: BindLeases
  keep: KeepArrivals
}

/** By which the sandbox tells which delivery a message is; no provider is told. */
export const SANDBOX_DELIVERY_TAG = 0x3ff0
const SANDBOX_WINDOW = 50
const SANDBOX_FROM = 'SAMVAD'
const ENQUIRE_LINK_MS = 30_000
const HTTP_AT_ONCE = 20
const ALL_HELD_RETRY_MS = 1_000
const DETAIL_MAX = 500
/** E.164. */
const NUMBER = /^\+[1-9]\d{4,14}$/

const NO_CARRIER: SendResult = {
  outcome: 'unavailable',
  detail:
    'No SMS account is set up for this organization any more; set one up with PUT /v1/channels/sms. The sandbox does not come back once there was a real one.',
}

/** How a message goes out by SMPP. */
interface SmppRoute {
  plan: BindPlan
  shape: Shape
}

export function createSmsAdapter(app: App, sandbox: SandboxSms, { parts, leases, keep }: SmsParts): Adapter {
  const { settings, sealer, clock } = app
  const mayReach = createReach(settings.allowedNetworks)
  const binds = new Binds(
    (to) => connectTo(app, to),
    leases,
    (plan, pdu, fingerprint) =>
      keep([arrivalOf(plan.organizationId, fingerprint, writeKept({ kind: 'pdu', idFormat: plan.idFormat, ...pdu }))]),
  )
  const arrivalOf = (organizationId: Uuid, fingerprint: string, body: Buffer) => ({
    organizationId,
    channel: 'sms' as const,
    source: 'smpp',
    fingerprint,
    body,
    receivedAt: clock(),
  })

  async function bySmpp({ plan, shape }: SmppRoute, message: OutboundMessage, signal: AbortSignal) {
    await mustNotBeFenced(app)
    const session = await untilAborted(binds.sessionOf(plan), signal)
    const { organizationId, deliveryId } = message
    return submitMessage(
      {
        session,
        shape,
        parts,
        normalise: (id) => idOfAnswer(id, plan.idFormat),
        async tellUndelivered(_, code) {
          const body = writeKept({ kind: 'undelivered', deliveryId, code })
          await keep([arrivalOf(organizationId, `undelivered:${deliveryId}`, body)])
        },
      },
      message,
      signal,
    )
  }

  async function sandboxRoute({ organizationId, deliveryId }: OutboundMessage, from: string): Promise<SmppRoute> {
    const { port, systemId, password } = await sandbox.accountFor(organizationId)
    return {
      plan: {
        organizationId,
        fingerprint: `sandbox ${port} ${systemId}`,
        destination: { loopbackPort: port },
        bind: { systemId, password, systemType: '' },
        window: SANDBOX_WINDOW,
        messagesPerSecond: null,
        enquireLinkMs: ENQUIRE_LINK_MS,
        idFormat: 'as_is',
        places: null,
        isHeld: false,
      },
      shape: {
        from,
        from_ton: 5,
        from_npi: 0,
        long_messages: 'udh',
        data_coding: { gsm: 0, ucs2: 8 },
        tlvs: [[SANDBOX_DELIVERY_TAG, Buffer.from(publicId('dlv', deliveryId))]],
      },
    }
  }

  function accountRoute(organizationId: Uuid, state: AccountState<SmppSettings>, tlvs: readonly Tlv[]): SmppRoute {
    const { account } = state
    if (account === null) throw new Error('there is no account')
    const { settings: its } = account
    const password = openSecret(sealer, organizationId, 'sms', account) ?? ''
    return { plan: planOf(organizationId, its, password, mayReach), shape: { ...its, tlvs } }
  }

  async function send(message: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
    const { organizationId, content } = message
    const state = message.account as AccountState<SmsSettings>
    const carrier = smsCarrier(settings, state.history)
    const its = state.account?.settings
    if (carrier === 'sandbox') return bySmpp(await sandboxRoute(message, its?.from ?? SANDBOX_FROM), message, signal)
    if (carrier !== 'organization' || !its || !state.account) return NO_CARRIER
    const dlt = dltOf(its.dlt, message.address, content.template)
    if ('refused' in dlt) return { outcome: 'refused', ...dlt.refused }
    if (its.protocol === 'smpp') {
      const route = accountRoute(organizationId, state as AccountState<SmppSettings>, tlvsOf(its.dlt, dlt.templateId))
      return bySmpp(route, message, signal)
    }
    const password = openSecret(sealer, organizationId, 'sms', state.account)
    return sendByHttp({ app, mayReach, settings: its, password, templateId: dlt.templateId }, message, signal)
  }

  return {
    tellsWhenItLeaves: true,
    atOnceMax({ account }) {
      const its = account?.settings as SmsSettings | undefined
      return its === undefined ? SANDBOX_WINDOW : its.protocol === 'smpp' ? its.window : HTTP_AT_ONCE
    },
    async send(message, signal) {
      if (!NUMBER.test(message.address))
        return { outcome: 'refused', code: 'invalid_address', detail: 'The contact has no phone number in full.' }
      if (signal.aborted) return { outcome: 'unavailable', detail: 'There was no time left to send it.' }
      try {
        return oneLine(await send(message, signal))
      } catch (error) {
        const detail = lineOf((error as Error).message)
        if (error instanceof AllHeld) return { outcome: 'throttled', detail, retryAfterMs: ALL_HELD_RETRY_MS }
        // What had begun to leave says so itself.
        return { outcome: 'unavailable', detail }
      }
    },
    tend: () => tendBinds({ app, binds, mayReach }),
    async close() {
      await binds.close()
      await sandbox.close()
    },
  }
}

function tlvsOf(dlt: DltSettings | null, templateId: string | null): Tlv[] {
  if (dlt === null || templateId === null) return []
  const chain: Tlv[] = dlt.chain === null ? [] : [[dlt.chain_tag, Buffer.from(dlt.chain, 'latin1')]]
  return [
    [dlt.entity_tag, Buffer.from(dlt.entity_id, 'latin1')],
    [dlt.template_tag, Buffer.from(templateId, 'latin1')],
    ...chain,
  ]
}

const lineOf = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, DETAIL_MAX)

function oneLine(result: SendResult): SendResult {
  return 'detail' in result ? { ...result, detail: lineOf(result.detail) } : result
}

/** Nothing was written yet: what comes of the bind is for the next message. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(new NoBind('There was no time left to send it.'))
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
