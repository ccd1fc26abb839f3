// The channels' adapters alone, as their contract and hostile-peer tests run them: for an organization whose provider
// listens on loopback, without a database.

import { randomBytes } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { createSealer } from '#kit/crypto.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { readSettings } from '#kit/settings.ts'
import { placeOf } from '#messaging/channels/accounts/secrets.ts'
import type { Adapter, OutboundContent, OutboundMessage } from '#messaging/channels/adapter.ts'
import { createAppAdapter } from '#messaging/channels/app/adapter.ts'
import { createEmailAdapter } from '#messaging/channels/email/smtp.ts'
import { createSmsAdapter } from '#messaging/channels/sms/adapter.ts'
import { notFenced } from './adapter-contract.ts'
import { someNumber } from './cloud-api/server.ts'

export interface ChannelAdapter {
  adapter: Adapter
  /** A different message on each call. */
  message(deliveryId: Uuid, content?: Partial<OutboundContent>, address?: string): Omit<OutboundMessage, 'leaving'>
  badAddress: string
}

interface Its {
  address: string
  badAddress: string
  content: Partial<OutboundContent> & { text: string }
  settings: object | null
  secret: string | null
}

const plain: OutboundContent = { subject: null, text: null, html: null, template: null, attachments: [] }
const at = new Date('2026-03-10T06:30:00Z')

function channelAdapter(
  channel: 'app' | 'sms' | 'email',
  environment: Record<string, string>,
  { address: usual, badAddress, content: words, settings, secret }: Its,
  create: (app: App) => Adapter,
): ChannelAdapter {
  const sealer = createSealer(randomBytes(32).toString('hex'))
  const all = { PUBLIC_URL: 'https://samvad.example', DATA_DIR: '/nowhere', ...environment }
  const app = { settings: readSettings(all), sealer, database: notFenced, clock: () => new Date() } as App
  const organizationId = newUuid()
  const sealed = secret === null ? null : sealer.seal(placeOf(organizationId, channel), secret)
  const account = settings === null ? null : { settings, secret: sealed, updated_at: new Date() }
  return {
    adapter: create(app),
    message: (deliveryId, content, address = usual) => ({
      organizationId,
      deliveryId,
      contactId: newUuid(),
      address,
      name: 'Ravi',
      content: { ...plain, ...words, text: words.text.replace('{id}', deliveryId), ...content },
      earlier: [],
      account: { account, history: { hasOwnAccount: account !== null, wasReal: true } },
      at,
    }),
    badAddress,
  }
}

const none = () => Promise.reject(new Error('is not needed'))
const close = async () => {}

export const cloudApiAdapter = (url: string): ChannelAdapter =>
  channelAdapter(
    'app',
    { SAMVAD_CLOUD_API_URL: url },
    {
      address: '+919876543210',
      badAddress: 'ravi@shop.example',
      content: { text: 'Your order leaves today.' },
      settings: {
        phone_number_id: someNumber.phoneNumberId,
        business_account_id: someNumber.businessAccountId,
        api_version: 'v23.0',
      },
      secret: JSON.stringify({ accessToken: someNumber.accessToken, appSecret: someNumber.appSecret }),
    },
    (app) => createAppAdapter(app, { accountFor: none, close }),
  )

const smsAdapter = (settings: object, parts: Parameters<typeof createSmsAdapter>[2]): ChannelAdapter =>
  channelAdapter(
    'sms',
    { SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    {
      address: '+919876543210',
      badAddress: '98765',
      content: { text: 'Order {id}' },
      settings: { from: 'ASHATX', dlt: null, messages_per_second: null, ...settings },
      secret: 'secret',
    },
    (app) => createSmsAdapter(app, { accountFor: none, close }, parts),
  )

/** For the HTTP gateway at a URL, which identifies the delivery by `ref`. */
export const httpGatewayAdapter = (url: string, more: object = {}): ChannelAdapter =>
  smsAdapter(
    {
      protocol: 'http',
      url: `${url}/send`,
      method: 'POST',
      headers: ['Authorization: Bearer {password}'],
      format: 'json',
      body: '{"to": "{to}", "text": "{text}", "ref": "{reference}", "nested": [{"from": "{from}"}]}',
      success: { statuses: [200], pointer: null, equals: null },
      refusal: null,
      message_id: '/id',
      ...more,
    },
    {
      parts: { begin: none, record: none },
      leases: { take: none, renew: async () => [], release: none },
      keep: none,
    },
  )

/** Its texts contain the delivery id. */
export const smppAdapter = (port: number, more: object = {}): ChannelAdapter =>
  smsAdapter(
    {
      protocol: 'smpp',
      host: '127.0.0.1',
      port,
      tls: false,
      system_id: 'asha',
      system_type: '',
      from_ton: 5,
      from_npi: 0,
      window: 10,
      enquire_link_seconds: 30,
      binds: 1,
      stay_bound: true,
      id_format: 'as_is',
      long_messages: 'udh',
      data_coding: { gsm: 0, ucs2: 8 },
      ...more,
    },
    {
      parts: { begin: () => Promise.reject(new Error('none is long')), record: async () => {} },
      leases: { take: async () => true, renew: async (ids) => [...ids], release: async () => {} },
      keep: async () => {},
    },
  )

/** Uses the installation's mail server, or an account's. */
export const smtpAdapter = (url: string, settings: object | null = null): ChannelAdapter =>
  channelAdapter(
    'email',
    { ...(settings === null ? { SAMVAD_SMTP_URL: url } : {}), SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' },
    {
      address: 'ravi@shop.example',
      badAddress: 'ravi@shop.example,meena@shop.example',
      content: { subject: 'Your order', text: 'It leaves today.' },
      settings,
      secret: settings === null ? null : 'secret',
    },
    (app) => createEmailAdapter(app, { serverFor: none, close }),
  )
