// The settings of mail: as whom it leaves, the domain whose mail comes in, and the receiver.

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
  /** Whose mail comes here, in small letters; null when none does. */
  mailDomain: string | null
  smtpVerp: 'on' | 'off'
  /** 0: no mail is received. */
  mailInPort: number
  mailInHost: string
  /** The file. */
  mailInCertificate: string | null
  /** As `address` or `address:port`; null: those of the machine. */
  dnsServer: string | null
  /** Without its last slash; null: Amazon's own hosts. */
  snsUrl: string | null
  /** Private ones that pictures of mails may be fetched from: outsiders choose where these lie. */
  pictureNetworks: readonly string[]
}

export const mailSettings = {
  smtpFrom: setting(
    'SAMVAD_SMTP_FROM',
    'Samvad <no-reply@samvad.example>',
    'sender of mail when the organization has set none',
    text,
  ),
  smtpMessagesPerSecond: setting(
    'SAMVAD_SMTP_MESSAGES_PER_SECOND',
    '',
    'mails a second that leave through `SAMVAD_SMTP_URL`, of all organizations and processes together; empty = no limit',
    optionalInteger(1, 5000),
  ),
  mailDomain: setting(
    'SAMVAD_MAIL_DOMAIN',
    '',
    'domain whose mail comes to this installation, such as `in.samvad.example`: of return paths, reply addresses and unsubscribing by mail; empty = none of these is used',
    mailDomain,
  ),
  smtpVerp: setting(
    'SAMVAD_SMTP_VERP',
    'on',
    '`off` = mail through `SAMVAD_SMTP_URL` leaves with the sender as its envelope sender, for servers that refuse a return path of each mail',
    oneOf(['on', 'off']),
  ),
  mailInPort: setting(
    'SAMVAD_MAIL_IN_PORT',
    '0',
    'port on which the worker receives mail for `SAMVAD_MAIL_DOMAIN` by SMTP, such as 25 or 2525; 0 = it receives none',
    integer(0, 65535),
  ),
  mailInHost: setting('SAMVAD_MAIL_IN_HOST', '0.0.0.0', 'address on which mail is received; `::` for all', text),
  mailInCertificate: setting(
    'SAMVAD_MAIL_IN_CERTIFICATE',
    '',
    'file with the certificate and its key in PEM that STARTTLS is offered with, read again when it changes; empty = a self-made one',
    optionalText,
  ),
  dnsServer: setting(
    'SAMVAD_DNS_SERVER',
    '',
    'DNS server that is asked for the records of sender domains and of mail, as `address` or `address:port`; empty = those of the machine',
    dnsServerAddress,
  ),
  snsUrl: setting(
    'SAMVAD_SNS_URL',
    '',
    "where Amazon SNS's certificates are and subscriptions are confirmed, instead of at Amazon's hosts: only for tests and proxies, as whoever answers there says what Amazon signed",
    publicAddress,
  ),
  pictureNetworks: setting(
    'SAMVAD_PICTURE_NETWORKS',
    '',
    'private networks that pictures in mails may be fetched from when somebody asks to see them; empty = none',
    networks,
  ),
}

/** What does not fit together, a sentence each. */
export function mailFaults({ mailDomain, mailInPort }: Pick<MailSettings, 'mailDomain' | 'mailInPort'>): string[] {
  const { mailInPort: port, mailDomain: domain } = mailSettings
  return mailInPort !== 0 && mailDomain === null
    ? [`${port.name}: requires ${domain.name}, the domain to receive mail for`]
    : []
}
