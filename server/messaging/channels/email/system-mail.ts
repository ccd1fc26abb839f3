// The program's own mail (kit/system-mail.ts) by SMTP: the installation's mail server, or the sandbox's on loopback.

import { mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { englishOf } from '#kit/messages/details.ts'
import { systemMails } from '#kit/metrics.ts'
import { SANDBOX_USER_HEADER, type SystemLetter, type SystemMail } from '#kit/system-mail.ts'
import { publicId } from '#kit/wire.ts'
import { systemCarrier } from './actions.ts'
import { classify } from './replies.ts'
import { readSender, type Sender } from './rules.ts'
import type { SandboxMail } from './smtp.ts'
import { subjectOf } from './subject.ts'
import { type Destination, type Progress, Transports } from './transports.ts'

/** Shorter than a mail's lease, whatever the server does. */
const HANDOVER_TIMEOUT_MS = 40_000

export function createSystemMail(app: App, sandbox: SandboxMail): SystemMail {
  const { settings } = app
  const transports = new Transports(() => mustNotBeFenced(app))
  const sender = readSender(settings.smtpFrom)
  if ('message' in sender) throw new Error(`SAMVAD_SMTP_FROM ${sender.message}`)

  const { value: from } = sender

  return {
    carrier: () => systemCarrier(app.database.reads, settings),
    async send(letter, carrier) {
      const sent = await send(letter, carrier)
      systemMails.inc({ outcome: sent.became })
      return sent
    },
    close: () => transports.close(),
  }

  async function send(...[letter, carrier]: Parameters<SystemMail['send']>): ReturnType<SystemMail['send']> {
    if (carrier === 'none') return { became: 'deferred', detail: 'No mail server is set up: SAMVAD_SMTP_URL.' }
    const progress: Progress = { hasBegun: () => false, hasEnded: () => false }
    try {
      const destination: Destination =
        carrier === 'sandbox'
          ? { loopback: await sandbox.serverFor(letter.organizationId) }
          : { url: settings.smtpUrl as string }
      const key = carrier === 'sandbox' ? `sandbox:${letter.organizationId}` : 'installation'
      const mail = compose(letter, from, carrier === 'sandbox')
      const options = { ...mail, progress } as typeof mail
      const { messageId } = await transports.send(key, destination, options, { ms: HANDOVER_TIMEOUT_MS })
      return { became: 'sent', detail: messageId }
    } catch (error) {
      const result = classify(error as Error, progress.hasBegun())
      const detail = 'detail' in result ? englishOf(result.detail) : ''
      // A mail that may have been sent is sent again: a duplicate invitation is better than none.
      const became = result.outcome === 'refused' ? 'refused' : 'deferred'
      return { became, detail, mayHaveLeft: result.outcome === 'unknown' }
    }
  }
}

function compose(
  { messageName, onlyFor, to, subject, text, html, at }: SystemLetter,
  sender: Sender,
  isSandbox: boolean,
) {
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  return {
    from: sender,
    to: { name: '', address: to },
    envelope: { from: sender.address, to: [to] },
    messageId: `<${messageName}@${domain}>`,
    date: at,
    text,
    html,
    // RFC 3834 §5: prevents automatic replies.
    headers: {
      Subject: subjectOf(subject),
      'Auto-Submitted': 'auto-generated',
      ...(isSandbox && onlyFor && { [SANDBOX_USER_HEADER]: publicId('user', onlyFor) as string }),
    },
  }
}
