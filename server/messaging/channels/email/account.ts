// An organization's account with a mail server.

import { isIP } from 'node:net'
import type { MayReach } from '#kit/networks.ts'
import { invalid } from '#kit/refusals.ts'
import type { AccountKind } from '../accounts/kind.ts'
import { testConnection } from './connection-test.ts'
import { type EmailSettings, emailCarrier, readSender } from './rules.ts'
import { EmailAccount, NewEmailAccount, showEmailAccount } from './schema.ts'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/i
const PORT_DEFAULT = 587
/** The port on which mail servers speak TLS from the first byte: RFC 8314 §3.3. */
const IMPLICIT_TLS_PORT = 465

export const emailAccount: AccountKind<NewEmailAccount, EmailSettings> = {
  noun: 'email account',
  says: {
    retrieve: {
      operationId: 'retrieveEmailAccount',
      summary: 'Retrieve the email account',
      description:
        "Returns the organization's own mail server and which account sends its email now. The password is never returned.",
    },
    set: {
      operationId: 'setEmailAccount',
      summary: 'Set the email account',
      description:
        "Sends the organization's email through this mail server from now on. Replaces all settings of the account. With `inbound`, an email provider reports inbound email, deliveries, bounces and complaints by webhook: enter `inbound.callback_url` at the provider.",
    },
    remove: {
      operationId: 'removeEmailAccount',
      summary: 'Remove the email account',
      description:
        "From now on, email is sent through the installation's mail server; if it has none, email is refused (`channel_unavailable`). Messages that are already waiting wait up to a day for this account to be set again; no other account sends them. The sandbox does not come back.",
    },
    test: {
      operationId: 'testEmailAccount',
      summary: 'Test the email account',
      description: 'Connects to the mail server and signs in. Sends no message.',
    },
  },
  example: {
    host: 'smtp.mailgun.example',
    user: 'postmaster@asha.example',
    password: 'a password',
    from: 'Asha Textiles <hello@asha.example>',
    inbound: { provider: 'mailgun', signing_key: '0123456789abcdef0123456789abcdef' },
  },
  given: NewEmailAccount,
  shown: EmailAccount,
  secretField: 'password',
  secretGoesWith: ['host', 'port', 'user'],
  before: { reply_to: null, verp: true, messages_per_second: null, inbound: null, inbound_topic_arn: null },
  isCalledBack: true,
  callbackGoesWith: ['inbound', 'inbound_topic_arn'],
  callbackSecretOf: ({ inbound }) => inbound?.signing_key,
  settingsOf,
  secretOf: ({ password }) => {
    if (password && (/[\0\r\n]/.test(password) || !password.isWellFormed())) throw invalid('password', 'not_one_line')
    return password
  },
  mustFit({ user, inbound }, hasSecret, hasCallbackSecret) {
    if (inbound === 'mailgun' && !hasCallbackSecret)
      throw invalid('inbound.signing_key', 'required_for', { value: 'Mailgun' })
    if (user === null && hasSecret) throw invalid('user', 'required_with', { other: 'password' })
    if (user !== null && !hasSecret) throw invalid('password', 'required_with', { other: 'user' })
  },
  realSince: 'real_email_since',
  wasReal: ({ real_email_since }) => real_email_since !== null,
  carrierOf: emailCarrier,
  show: showEmailAccount,
  test: (settings, password, app) => testConnection({ ...settings, password }, app),
}

function settingsOf(given: NewEmailAccount, mayReach: MayReach): EmailSettings {
  const { host, port = PORT_DEFAULT, secure = port === IMPLICIT_TLS_PORT, user = null, from } = given
  const { reply_to = null, verp = true, messages_per_second = null, inbound = null } = given
  if (isIP(host) === 0 && !HOST_NAME.test(host)) throw invalid('host', 'not_a_host')
  if (isIP(host) !== 0 && !mayReach(host)) throw invalid('host', 'host_not_public')
  if (user !== null && /\p{Cc}/u.test(user)) throw invalid('user', 'not_one_line')
  const sender = readSender(from)
  if ('message' in sender) throw invalid('from', sender)
  const replyTo = reply_to === null ? null : readSender(reply_to)
  if (replyTo !== null && 'message' in replyTo) throw invalid('reply_to', replyTo)
  const topicArn = inbound?.topic_arn ?? null
  if (inbound?.provider === 'ses' && topicArn === null)
    throw invalid('inbound.topic_arn', 'required_for', { value: 'Amazon SES' })
  if (inbound !== null && inbound.provider !== 'ses' && topicArn !== null)
    throw invalid('inbound.topic_arn', 'only_for', { value: 'Amazon SES' })
  if (inbound !== null && inbound.provider !== 'mailgun' && inbound.signing_key !== undefined)
    throw invalid('inbound.signing_key', 'only_for', { value: 'Mailgun' })
  const called = { inbound: inbound?.provider ?? null, inbound_topic_arn: topicArn }
  return { host, port, secure, user, from, reply_to, verp, messages_per_second, ...called }
}
