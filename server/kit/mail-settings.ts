// Settings of email: the sender, the domain for incoming email, and the SMTP receiver.

import { setting } from './setting.ts'
import {
  dnsServerAddress,
  integer,
  mailDomain,
  networks,
  oneOf,
  optionalInteger,
  optionalText,
  publicAddress,
  text,
} from './setting-readers.ts'

export interface MailSettings {
  smtpFrom: string
  /** Null: no limit. */
  smtpMessagesPerSecond: number | null
  /** Domain of incoming email, in lower case; null if not set. */
  mailDomain: string | null
  smtpVerp: 'on' | 'off'
  /** 0: the receiver is off. */
  mailInPort: number
  mailInHost: string
  /** Path of the PEM file. */
  mailInCertificate: string | null
  /** `address` or `address:port`; null: the system's DNS servers. */
  dnsServer: string | null
  /** Without a trailing slash; null: Amazon's hosts. */
  snsUrl: string | null
  /** Separate from `allowedNetworks`, because the senders of emails choose the addresses of images. */
  pictureNetworks: readonly string[]
}

export const mailSettings = {
  smtpFrom: setting(
    'SAMVAD_SMTP_FROM',
    'Samvad <no-reply@samvad.example>',
    'Default sender of email, for organizations that have not set their own.',
    text,
  ),
  smtpMessagesPerSecond: setting(
    'SAMVAD_SMTP_MESSAGES_PER_SECOND',
    '',
    'Maximum emails per second through `SAMVAD_SMTP_URL`, across all organizations and processes. Empty = no limit.',
    optionalInteger(1, 5000),
  ),
  mailDomain: setting(
    'SAMVAD_MAIL_DOMAIN',
    '',
    'Domain whose mail is routed to this installation, such as `in.samvad.example`. Used for return paths, reply addresses and unsubscribe addresses. Empty = none of these are used.',
    mailDomain,
  ),
  smtpVerp: setting(
    'SAMVAD_SMTP_VERP',
    'on',
    '`on` = each email through `SAMVAD_SMTP_URL` has its own return path in `SAMVAD_MAIL_DOMAIN`. `off` = the sender is the envelope sender, for mail servers that reject other return paths.',
    oneOf(['on', 'off']),
  ),
  mailInPort: setting(
    'SAMVAD_MAIL_IN_PORT',
    '0',
    'Port on which the worker receives mail for `SAMVAD_MAIL_DOMAIN` over SMTP, such as 25 or 2525. `0` = off.',
    integer(0, 65535),
  ),
  mailInHost: setting(
    'SAMVAD_MAIL_IN_HOST',
    '0.0.0.0',
    'Address on which the worker receives mail. `::` = all addresses.',
    text,
  ),
  mailInCertificate: setting(
    'SAMVAD_MAIL_IN_CERTIFICATE',
    '',
    'PEM file with the certificate and its private key for STARTTLS. Reloaded when it changes. Empty = a self-signed certificate.',
    optionalText,
  ),
  dnsServer: setting(
    'SAMVAD_DNS_SERVER',
    '',
    "DNS server for sender domain and mail lookups, as `address` or `address:port`. Empty = the system's DNS servers.",
    dnsServerAddress,
  ),
  snsUrl: setting(
    'SAMVAD_SNS_URL',
    '',
    "Base URL for Amazon SNS certificates and subscription confirmations, instead of Amazon's hosts. Only for tests and proxies: a server at this URL can forge signed SNS messages.",
    publicAddress,
  ),
  pictureNetworks: setting(
    'SAMVAD_PICTURE_NETWORKS',
    '',
    'Private networks, comma-separated, from which images in received mail may be loaded when a user chooses to show them. Empty = none.',
    networks,
  ),
}

/** Errors in combinations of settings, one sentence each. */
export function mailFaults({ mailDomain, mailInPort }: Pick<MailSettings, 'mailDomain' | 'mailInPort'>): string[] {
  const { mailInPort: port, mailDomain: domain } = mailSettings
  return mailInPort !== 0 && mailDomain === null
    ? [`${port.name}: requires ${domain.name}, the domain to receive mail for`]
    : []
}
