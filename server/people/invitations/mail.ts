// The mail of an invitation. What an organization calls itself is written by strangers: one short line, and escaped.

import type { InvitationRow } from './queries.ts'

const NAME_MAX = 80
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string)

export function shortLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return [...line].length > NAME_MAX ? `${[...line].slice(0, NAME_MAX - 1).join('')}…` : line
}

export function letterOf({ expires_at }: InvitationRow, organization: string, role: string, url: string) {
  const [name, as] = [shortLine(organization), shortLine(role)]
  const until = `${new Date(expires_at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const unknown = `If you do not know ${name}, ignore this mail: nothing happens, and nobody learns whether you read it.`
  return {
    subject: `Invitation to ${name}`,
    text: `You are invited to join ${name} with the role ${as}.

Accept here, until ${until}; the link works once:
${url}

${unknown}
`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Invitation</title></head>
<body style="font:16px/1.5 sans-serif;max-width:34rem;margin:0 auto;padding:16px">
<p>You are invited to join <strong>${escape(name)}</strong> with the role ${escape(as)}.</p>
<p><a href="${escape(url)}">Accept the invitation</a></p>
<p>Until ${until}; the link works once. ${escape(unknown)}</p>
</body></html>
`,
  }
}
