// Every setting of the program: its name, what it means, its default, and how its text is read. Checked once, at start.
// The README's table of settings is checked against this list.

import { gstinError } from '#kit/india/gstin.ts'
import { localAddressOf } from './addresses-here.ts'
import { archiveFaults, archiveSettings } from './archive-settings.ts'
import { type AttachmentSettings, attachmentFaults, attachmentSettings } from './attachment-settings.ts'
import { type CloudApiSettings, cloudApiSettings } from './cloud-api-settings.ts'
import { type HostSettings, hostSettings } from './host-settings.ts'
import { type MailSettings, mailFaults, mailSettings } from './mail-settings.ts'
import { type NoticeSettings, noticeSettings } from './notice-settings.ts'
import { secret, setting } from './setting.ts'
import {
  accountingCode,
  databaseUrl,
  dates,
  integer,
  mailServerUrl,
  networks,
  oneOf,
  optionalKeys,
  optionalMailAddress,
  optionalText,
  publicAddress,
  type Reader,
  roles,
  stateCode,
  text,
} from './setting-readers.ts'
import { ungrouped } from './text.ts'
import { type TracingSettings, tracingOf, tracingSettings } from './tracing-settings.ts'
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

export interface Settings extends AttachmentSettings, MailSettings, CloudApiSettings, NoticeSettings, HostSettings {
  port: number
  host: string
  dataDirectory: string
  databaseUrl: string | null
  databaseConnectionsMax: number
  /** What the operator calls the place where this installation lives; null when nothing. */
  place: string | null
  publicUrl: string
  /** Where the API of this installation listens, for calls that it makes to itself; known once it does. */
  internalUrl: string | null
  roles: ReadonlySet<'api' | 'worker'>
  apiProcesses: number
  sandbox: 'auto' | 'on' | 'off'
  /** Whether an operator approves email templates too. */
  emailTemplateApproval: 'automatic' | 'operator'
  smtpUrl: string | null
  /** Networks that calls to addresses chosen by users may reach although they are private, as `address/bits`. */
  allowedNetworks: readonly string[]
  secretKey: string | null
  backupPassphrase: string | null
  /** Folder of the continuous archive, or `s3://bucket/prefix`; null when there is none. */
  archive: string | null
  archiveKeptDays: number
  archivePassphrase: string | null
  /** Of the store, without its last slash; `{bucket}` stands for the bucket. Null: that of AWS in the region. */
  archiveEndpoint: string | null
  archiveRegion: string
  archiveKeyId: string | null
  archiveSecret: string | null
  logLevel: string
  /** Null where no traces are made. */
  tracing: TracingSettings | null
  requestsPerMinuteMax: number
  connectionsMax: number
  /** How many proxies stand in front, or where they are; `false` none. */
  trustProxy: TrustedProxies
  eventsKeptDays: number
  rechargeMaxRupees: number
  sandboxDebitNoticeSeconds: number
  /** Besides those that the program knows, as YYYY-MM-DD. */
  bankHolidays: ReadonlySet<string>
  supplier: {
    name: string
    gstin: string | null
    stateCode: string
    address: string
    email: string
    sac: string
    /** Whether tax comes on top of the amount of a recharge, or is in it. */
    rechargeTax: 'exclusive' | 'inclusive'
  }
}

export const settings = {
  port: setting('PORT', '8080', 'port of the API and its pages; 0 takes a free one', integer(0, 65535)),
  host: setting('HOST', '127.0.0.1', 'address to listen on; `0.0.0.0` for all IPv4, `::` for all', text),
  dataDirectory: setting(
    'DATA_DIR',
    './data',
    'folder of the embedded PostgreSQL, the keys and `first-access.json`',
    text,
  ),
  databaseUrl: secret(
    setting('DATABASE_URL', '', 'another PostgreSQL, 15 or newer; empty = the embedded one in `DATA_DIR`', databaseUrl),
  ),
  place: setting(
    'SAMVAD_PLACE',
    '',
    'a name for where this installation lives, the same on all its machines: with another one than before it starts fenced. For copies that nothing else tells from the original, such as those of a virtual machine or of its disk',
    (value) => value || null,
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    'address under which people reach this installation; empty = `http://localhost:PORT`, or `http://HOST:PORT` where `HOST` is an address of the network',
    publicAddress,
  ),
  ...hostSettings,
  roles: setting('ROLES', 'api,worker', 'what this process does: `api`, `worker` or both', roles),
  apiProcesses: setting('SAMVAD_PROCESSES', '1', 'API processes on this machine, sharing the port', integer(1, 256)),
  databaseConnectionsMax: setting(
    'SAMVAD_DATABASE_CONNECTIONS',
    '12',
    'connections for transactions, per process; reads and sending have three more',
    integer(2, 500),
  ),
  sandbox: setting(
    'SAMVAD_SANDBOX',
    'auto',
    "`auto` = a sandbox for each channel and gateway that never had a real account; `on` = all of them, but the gateway's never once a real one was configured; `off` = none",
    oneOf(['auto', 'on', 'off']),
  ),
  sandboxDebitNoticeSeconds: setting(
    'SAMVAD_SANDBOX_DEBIT_NOTICE',
    '0',
    'seconds that the sandbox gateway waits between announcing an automatic debit and debiting; real gateways wait a day',
    integer(0, 30 * 86_400),
  ),
  emailTemplateApproval: setting(
    'SAMVAD_EMAIL_TEMPLATE_APPROVAL',
    'automatic',
    '`automatic` = an email template is approved when it is submitted; `operator` = an operator approves it, as they do SMS templates',
    oneOf(['automatic', 'operator']),
  ),
  smtpUrl: secret(
    setting(
      'SAMVAD_SMTP_URL',
      '',
      "the installation's mail server, `smtp://user:password@host:587` or `smtps://…`; empty = the sandbox, unless there ever was one",
      mailServerUrl,
    ),
  ),
  ...cloudApiSettings,
  ...mailSettings,
  ...noticeSettings,
  allowedNetworks: setting(
    'SAMVAD_ALLOWED_NETWORKS',
    '',
    'private networks that mail servers chosen by organizations may be in, such as `10.1.0.0/16,fd00::/8`; empty = none',
    networks,
  ),
  secretKey: secret(
    setting(
      'SAMVAD_SECRET_KEY',
      '',
      'key that encrypts stored secrets, 64 hex digits; empty = created once in `DATA_DIR/secret.key`. Comma-separated list: the first encrypts, all decrypt',
      optionalKeys,
    ),
  ),
  backupPassphrase: secret(
    setting(
      'SAMVAD_BACKUP_PASSPHRASE',
      '',
      'passphrase that `samvad backup` encrypts with and `samvad restore` opens with; empty = none, unless an option says one',
      optionalText,
    ),
  ),
  ...archiveSettings,
  ...attachmentSettings,
  requestsPerMinuteMax: setting(
    'SAMVAD_REQUESTS_PER_MINUTE',
    '3000000',
    'requests a minute of one token in one process; protects the server, never limits how many messages may be sent',
    integer(1, 1_000_000_000),
  ),
  connectionsMax: setting(
    'SAMVAD_CONNECTIONS_MAX',
    '10000',
    'open connections to one API process; a quarter of them from one address, unless a proxy is trusted',
    integer(10, 1_000_000),
  ),
  trustProxy: setting(
    'SAMVAD_TRUST_PROXY',
    '0',
    'the proxies whose `X-Forwarded-For` is believed, read from the right: how many stand in front, or their addresses and networks such as `10.0.0.0/8,fd00::/8,loopback`; 0 = none',
    readTrustedProxies,
  ),
  logLevel: setting(
    'SAMVAD_LOG_LEVEL',
    'info',
    'least severity that is logged',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  ),
  ...tracingSettings,
  eventsKeptDays: setting(
    'SAMVAD_EVENTS_KEPT_DAYS',
    '30',
    'days after which events are deleted; one that somebody still waits for stays',
    integer(1, 3650),
  ),
  rechargeMaxRupees: setting(
    'SAMVAD_RECHARGE_MAX',
    '1000000',
    'most credit of one recharge, in whole rupees',
    integer(100, 100_000_000),
  ),
  bankHolidays: setting(
    'SAMVAD_BANK_HOLIDAYS',
    '',
    'bank holidays besides those that are known, such as `2027-03-22,2027-10-29`: when a refund should arrive counts business days',
    dates,
  ),
  rechargeTax: setting(
    'SAMVAD_RECHARGE_TAX',
    'exclusive',
    '`exclusive` = GST comes on top of the amount of a recharge; `inclusive` = the amount is what is paid, and the credit is what is left after tax',
    oneOf(['exclusive', 'inclusive']),
  ),
  supplierName: setting('SAMVAD_SUPPLIER_NAME', 'Samvad', 'name of the supplier on invoices', text),
  supplierGstin: setting(
    'SAMVAD_SUPPLIER_GSTIN',
    '',
    "the supplier's GSTIN",
    (value) => ungrouped(value).toUpperCase() || null,
  ),
  supplierState: setting(
    'SAMVAD_SUPPLIER_STATE',
    '29',
    "GST code of the supplier's state (29 = Karnataka): decides CGST and SGST, or IGST",
    stateCode,
  ),
  supplierAddress: setting('SAMVAD_SUPPLIER_ADDRESS', '', "the supplier's address, lines separated by `;`", text),
  supplierEmail: setting('SAMVAD_SUPPLIER_EMAIL', '', 'where questions about invoices go', optionalMailAddress),
  supplierSac: setting('SAMVAD_SUPPLIER_SAC', '998413', 'service accounting code on invoices', accountingCode),
}

export class SettingsError extends Error {}

/** The settings of an environment, or a SettingsError that names every one that is wrong and how to mend it. */
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
