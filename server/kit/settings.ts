// All settings: name, default, description and parser. They are checked once, at start.
// test/structure/declared.test.ts compares the README's table of settings with this list.

import { gstinError } from '#kit/india/gstin.ts'
import { localAddressOf } from './addresses-here.ts'
import { archiveFaults, archiveSettings } from './archive-settings.ts'
import { type AttachmentSettings, attachmentFaults, attachmentSettings } from './attachment-settings.ts'
import { type CloudApiSettings, cloudApiSettings } from './cloud-api-settings.ts'
import { type HostSettings, hostSettings } from './host-settings.ts'
import { type MailSettings, mailFaults, mailSettings } from './mail-settings.ts'
import { type NoticeSettings, noticeSettings } from './notice-settings.ts'
import { type SandboxSettings, sandboxSettings } from './sandbox-settings.ts'
import { secret, setting } from './setting.ts'
import {
  databaseUrl,
  dates,
  integer,
  mailServerUrl,
  networks,
  oneOf,
  optionalKeys,
  optionalText,
  publicAddress,
  type Reader,
  roles,
  text,
} from './setting-readers.ts'
import { supplierSettings } from './supplier-settings.ts'
import { type TracingSettings, tracingOf, tracingSettings } from './tracing-settings.ts'
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

export interface Settings
  extends AttachmentSettings,
    MailSettings,
    CloudApiSettings,
    NoticeSettings,
    HostSettings,
    SandboxSettings {
  port: number
  host: string
  dataDirectory: string
  databaseUrl: string | null
  databaseConnectionsMax: number
  /** The operator's label of this installation; null if not set. */
  place: string | null
  publicUrl: string
  /** URL at which this process listens, for its own calls to the API; null until it listens. */
  internalUrl: string | null
  roles: ReadonlySet<'api' | 'worker'>
  apiProcesses: number
  smtpUrl: string | null
  /** Private networks that connections to addresses set by users may reach, in CIDR notation. */
  allowedNetworks: readonly string[]
  secretKey: string | null
  backupPassphrase: string | null
  /** Directory of the continuous archive, or `s3://bucket/prefix`; null: no archive. */
  archive: string | null
  archiveKeptDays: number
  archivePassphrase: string | null
  /** Without a trailing slash; `{bucket}` is replaced by the bucket name. Null: AWS in the region. */
  archiveEndpoint: string | null
  archiveRegion: string
  archiveKeyId: string | null
  archiveSecret: string | null
  logLevel: string
  /** Null: tracing is off. */
  tracing: TracingSettings | null
  requestsPerMinuteMax: number
  connectionsMax: number
  /** The number of trusted proxies, or their networks; `false`: none. */
  trustProxy: TrustedProxies
  eventsKeptDays: number
  rechargeMaxRupees: number
  /** In addition to the built-in list, as YYYY-MM-DD. */
  bankHolidays: ReadonlySet<string>
  supplier: {
    name: string
    gstin: string | null
    stateCode: string
    address: string
    email: string
    sac: string
    /** `exclusive`: GST is added to the amount of a recharge. `inclusive`: the amount includes it. */
    rechargeTax: 'exclusive' | 'inclusive'
  }
}

export const settings = {
  port: setting('PORT', '8080', 'Port for the API and its web pages. `0` = any free port.', integer(0, 65535)),
  host: setting(
    'HOST',
    '127.0.0.1',
    'Address to listen on. `0.0.0.0` = all IPv4 addresses; `::` = all addresses.',
    text,
  ),
  dataDirectory: setting(
    'DATA_DIR',
    './data',
    'Directory for the embedded PostgreSQL, the keys and `first-access.json`.',
    text,
  ),
  databaseUrl: secret(
    setting(
      'DATABASE_URL',
      '',
      'URL of an external PostgreSQL, version 15 or newer. Empty = the embedded PostgreSQL in `DATA_DIR`.',
      databaseUrl,
    ),
  ),
  place: setting(
    'SAMVAD_PLACE',
    '',
    'Label of this installation, the same on all its machines. If it differs from the stored label, the installation starts [fenced](docs/operating/copies.md). Set it if you clone virtual machines or disks: nothing else distinguishes such a clone from the original.',
    (value) => value || null,
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    'URL at which people reach this installation. Empty = `http://localhost:PORT`, or `http://HOST:PORT` if `HOST` is a network address.',
    publicAddress,
  ),
  ...hostSettings,
  roles: setting('ROLES', 'api,worker', 'Roles of this process: `api`, `worker`, or both.', roles),
  apiProcesses: setting(
    'SAMVAD_PROCESSES',
    '1',
    'Number of API processes on this machine. They share the port. With 2 or more, `kill -HUP` on the main process restarts them one at a time.',
    integer(1, 256),
  ),
  databaseConnectionsMax: setting(
    'SAMVAD_DATABASE_CONNECTIONS',
    '12',
    'Maximum database connections for transactions, per process. Each process uses up to 3 more for reads and sending.',
    integer(2, 500),
  ),
  ...sandboxSettings,
  smtpUrl: secret(
    setting(
      'SAMVAD_SMTP_URL',
      '',
      'Mail server of the installation: `smtp://user:password@host:587` or `smtps://…`. Empty = the sandbox, unless a mail server was ever configured.',
      mailServerUrl,
    ),
  ),
  ...cloudApiSettings,
  ...mailSettings,
  ...noticeSettings,
  allowedNetworks: setting(
    'SAMVAD_ALLOWED_NETWORKS',
    '',
    'Private networks that connections to addresses set by organizations may reach (mail servers, SMS providers, webhook endpoints), such as `10.1.0.0/16,fd00::/8`. Empty = none.',
    networks,
  ),
  secretKey: secret(
    setting(
      'SAMVAD_SECRET_KEY',
      '',
      'Key that encrypts stored secrets: 64 hex digits. Empty = generated once in `DATA_DIR/secret.key`. Comma-separated list: the first encrypts, all decrypt.',
      optionalKeys,
    ),
  ),
  backupPassphrase: secret(
    setting(
      'SAMVAD_BACKUP_PASSPHRASE',
      '',
      'Passphrase for `samvad backup` and `samvad restore`. Empty = none, unless a command-line option sets one.',
      optionalText,
    ),
  ),
  ...archiveSettings,
  ...attachmentSettings,
  requestsPerMinuteMax: setting(
    'SAMVAD_REQUESTS_PER_MINUTE',
    '3000000',
    'Maximum requests per minute, per access token and process. It protects the server and does not limit how many messages can be sent.',
    integer(1, 1_000_000_000),
  ),
  connectionsMax: setting(
    'SAMVAD_CONNECTIONS_MAX',
    '10000',
    'Maximum open connections per API process. A single address can use a quarter of them, unless `SAMVAD_TRUST_PROXY` is set.',
    integer(10, 1_000_000),
  ),
  trustProxy: setting(
    'SAMVAD_TRUST_PROXY',
    '0',
    'Trusted proxies in front of the program, for reading the client address from `X-Forwarded-For` and a form domain from `X-Forwarded-Host`: their number (counted from the right), or their addresses and networks, such as `10.0.0.0/8,fd00::/8,loopback`. `0` = none.',
    readTrustedProxies,
  ),
  logLevel: setting(
    'SAMVAD_LOG_LEVEL',
    'info',
    'Minimum log level: `trace`, `debug`, `info`, `warn`, `error` or `silent`.',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  ),
  ...tracingSettings,
  eventsKeptDays: setting(
    'SAMVAD_EVENTS_KEPT_DAYS',
    '30',
    'Days after which events are deleted. Events that are still to be delivered to a webhook endpoint are kept.',
    integer(1, 3650),
  ),
  rechargeMaxRupees: setting(
    'SAMVAD_RECHARGE_MAX',
    '1000000',
    'Maximum credit per recharge, in whole rupees.',
    integer(100, 100_000_000),
  ),
  bankHolidays: setting(
    'SAMVAD_BANK_HOLIDAYS',
    '',
    'Bank holidays in addition to the built-in list, such as `2027-03-22,2027-10-29`. Expected refund dates count business days.',
    dates,
  ),
  ...supplierSettings,
}

export class SettingsError extends Error {}

/** Reads the settings, or throws a SettingsError that lists every invalid setting and how to fix it. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const faults: string[] = []
  const known = new Set(Object.values(settings).map(({ name }) => name))
  for (const name of Object.keys(environment)) {
    if (name.startsWith('SAMVAD_') && !known.has(name) && !name.startsWith('SAMVAD_TEST_'))
      faults.push(`${name}: unknown setting`)
  }
  const read = Object.fromEntries(
    Object.entries(settings).map(([key, one]) => {
      try {
        return [key, (one.read as Reader<unknown>)(environment[one.name]?.trim() || one.default)]
      } catch (error) {
        const shown = one.isSecret ? one.name : `${one.name}=${environment[one.name]}`
        faults.push(`${shown}: ${(error as Error).message}`)
        return [key, undefined]
      }
    }),
  ) as { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['read']> }
  const { supplierGstin: gstin, supplierState: state } = read
  const gstinWrong = gstin && state ? gstinError(gstin, state, 'SAMVAD_SUPPLIER_STATE') : null
  if (gstinWrong) faults.push(`${settings.supplierGstin.name}=${gstin}: ${gstinWrong.message}`)
  faults.push(...archiveFaults(read), ...attachmentFaults(read), ...mailFaults(read))
  if (faults.length > 0) throw new SettingsError(faults.join('\n'))

  const {
    supplierName,
    supplierGstin,
    supplierState,
    supplierAddress,
    supplierEmail,
    supplierSac,
    rechargeTax,
    publicUrl,
    otlpEndpoint,
    otlpHeaders,
    otelServiceName,
    otelSampler,
    otelSamplerShare,
    ...rest
  } = read
  return {
    ...rest,
    internalUrl: null,
    tracing: tracingOf({ otlpEndpoint, otlpHeaders, otelServiceName, otelSampler, otelSamplerShare }),
    publicUrl: publicUrl ?? localAddressOf(rest.host, rest.port),
    supplier: {
      name: supplierName,
      gstin: supplierGstin,
      stateCode: supplierState,
      address: supplierAddress,
      email: supplierEmail,
      sac: supplierSac,
      rechargeTax,
    },
  }
}
