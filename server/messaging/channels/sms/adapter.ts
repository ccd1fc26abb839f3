// Adapter of the SMS channel: by SMPP, by an HTTP gateway, or into the sandbox.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { detailsOfError } from '#kit/explained.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { createReach } from '#kit/networks.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import { publicId } from '#kit/wire.ts'
import type { AccountState } from '../accounts/kind.ts'
import { accountPin } from '../accounts/pins.ts'
import { openSecret } from '../accounts/secrets.ts'
import { carriedBy, FOR_ALL, sharedSource } from '../accounts/shared.ts'
import type { Adapter, OutboundMessage, SendResult } from '../adapter.ts'
import type { KeepArrivals } from '../arrivals/arrival.ts'
import { type DltOf, dltOf } from './dlt.ts'
import { sendByHttp } from './http/send.ts'
import { readSecrets } from './secrets.ts'
import { readSender, type Sender } from './sender.ts'
import { type DltSettings, type SmsSettings, smsCarrier } from './settings.ts'
import { AllHeld, type BindPlan, Binds, NoBind } from './smpp/binds.ts'
import { connectTo } from './smpp/connect.ts'
import { idOfAnswer } from './smpp/ids.ts'
import { writeKept } from './smpp/kept.ts'
import type { BindLeases } from './smpp/leases.ts'
import { createUnkeptParts, type PartsStore } from './smpp/parts.ts'
import type { Tlv } from './smpp/pdu.ts'
import { planOf } from './smpp/plan.ts'
import { type Shape, submitMessage } from './smpp/submit.ts'
import { tendBinds } from './smpp/tending.ts'

/** The sandbox's own SMPP server, for the process that runs it. */
export interface SandboxSms {
  /** The sandbox SMS server of an organization, started on demand. */
  accountFor(organizationId: Uuid): Promise<{ port: number; systemId: string; password: string }>
  close(): Promise<void>
}

/** Its injected dependencies. */
export interface SmsParts {
  parts: PartsStore
  leases: BindLeases
  keep: KeepArrivals
}

/** Lets the sandbox identify a message's delivery; never sent to providers. */
export const SANDBOX_DELIVERY_TAG = 0x3ff0
/** Lets the sandbox identify the user for whom a system message is. */
export const SANDBOX_USER_TAG = 0x3ff1
const SANDBOX_WINDOW = 50
/** The sender there of organizations without an account. */
export const SANDBOX_FROM = 'SAMVAD'
const ENQUIRE_LINK_MS = 30_000
const HTTP_AT_ONCE = 20
const ALL_HELD_RETRY_MS = 1_000
/** E.164. */
const NUMBER = /^\+[1-9]\d{4,14}$/

const NO_CARRIER: SendResult = { outcome: 'unavailable', detail: detailsOf('no_sms_account') }

/** The route of a message by SMPP. */
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
  const unkeptParts = createUnkeptParts()
  const arrivalOf = (organizationId: Uuid, fingerprint: string, body: Buffer) => ({
    organizationId,
    channel: 'sms' as const,
    source: organizationId === FOR_ALL ? sharedSource('smpp') : 'smpp',
    fingerprint,
    body,
    receivedAt: clock(),
  })

  async function bySmpp({ plan, shape }: SmppRoute, message: OutboundMessage, signal: AbortSignal) {
    await mustNotBeFenced(app)
    // Nothing was written yet; if the time is up, the bind serves the next message.
    const session = await untilAborted(binds.sessionOf(plan), signal, noTimeLeft)
    const { organizationId, deliveryId, onlyFor } = message
    const isNotice = onlyFor !== undefined
    return submitMessage(
      {
        session,
        shape: isNotice ? { ...shape, isReported: false } : shape,
        parts: isNotice ? unkeptParts : parts,
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

  async function sandboxRoute(message: OutboundMessage, from: string): Promise<SmppRoute> {
    const { organizationId, deliveryId, onlyFor } = message
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
        tlvs: [
          onlyFor === undefined
            ? [SANDBOX_DELIVERY_TAG, Buffer.from(publicId('dlv', deliveryId))]
            : [SANDBOX_USER_TAG, Buffer.from(publicId('user', onlyFor))],
        ],
      },
    }
  }

  const closing = new AbortController()

  async function send(message: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
    const { organizationId, content } = message
    const state = message.account as AccountState<SmsSettings>
    const carrier = smsCarrier(settings, state.history)
    if (carrier === 'sandbox')
      return bySmpp(await sandboxRoute(message, state.account?.settings.from ?? SANDBOX_FROM), message, signal)
    const carried = carriedBy(carrier, organizationId, state)
    if (carried === null) return NO_CARRIER
    const { owner, account } = carried
    const its = account.settings
    const { password } = readSecrets(openSecret(sealer, owner, 'sms', account))
    const dlt = dltOf(its.dlt, message.address, content.template)
    if ('refused' in dlt) return { outcome: 'refused', ...dlt.refused }
    if (its.protocol === 'smpp') {
      const plan = planOf(owner, its, password ?? '', mayReach)
      const through = owner === FOR_ALL ? { sharedAccountId: accountPin('sms', null, its) } : {}
      const route = { plan, shape: { ...its, ...senderOf(its, dlt.of), tlvs: tlvsOf(its.dlt, dlt.of) } }
      return bySmpp(route, { ...message, ...through }, signal)
    }
    const gateway = { app, mayReach, settings: its, password, dlt: dlt.of }
    return sendByHttp(gateway, message, AbortSignal.any([signal, closing.signal]))
  }

  return {
    tellsWhenItLeaves: true,
    atOnceMax({ account, shared }) {
      const its = (account ?? shared)?.settings as SmsSettings | undefined
      return its === undefined ? SANDBOX_WINDOW : its.protocol === 'smpp' ? its.window : HTTP_AT_ONCE
    },
    perSecond({ account, history }) {
      if (smsCarrier(settings, history) !== 'organization') return null
      return (account?.settings as SmsSettings | undefined)?.messages_per_second ?? null
    },
    async send(message, signal) {
      if (!NUMBER.test(message.address))
        return { outcome: 'refused', code: 'invalid_address', detail: detailsOf('phone_number_not_complete') }
      if (signal.aborted) return { outcome: 'unavailable', detail: detailsOf('no_time_left') }
      try {
        return await send(message, signal)
      } catch (error) {
        const detail = detailsOfError(error)
        if (error instanceof AllHeld) return { outcome: 'throttled', detail, retryAfterMs: ALL_HELD_RETRY_MS }
        // A message that had started to be sent has returned its own result.
        return { outcome: 'unavailable', detail }
      }
    },
    tend: () => tendBinds({ app, binds, mayReach }),
    async close() {
      closing.abort()
      await binds.close()
      await sandbox.close()
    },
  }
}

/** For a template that is registered for another sender than the account's. */
function senderOf({ from }: Pick<Sender, 'from'>, dlt: DltOf | null): Partial<Sender> {
  const sender = dlt?.header == null || dlt.header === from ? null : readSender(dlt.header)
  return sender === null || 'message' in sender ? {} : sender
}

function tlvsOf(dlt: DltSettings | null, of: DltOf | null): Tlv[] {
  if (dlt === null || of === null) return []
  const chain: Tlv[] = dlt.chain === null ? [] : [[dlt.chain_tag, Buffer.from(dlt.chain, 'latin1')]]
  return [
    [dlt.entity_tag, Buffer.from(dlt.entity_id, 'latin1')],
    [dlt.template_tag, Buffer.from(of.templateId, 'latin1')],
    ...chain,
  ]
}

const noTimeLeft = () => new NoBind(detailsOf('no_time_left'))
