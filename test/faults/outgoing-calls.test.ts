// spec 19.36: every outgoing client ends its call to a misbehaving peer, and closes its connection. The deadlines are
// the clients' own; this test decides when they expire. A new client gets a name in kit/deadlines.ts, which the
// compiler then requires here.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type CallName, useTimer } from '#kit/deadlines.ts'
import { createDns } from '#kit/dns.ts'
import { newUuid } from '#kit/ids.ts'
import { workAbandoned } from '#kit/metrics.ts'
import { createReach } from '#kit/networks.ts'
import { S3Client } from '#kit/s3/client.ts'
import { openCollector } from '#kit/tracing/collector.ts'
import { CloudApi } from '#messaging/channels/app/cloud-api.ts'
import { testConnection } from '#messaging/channels/email/connection-test.ts'
import { Transports } from '#messaging/channels/email/transports.ts'
import { createAmazon } from '#messaging/channels/email/webhooks/amazon.ts'
import { callGateway, open } from '#messaging/channels/sms/http/call.ts'
import { connectToTest } from '#messaging/channels/sms/smpp/connect.ts'
import { SmppSession } from '#messaging/channels/sms/smpp/session.ts'
import { createPictureFetch } from '#messaging/messages/pictures/fetch.ts'
import { createCaller as createGatewayCaller } from '#money/gateways/providers/call.ts'
import { postEvent } from '#money/gateways/sandbox/webhook.ts'
import { postWebhook } from '#sandbox/cloud-api-webhook.ts'
import { bringMail } from '#sandbox/mail-writing.ts'
import { certificatePart } from '#status/certificate.ts'
import { fromOutside } from '#status/outside.ts'
import { createCaller } from '#webhooks/call.ts'
import { startSamvad } from '../harness.ts'
import { BODY, misbehaviours, type Peer, startPeer, truncating } from '../misbehaving-peer.ts'
import { eventually } from '../program.ts'

const { app, company } = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { organizationId } = company
const mayReach = createReach(['127.0.0.0/8'])
const never = () => new AbortController().signal

// --- Deadlines that expire on demand ---------------------------------------------------------------------------------

interface Pending {
  name: string
  pass(): void
}
const pending = new Set<Pending>()
after(
  useTimer((ms, pass, { name }) => {
    // With 0 ms the caller continues without the work: expires at once.
    if (ms === 0) queueMicrotask(pass)
    const one = { name, pass }
    pending.add(one)
    return () => void pending.delete(one)
  }),
)

function passDeadlines(name: CallName): void {
  // Not those that start when these expire: an aborted call has its own time to end.
  const passing = pending
    .values()
    .filter((one) => one.name === name)
    .toArray()
  for (const one of passing) if (pending.delete(one)) one.pass()
}

// --- The clients -----------------------------------------------------------------------------------------------------

interface Client {
  /** Rejects, or resolves to false, when the call fails. */
  call(peer: Peer): Promise<unknown>
  /** The server sends a greeting first. */
  speaksFirst?: true
  /** Its library closes the connection itself, after its own delay. */
  closesLater?: true
  /** It reads only the status of an answer. */
  readsNoBody?: true
}

const isTaken = ({ statusCode }: { statusCode: number | null }) => statusCode !== null
const withSettings = (changed: object) => ({ ...app, settings: { ...app.settings, ...changed } })
const caller = (name: 'webhook' | 'push') => (peer: Peer) =>
  createCaller(withSettings({ allowedNetworks: ['127.0.0.1'] }), { name })
    .call({ url: peer.url, headers: {}, body: '{}' })
    .then(isTaken)
const cloudAccount = ({ url }: Peer) => ({ baseUrl: url, version: 'v1', phoneNumberId: '1', accessToken: 't' })
const fetchPicture = ({ url }: Peer) => createPictureFetch(withSettings({ pictureNetworks: ['127.0.0.1'] }))(`${url}/a`)
/** Its peer misbehaves in the TLS handshake. */
const secure = (peer: Peer): Peer => ({ ...peer, url: peer.url.replace('http:', 'https:') })
const smtpServer = ({ port }: Peer) => ({ host: '127.0.0.1', port, secure: false, user: null, password: null })

const clients: Record<CallName, Client[]> = {
  webhook: [{ call: caller('webhook') }, { closesLater: true, call: (peer) => caller('webhook')(secure(peer)) }],
  push: [{ call: caller('push') }],
  picture: [{ call: fetchPicture }, { call: (peer) => fetchPicture(secure(peer)) }],
  whatsapp: [
    {
      call: (peer) => new CloudApi(async () => {}).call(cloudAccount(peer), { method: 'GET', path: 'me' }, never()),
    },
  ],
  whatsapp_media: [
    {
      async call(peer) {
        const media = await new CloudApi(async () => {}).download(cloudAccount(peer), `${peer.url}/m`, never())
        for await (const _ of media);
      },
    },
  ],
  sms_gateway: [
    { call: (peer) => open(new URL(secure(peer).url), mayReach) },
    {
      call: ({ url }) =>
        callGateway(app, mayReach, { url, method: 'POST', headers: [], body: 'x' }, async () => {}, never()),
    },
  ],
  smpp: [
    {
      async call({ port }) {
        const socket = await connectToTest({ host: '127.0.0.1', port, tls: false, mayReach })
        await SmppSession.bind(socket, {
          bind: { systemId: 'a', password: 'b', systemType: '' },
          window: 1,
          messagesPerSecond: null,
          enquireLinkMs: 60_000,
          onArrival: async () => 0,
          onEnd() {},
        })
      },
    },
    { call: ({ port }) => connectToTest({ host: '127.0.0.1', port, tls: true, mayReach }) },
  ],
  smtp: [
    {
      speaksFirst: true,
      call: (peer) =>
        new Transports(async () => {}).send(
          'account',
          { loopback: smtpServer(peer) },
          { from: 'a@a.example', to: 'b@b.example', text: 'Hi' },
        ),
    },
    {
      speaksFirst: true,
      call: (peer) =>
        testConnection(smtpServer(peer), { ...app.settings, allowedNetworks: ['127.0.0.1'] }).then(
          ({ succeeded }) => succeeded,
        ),
    },
  ],
  payment_gateway: [
    {
      call: ({ url }) =>
        createGatewayCaller(app, { name: 'razorpay', baseUrl: url, headers: {} })({
          method: 'GET',
          path: '/v1/orders',
        }),
    },
  ],
  s3: [
    {
      call: ({ url }) =>
        new S3Client(
          { endpoint: url, bucket: 'b', prefix: 'p', region: 'r', keyId: 'k', secret: 's' },
          { attempts: 1 },
        ).call({ method: 'GET', what: 'read it', name: 'x' }),
    },
  ],
  trace_collector: [
    {
      call: ({ url }) =>
        openCollector(url, {})
          .post('{}')
          .then(({ status }) => status === 200),
    },
  ],
  amazon_sns: [
    { call: ({ url }) => createAmazon(withSettings({ snsUrl: url })).confirm(new URL('https://sns.example/')) },
  ],
  dns: [{ closesLater: true, call: ({ port }) => createDns({ dnsServer: `127.0.0.1:${port}` }).texts('a.example') }],
  sandbox_gateway: [
    {
      readsNoBody: true,
      call: ({ url }) => postEvent(withSettings({ internalUrl: url }), organizationId, newUuid(), {}),
    },
  ],
  sandbox_whatsapp: [
    {
      readsNoBody: true,
      call: ({ url }) =>
        postWebhook(withSettings({ internalUrl: url }), organizationId, Buffer.from('{}')).then(
          (fault) => fault === null,
        ),
    },
  ],
  // Its peer is the program's own receiver, which stores what it receives: below.
  sandbox_mail: [],
  program: [
    {
      call: ({ url }) =>
        fromOutside(app.settings).metrics({ pid: 0, url, isAnswering: true }, new AbortController().signal),
    },
  ],
  certificate: [
    {
      call: ({ port }) =>
        Promise.resolve(
          certificatePart.read({
            settings: { publicUrl: `https://127.0.0.1:${port}` },
            now: new Date(),
          } as Parameters<typeof certificatePart.read>[0]),
        ).then(({ state }) => state !== 'unknown'),
    },
  ],
}

const abandonedOf = async (name: CallName) =>
  (await workAbandoned.get()).values.find(({ labels }) => labels.of === 'call' && labels.name === name)?.value

/** Calls, and expires the client's deadlines once the peer has misbehaved. */
async function endOf(name: CallName, calling: Promise<unknown>, isReady: () => boolean): Promise<unknown> {
  let isOver = false
  const outcome = calling
    .then(
      (value) => value,
      () => false,
    )
    .finally(() => {
      isOver = true
    })
  await eventually('the peer was called', async () => isReady() || isOver)
  // A call that ends without a deadline ends first.
  for (let turn = 0; turn < 20; turn++) await endOfTurn()
  await eventually('the call ends', async () => {
    if (!isOver) passDeadlines(name)
    return isOver
  })
  return outcome
}

for (const [name, ofName] of Object.entries(clients) as [CallName, Client[]][])
  for (const [index, client] of ofName.entries())
    test(`spec 19.36: a call of the kind ${name} (${index + 1}) ends whatever its peer does`, async () => {
      for (const [what, misbehave] of Object.entries(misbehaviours)) {
        const before = await abandonedOf(name)
        const peer = await startPeer(misbehave, client.speaksFirst ?? false)
        const udp = await truncating(peer.port)
        try {
          const outcome = await endOf(name, client.call(peer), () => peer.times() > 0)
          const isAnswered = what === BODY && client.readsNoBody === true
          assert.equal(Boolean(outcome), isAnswered, `${what}: ${JSON.stringify(outcome)}`)
          if (!client.closesLater)
            await eventually(`${what}: its connection is closed`, async () => peer.misbehaving.size === 0)
          assert.equal(await abandonedOf(name), before, `${what}: it ends when it is aborted`)
          assert.deepEqual(
            [...pending].filter((one) => one.name === name),
            [],
            `${what}: nothing of it is left`,
          )
        } finally {
          udp.close()
          await peer.close()
        }
      }
    })

test('spec 19.36: a mail to a mailbox of the sandbox ends when it is never kept', async () => {
  const hanging = Promise.withResolvers<never>()
  let isKeeping = false
  const mail = { from: 'a@a.example', subject: null, text: 'Hi', messageId: '<a@a>', at: new Date(), attachments: [] }
  const calling = bringMail(app, organizationId, mail, () => {
    isKeeping = true
    return hanging.promise
  })
  assert.equal(await endOf('sandbox_mail', calling, () => isKeeping), false)
})
