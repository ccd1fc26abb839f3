// What somebody sees behind the link of an invitation.

import type { PageLanguage } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import { fieldTextIn } from '#kit/field-texts.ts'
import type { Refusal } from '#kit/refusals.ts'
import { refusalsInHindi } from '#kit/refusals-in-hindi.ts'
import { DISPLAY_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#people/identity/rules.ts'
import type { Asked } from './rules.ts'
import { type Words, words } from './words.ts'

const HEADERS = {
  ...pageHeaders(),
  // Nothing is told to any other site. With no-referrer browsers would also hide from us that the form is our own.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

export interface InvitationView {
  organization: string
  role: string
  email: string
  asked: Exclude<Asked, 'impossible'>
  /** As typed before; what it was called before is nobody's business. */
  displayName: string
  fault: string | null
}

export function askPage(
  view: InvitationView,
  language: PageLanguage,
  status = 200,
  headers: Record<string, string> = {},
): Reply {
  const say = words[language]
  const { organization, role, email, asked, fault } = view
  const content = `<h1>${say.join(escape(organization))}</h1>
<p>${say.invited(escape(email), `<strong>${escape(role)}</strong>`)}</p>
${fault === null ? '' : `<p class="bad" role="alert">${escape(fault)}</p>\n`}${asked === 'nothing' ? `<p>${say.memberAlready}</p>` : form(say, view, email)}`
  return page(language, say.invitation, content, status, headers)
}

function form(say: Words, { asked, displayName }: InvitationView, email: string): string {
  const user = `<input type="hidden" autocomplete="username" value="${escape(email)}" disabled>`
  if (asked === 'prove')
    return `<form method="post">${user}
<label>${say.password}<input type="password" name="password" autocomplete="current-password" maxlength="${PASSWORD_MAX}" required></label>
<button class="main">${say.joinNow}</button>
</form>
<p class="note">${say.nothingElse}</p>`
  return `<form method="post">${user}
<label>${say.name}<input name="display_name" autocomplete="name" maxlength="${DISPLAY_NAME_MAX}" value="${escape(displayName)}" required></label>
<label>${say.newPassword}<input type="password" name="password" autocomplete="new-password" minlength="${PASSWORD_MIN}" maxlength="${PASSWORD_MAX}" required></label>
<button class="main">${say.joinNow}</button>
</form>
<p class="note">${asked === 'make_own' ? say.makeOwn : say.yours}</p>`
}

export function donePage(language: PageLanguage, organization: string, cookies: string[]): Reply {
  const say = words[language]
  const isSignedIn = cookies.length > 0
  const content = `<h1>${say.welcomeTo(escape(organization))}</h1>
<p role="status">${isSignedIn ? say.memberSignedIn : say.memberNow}</p>
<p class="note">${isSignedIn ? say.close : say.signIn}</p>`
  const reply = page(language, say.welcome, content, 200)
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookies } }
}

/** One page for a token that is wrong, used, revoked or too old: it tells nothing else. */
export function nonePage(language: PageLanguage): Reply {
  const { none, noneDetail, noneRemedy } = words[language]
  const content = `<h1>${none}</h1>
<p>${noneDetail}</p>
<p class="note">${noneRemedy}</p>`
  return page(language, none, content, 404)
}

/** Of a form that another site sent. */
export function elsewherePage(language: PageLanguage): Reply {
  const { elsewhere, elsewhereDetail } = words[language]
  return page(language, elsewhere, `<h1>${elsewhere}</h1>\n<p class="bad" role="alert">${elsewhereDetail}</p>`, 403)
}

/** What was wrong, to whoever typed it. */
export function faultOf(language: PageLanguage, { code, message, errors: [fault] }: Refusal): string {
  const { wrongPassword, fields } = words[language]
  if (code === 'sign_in_failed') return wrongPassword
  if (language === 'en') return message
  if (fault === undefined) return refusalsInHindi[code]
  return `${fields[fault.field] ?? fault.field}: ${fieldTextIn(language, fault.message)}`
}

function page(
  language: PageLanguage,
  title: string,
  body: string,
  status: number,
  headers: Record<string, string> = {},
): Reply {
  return pageReply({ title, body, language }, { status, headers: { ...HEADERS, ...headers } })
}
