// Settings: spec 17.1.

import assert from 'node:assert/strict'
import test from 'node:test'
import { readSettings, SettingsError, settings } from './settings.ts'

const faultsOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof SettingsError)
    return error.message.split('\n')
  }
}

test('spec 17.1: with nothing set, the names that scripts rely on have their defaults', () => {
  const read = readSettings({})
  assert.equal(read.port, 8080)
  assert.equal(read.host, '127.0.0.1')
  assert.equal(read.dataDirectory, './data')
  assert.equal(read.databaseUrl, null)
  assert.equal(read.publicUrl, 'http://localhost:8080')
  assert.deepEqual([...read.roles], ['api', 'worker'])
})

test('spec 17.1: settings beyond those names begin with SAMVAD_, or are called as OpenTelemetry calls them', () => {
  const plain = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'ROLES']
  const others = Object.values(settings)
    .map(({ name }) => name)
    .filter((name) => !plain.includes(name))
  for (const name of others) assert.match(name, /^(SAMVAD|OTEL)_[A-Z_]+$/)
  for (const { meaning } of Object.values(settings)) assert.ok(meaning.length > 5)
})

test('spec 17.2: every setting that is wrong is named at once, with what would be right', () => {
  const faults = faultsOf({ PORT: 'eighty', ROLES: 'api,cook', SAMVAD_SANDBOX: 'maybe', DATABASE_URL: 'mysql://x' })
  assert.equal(faults.length, 4)
  assert.match(faults.join('\n'), /^PORT=eighty: must be a whole number from 0 to 65535$/m)
  assert.match(faults.join('\n'), /^ROLES=api,cook: must be api, worker, or api,worker$/m)
  assert.match(faults.join('\n'), /^SAMVAD_SANDBOX=maybe: must be one of auto, on, off$/m)
  assert.match(faults.join('\n'), /^DATABASE_URL: must be a URL that starts with postgres:\/\/ or postgresql:\/\/$/m)
})

test('spec 17.2: a setting that does not exist is a typing mistake, not something to ignore', () => {
  assert.deepEqual(faultsOf({ SAMVAD_SANDBOKS: 'on' }), ['SAMVAD_SANDBOKS: unknown setting'])
  assert.deepEqual(faultsOf({ HOME: '/root', PATH: '/bin' }), [])
})

test('numbers have bounds, and are digits alone', () => {
  for (const port of ['65536', '-1', '1e3', '80.5', '0x50']) assert.equal(faultsOf({ PORT: port }).length, 1, port)
  assert.equal(readSettings({ PORT: '0' }).port, 0)
})

test('empty and blank are unset, and blanks around a value do not count', () => {
  assert.equal(readSettings({ PORT: ' ' }).port, 8080)
  assert.equal(readSettings({ PORT: ' 9000 ' }).port, 9000)
})

test('where the installation is reached: PUBLIC_URL without its last slash, else host and port', () => {
  assert.equal(readSettings({ PUBLIC_URL: 'https://samvad.example/' }).publicUrl, 'https://samvad.example')
  assert.equal(readSettings({ HOST: '0.0.0.0', PORT: '9000' }).publicUrl, 'http://localhost:9000')
  assert.match(faultsOf({ PUBLIC_URL: 'samvad.example' })[0] as string, /^PUBLIC_URL=samvad.example: must be a URL/)
  assert.equal(readSettings({ HOST: '::1', PORT: '9000' }).publicUrl, 'http://localhost:9000')
  assert.equal(readSettings({ HOST: '10.0.0.7', PORT: '9000' }).publicUrl, 'http://10.0.0.7:9000')
  assert.equal(readSettings({ HOST: 'fd00::7', PORT: '9000' }).publicUrl, 'http://[fd00::7]:9000')
  assert.equal(readSettings({ HOST: '::', PORT: '9000' }).publicUrl, 'http://localhost:9000')
  for (const wrong of ['https://user:pw@samvad.example', 'https://samvad.example/a?b=c', 'https://samvad.example/#a'])
    assert.match(faultsOf({ PUBLIC_URL: wrong })[0] as string, /without user, password, query or fragment/)
})

test('where questions about invoices go is an address of mail or none, since an issued invoice never changes', () => {
  assert.equal(readSettings({}).supplier.email, '')
  assert.equal(readSettings({ SAMVAD_SUPPLIER_EMAIL: 'bills@company.example' }).supplier.email, 'bills@company.example')
  assert.match(faultsOf({ SAMVAD_SUPPLIER_EMAIL: 'not an email' })[0] as string, /bills@company.example/)
})

test('spec 17.2: a mail server is an address whose parts are what was meant; what an unescaped sign made of them is refused with the remedy', () => {
  const read = (text: string) => readSettings({ SAMVAD_SMTP_URL: text }).smtpUrl
  for (const fine of ['smtp://mail.example', 'smtps://u:p%23%2F%3F%40%3A%25@mail.example:465', 'smtp://u:p@[::1]:25'])
    assert.equal(read(fine), fine)
  assert.equal(read('smtp://mail.example/'), 'smtp://mail.example')
  assert.equal(read(''), null)
  for (const wrong of [
    'smtp://u:hush@mail.example:many',
    'smtp://u:hush@mail.example:99999',
    'smtp://u:hush@mail.example:0',
    'smtp://u:hush#1@mail.example:587',
    'smtp://u:hush/1@mail.example:587',
    'smtp://u:1#hush@mail.example',
    'smtp://u:1/hush@mail.example',
    'smtp://u:1?hush@mail.example',
    'smtp://',
    'imap://u:hush@mail.example',
    'mail.example:587',
  ]) {
    const [fault = '', ...others] = faultsOf({ SAMVAD_SMTP_URL: wrong })
    assert.match(fault, /^SAMVAD_SMTP_URL: must be a URL such as .* # as %23/, wrong)
    assert.doesNotMatch(fault, /hush/)
    assert.deepEqual(others, [])
  }
})

test('spec 18.1: a key that seals secrets is 64 hex digits or none', () => {
  assert.equal(readSettings({}).secretKey, null)
  assert.equal(readSettings({ SAMVAD_SECRET_KEY: 'a'.repeat(64) }).secretKey, 'a'.repeat(64))
  assert.equal(faultsOf({ SAMVAD_SECRET_KEY: 'a'.repeat(63) }).length, 1)
  const two = `${'a'.repeat(64)},${'b'.repeat(64)}`
  assert.equal(readSettings({ SAMVAD_SECRET_KEY: two }).secretKey, two)
  for (const wrong of [`${two},`, `${'a'.repeat(64)} ${'b'.repeat(64)}`])
    assert.match(faultsOf({ SAMVAD_SECRET_KEY: wrong })[0] as string, /64 hex digits.* separated by commas/, wrong)
})

test('spec 2.12: which proxies are believed is a number or networks; "true", which believed anybody, is refused with the remedy', () => {
  const read = (text: string) => readSettings({ SAMVAD_TRUST_PROXY: text }).trustProxy
  for (const none of ['', '0', 'false']) assert.equal(read(none), false, none)
  assert.equal(read('2'), 2)
  assert.deepEqual(read('10.0.0.0/8, fd00::/8,loopback,192.0.2.1'), ['10.0.0.0/8', 'fd00::/8', 'loopback', '192.0.2.1'])
  assert.match(
    faultsOf({ SAMVAD_TRUST_PROXY: 'true' })[0] as string,
    /can be forged by any client; set the number of proxies, such as 1/,
  )
  for (const wrong of [
    'yes',
    '11',
    '-1',
    '1.5',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    'proxy.example',
    'loopback;10.0.0.1',
  ])
    assert.equal(faultsOf({ SAMVAD_TRUST_PROXY: wrong }).length, 1, wrong)
})

test("spec 12.6: the supplier's GSTIN is checked at start: its form, its check digit, and that it is of the supplier's state", () => {
  const faultOf = (gstin: string, state = '29') =>
    faultsOf({ SAMVAD_SUPPLIER_GSTIN: gstin, SAMVAD_SUPPLIER_STATE: state }).join('\n')
  assert.equal(faultOf('29AAGCB7383J1Z4'), '')
  assert.equal(readSettings({ SAMVAD_SUPPLIER_GSTIN: '29AAGCB7383J1Z4' }).supplier.gstin, '29AAGCB7383J1Z4')
  assert.equal(readSettings({ SAMVAD_SUPPLIER_GSTIN: '29 AAGCB-7383J 1Z4' }).supplier.gstin, '29AAGCB7383J1Z4')
  assert.equal(readSettings({ SAMVAD_SUPPLIER_SAC: '99 84 13' }).supplier.sac, '998413')
  assert.equal(readSettings({ SAMVAD_SUPPLIER_GSTIN: '29aagcb7383j1z4' }).supplier.gstin, '29AAGCB7383J1Z4')
  assert.match(faultOf('29AAGCB7383J1Z'), /^SAMVAD_SUPPLIER_GSTIN=29AAGCB7383J1Z: Enter the 15 characters/)
  assert.match(faultOf('29AAGCB7383J1Z5'), /check digit is wrong/)
  assert.match(faultOf('29AAGCB7383J1Z4', '27'), /belongs to state 29, but SAMVAD_SUPPLIER_STATE is 27/)
  assert.equal(faultOf('', '27'), '', 'without one, nothing is wrong')
  assert.match(faultOf('', '99'), /^SAMVAD_SUPPLIER_STATE=99: must be a two-digit state code/)
})

test('spec 17.10, 17.18: an archive is a whole path or a place in a store, which needs a key', () => {
  const key = { SAMVAD_ARCHIVE_KEY_ID: 'id', SAMVAD_ARCHIVE_SECRET: 'hidden' }
  assert.equal(readSettings({ SAMVAD_ARCHIVE: '/backup/samvad/' }).archive, '/backup/samvad')
  assert.equal(
    readSettings({ ...key, SAMVAD_ARCHIVE: 's3://my.bucket/of/samvad/' }).archive,
    's3://my.bucket/of/samvad',
  )
  for (const place of [
    'backup',
    's3:/bucket',
    's3://',
    's3://B/x',
    's3://bucket//x',
    's3://bucket/../x',
    's3://bucket/a b',
  ])
    assert.match(faultsOf({ ...key, SAMVAD_ARCHIVE: place })[0] ?? '', /must be an absolute folder path, .* s3:/, place)
  assert.deepEqual(faultsOf({ SAMVAD_ARCHIVE: 's3://bucket' }), [
    'SAMVAD_ARCHIVE_KEY_ID: is required for SAMVAD_ARCHIVE=s3://bucket',
    'SAMVAD_ARCHIVE_SECRET: is required for SAMVAD_ARCHIVE=s3://bucket',
  ])
  const endpoint = (value: string) => readSettings({ SAMVAD_ARCHIVE_ENDPOINT: value }).archiveEndpoint
  assert.equal(endpoint('https://{bucket}.store.example/'), 'https://{bucket}.store.example')
  assert.equal(endpoint(''), null)
  assert.match(faultsOf({ SAMVAD_ARCHIVE_ENDPOINT: 'minio:9000' })[0] ?? '', /must be a URL that starts with https/)
  assert.match(
    faultsOf({ SAMVAD_ARCHIVE_ENDPOINT: 'https://id:hidden@minio.example' })[0] ?? '',
    /^SAMVAD_ARCHIVE_ENDPOINT: must be a URL without user, password, query or fragment$/,
  )
})

test('spec 17.21: traces are made where a collector is set, and its settings are read as OpenTelemetry says', () => {
  assert.equal(readSettings({ OTEL_SERVICE_NAME: 'shop', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }).tracing, null)
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example/otlp/'
  assert.deepEqual(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing, {
    url: 'https://collector.example/otlp/v1/traces',
    headers: {},
    serviceName: 'samvad',
    sampler: 'parentbased_always_on',
    share: 1,
  })
  const { tracing } = readSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: ' Authorization = Bearer%20a%2Cb%3D , x-tenant=1=2',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '.25',
    OTEL_METRICS_EXPORTER: 'none',
  })
  assert.deepEqual(tracing?.headers, { authorization: 'Bearer a,b=', 'x-tenant': '1=2' })
  assert.deepEqual([tracing?.sampler, tracing?.share], ['traceidratio', 0.25])
})

test('spec 17.2, 17.21: a wrong setting of traces is named, and no header of the collector is shown', () => {
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/?tenant=1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=hunter2%0D%0Ab: c'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%E0%A4hunter2'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ] as const) {
    const [fault = '', ...others] = faultsOf({ [name]: value })
    assert.deepEqual([fault.startsWith(name), others], [true, []], value)
    assert.doesNotMatch(fault, /hunter2/)
  }
})
