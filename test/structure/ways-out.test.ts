// spec 17.16: every outgoing call of the program passes the fence. Each place that makes one is listed here with its
// check, or with the reason why it has no effect outside.

import { test } from 'node:test'
import { callNames } from '#kit/deadlines.ts'
import { holds, readSources } from './sources.ts'

/** Check the fence right before the call. */
const GATED = [
  'server/messaging/channels/app/cloud-api.ts',
  'server/messaging/channels/sms/http/call.ts',
  'server/messaging/channels/sms/smpp/connect.ts',
  'server/messaging/channels/email/transports.ts',
  'server/messaging/channels/email/webhooks/amazon.ts',
  'server/messaging/messages/pictures/fetch.ts',
  'server/money/gateways/providers/call.ts',
  'server/money/gateways/sandbox/webhook.ts',
  'server/sandbox/cloud-api-webhook.ts',
  'server/sandbox/mail-writing.ts',
  'server/webhooks/call.ts',
]

const HARMLESS: Record<string, string> = {
  'server/program/running.ts': 'asks on this machine whether the program runs',
  'server/program/listening.ts': 'asks on this machine whether another program has the port',
  'server/kit/sign-of-life.ts': 'asks on this machine whether a worker lives',
  'server/kit/chosen-hosts.ts': 'speaks TLS on a connection that whoever calls it opened',
  'server/kit/networks.ts': 'connects to what others name: who calls it is looked at as well',
  'server/status/outside.ts': 'asks on this machine what the program measures',
  'server/status/certificate.ts': 'looks at the certificate under which the installation itself is reached',
  'server/kit/s3/client.ts':
    'writes to the archive, which a copy does not own and is refused, and to the store of attachments, behind its own gate',
  'server/kit/tracing/collector.ts':
    'tells a collector that this environment names, and no data, what was done: nothing follows from it, and of a copy too one wants to know',
  'server/messaging/channels/email/connection-test.ts':
    'signs in to a mail server because somebody asks for it, and sends nothing',
}

/** Not a method of that name, called or declared: a gateway's goes through providers/call.ts. */
const CALL =
  /(?<!\.|async )\bfetch\((?!organizationId)|\bcreateTransport\(|\bopenTransport\(|\bdial\(|\bnew (?:WebSocket|EventSource)\(/
const MODULES = /^(?:undici|nodemailer|web-push|ws)$/
/** Node's modules that connect; those that only parse addresses do not. */
const CONNECTING =
  /^import (?!type)[^;]*?\b(?:connect|createConnection|request|createSocket)\b[^;]*? from 'node:(?:net|tls|dgram|http|https|http2)'/m
const GATE = /\bmustNotBeFenced\(|this\.#gate\(/

const product = readSources('server/**/*.ts').filter(({ isTest }) => !isTest)

const opens = ({ code, text, imports }: (typeof product)[number]) =>
  CALL.test(code) ||
  text.split('\n').some((line) => CONNECTING.test(line)) ||
  imports.some((name) => MODULES.test(name))

test('whatever can reach the world outside passes the fence, or says why it need not', () => {
  const out = product.filter(opens)
  holds(
    'A copy of the installation would act a second time: call mustNotBeFenced right before it goes out, and list the file.',
    out.flatMap(({ path }) => (GATED.includes(path) || path in HARMLESS ? [] : [path])),
  )
  holds(
    'It is listed as passing the fence, and does not.',
    GATED.filter((path) => !product.some((source) => source.path === path && opens(source) && GATE.test(source.code))),
  )
  holds(
    'Nothing goes out there any more.',
    Object.keys(HARMLESS).filter((path) => !out.some((source) => source.path === path)),
  )
})

/** Ends without a deadline of its own, or by its caller's. */
const WITHOUT_DEADLINE: Record<string, string> = {
  'server/kit/chosen-hosts.ts': 'is below whoever calls it, and takes its signal',
  'server/kit/networks.ts': 'is below whoever calls it, and takes its time limit',
  'server/kit/sign-of-life.ts': 'connects on this machine and reads nothing; the limit is of the socket',
  'server/program/listening.ts': 'connects on this machine and reads nothing; the limit is of the socket',
  'server/kit/setting-readers.ts': 'reads the address of a name server, and asks none',
}
const ASKS_NAME_SERVERS = /\bnew Resolver\(/

test('spec 19.36: whatever calls out has its deadline from the one place, as a client that a test calls out with', () => {
  const out = product.filter((source) => opens(source) || ASKS_NAME_SERVERS.test(source.code))
  const isLimited = ({ code }: (typeof product)[number]) => /\b(?:withinDeadline|startDeadline|within)\(/.test(code)
  holds(
    'A call that its library never ends holds its place for ever: call out within withinDeadline of kit/deadlines.ts.',
    out.filter((source) => !isLimited(source) && !(source.path in WITHOUT_DEADLINE)).map(({ path }) => path),
  )
  holds(
    'It is listed as without a deadline, and has one, or does not call out.',
    Object.keys(WITHOUT_DEADLINE).filter((path) => !out.some((source) => source.path === path && !isLimited(source))),
  )
  const used = product.flatMap(({ uncommented }) =>
    [...uncommented.matchAll(/of: 'call',\s+name: '(\w+)'/g)].map(([, name]) => name),
  )
  // A caller of endpoints states which of the two it is.
  const named = [
    ...used,
    ...(product.some(({ uncommented }) => uncommented.includes("{ name: 'push' }")) ? ['webhook', 'push'] : []),
  ]
  holds(
    'It is a client of nothing any more: take its name from kit/deadlines.ts.',
    callNames.filter((name) => !named.includes(name)),
  )
})

test('every job is behind the fence, or changes nothing but the database', () => {
  const [jobs] = product.filter(({ path }) => path === 'server/program/jobs.ts')
  const [, within = ''] = (jobs?.code ?? '').split('const jobsWithin')
  holds(
    'What sends or asks stands in jobsOutside; what imports adapters or gateways cannot stand in jobsWithin.',
    ['createAdapters', 'createSystemMail', 'gatewayJobs', 'rechargeJobs', 'refundJobs', 'dispatchJobs'].filter((name) =>
      within.includes(name),
    ),
  )
  holds(
    'The jobs that act outside are handed to behindFence.',
    /jobsOutside\([^)]*\)\.map\(\(job\) => behindFence\(app, job\)\)/.test(jobs?.code ?? '')
      ? []
      : ['server/program/jobs.ts'],
  )
})
