// Notices by mail: through the installation's mail server, never through one that an organization configured. Retries
// have the same Message-ID.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { SystemMail } from '#kit/system-mail.ts'
import { publicId } from '#kit/wire.ts'
import type { Notice, NoticeCarrier } from './carrier.ts'
import { type Section, shortLine } from './facts.ts'
import { PREFERENCES_PAGE } from './links.ts'
import * as queries from './people-queries.ts'
import type { Language } from './texts.ts'

const NAME_MAX = 80
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string)

interface AddressRow {
  email: string
  is_proven: boolean
  organization: string
}

export function createMailCarrier({ database, settings }: App, mail: SystemMail): NoticeCarrier {
  return {
    async send(notice) {
      const to = await database.reads.row<AddressRow>(queries.addressOf(notice.organizationId, notice.userId))
      if (!to) return { became: 'unreachable', detail: 'They have no address.' }
      const carrier = await mail.carrier()
      // Sandbox mail reaches nobody. A real mail to an unverified address may reach a stranger.
      if (carrier !== 'sandbox' && !to.is_proven) return { became: 'unreachable', detail: 'Nobody proved the address.' }
      const letter = {
        messageName: publicId('ntf', notice.id),
        organizationId: notice.organizationId as Uuid,
        onlyFor: notice.userId as Uuid,
        to: to.email,
        at: notice.at,
        ...letterOf(notice, to.organization, `${settings.publicUrl}${PREFERENCES_PAGE}`),
      }
      const { became, detail, mayHaveLeft } = await mail.send(letter, carrier)
      return { became: mayHaveLeft === true ? 'unknown' : became, detail }
    },
    close: () => mail.close(),
  }
}

const words = {
  en: {
    more: 'View in the console',
    because: (name: string) => `You receive this email as a member of ${name}. Choose what you are notified about:`,
    choose: 'Notification settings',
  },
  hi: {
    more: 'कंसोल में देखें',
    because: (name: string) => `यह ईमेल आपको ${name} के सदस्य होने के नाते मिला है। कौन-सी सूचनाएँ मिलें, यहाँ चुनें:`,
    choose: 'सूचनाओं की सेटिंग',
  },
} satisfies Record<Language, unknown>

export function letterOf(
  { language, title, text, details = [], url }: Notice,
  organization: string,
  preferences: string,
) {
  const { more, because, choose } = words[language]
  const name = shortLine(organization, NAME_MAX)
  const link = url === null ? '' : `\n${more}: ${url}\n`
  const linked = url === null ? '' : `\n<p><a href="${escape(url)}">${escape(more)}</a></p>`
  return {
    subject: shortLine(`${title} · ${name}`, 2 * NAME_MAX),
    text: `${title}\n\n${text}\n${details.map(sectionAsText).join('')}${link}\n-- \n${because(name)}\n${preferences}\n`,
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:34rem;margin:0 auto;padding:16px;overflow-wrap:anywhere">
<h1 style="font-size:20px;margin:0 0 12px">${escape(title)}</h1>
<p>${linkify(text)}</p>${details.map(sectionAsHtml).join('')}${linked}
<p style="font-size:13px;opacity:.75;border-top:1px solid #8884;padding-top:12px">${escape(because(name))}
<a href="${escape(preferences)}">${escape(choose)}</a></p>
</body></html>
`,
  }
}

const sectionAsText = ({ heading, lines }: Section): string =>
  `\n${heading}:\n${lines.map((line) => `- ${line}\n`).join('')}`

const sectionAsHtml = ({ heading, lines }: Section): string => `
<h2 style="font-size:16px;margin:16px 0 4px">${escape(heading)}</h2>
<ul style="margin:0;padding-left:20px">${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`

/** The text contains payment links. */
const linkify = (text: string): string =>
  escape(text).replace(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`)
