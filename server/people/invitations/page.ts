// The page that an invitation link opens.

import type { PageLanguage } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import { fieldErrorText } from '#kit/messages/field-errors.ts'
import { reasonText } from '#kit/messages/reasons.ts'
import { titles } from '#kit/messages/titles.ts'
import type { Refusal } from '#kit/refusals.ts'
import { DISPLAY_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#people/identity/rules.ts'
import type { Asked } from './rules.ts'
import { roleIn, type Words, words } from './words.ts'

const HEADERS = {
  ...pageHeaders(),
  // Other sites get no referrer. With no-referrer browsers would also hide from us that the form is our own.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

export interface InvitationView {
  organization: string
  role: string
  /** The name of a built-in role; null for a custom one. */
  roleName: string | null
  email: string
  asked: Exclude<Asked, 'impossible'>
  /** The URL of the organization's inbox in the console. */
  inbox: string
  /** As typed before; the account's existing name is not shown. */
  displayName: string
  error: string | null
}

export function askPage(
  view: InvitationView,
  language: PageLanguage,
  status = 200,
  headers: Record<string, string> = {},
): Reply {
  const say = words[language]
  const { organization, email, asked, inbox, error } = view
  const role = roleIn(language, view.roleName) ?? view.role
  const rest =
    asked === 'nothing' ? `<p>${say.memberAlready}</p>\n${onward(inbox, say.toInbox)}` : form(say, view, email)
  const content = `<h1>${say.join(escape(organization))}</h1>
<p>${say.invited(escape(email), `<strong>${escape(role)}</strong>`)}</p>
${error === null ? '' : `<p class="bad" role="alert">${escape(error)}</p>\n`}${rest}`
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
<label>${say.name}<input name="display_name" autocomplete="name" maxlength="${DISPLAY_NAME_MAX}" pattern=".*\\S.*" value="${escape(displayName)}" required></label>
<label>${say.newPassword}<input type="password" name="password" autocomplete="new-password" minlength="${PASSWORD_MIN}" maxlength="${PASSWORD_MAX}" required></label>
<button class="main">${say.joinNow}</button>
</form>
<p class="note">${asked === 'make_own' ? say.makeOwn : say.yours}</p>`
}

/** Every page without a form offers a next step. */
const onward = (address: string, text: string) => `<p><a class="button main" href="${escape(address)}">${text}</a></p>`

const CONSOLE = '/console/'

/** Signs the new member in and opens the console where they work. */
export const enter = (address: string, cookies: string[]): Reply => ({
  status: 303,
  location: address,
  headers: { 'set-cookie': cookies, 'cache-control': 'no-store' },
})

/** For a member whose account requires a second factor: signing in leads to `address`. */
export function signInPage(language: PageLanguage, organization: string, address: string): Reply {
  const say = words[language]
  const within = address.slice(CONSOLE.length - 1)
  const content = `<h1>${say.welcomeTo(escape(organization))}</h1>
<p role="status">${say.memberNow}</p>
<p>${say.signIn}</p>
${onward(`${CONSOLE}sign-in?to=${encodeURIComponent(within)}`, say.toSignIn)}`
  return page(language, say.welcome, content, 200)
}

/** One page for a token that is invalid, used, revoked or expired, without further details. */
export function nonePage(language: PageLanguage): Reply {
  const { none, noneDetail, noneRemedy, toConsole } = words[language]
  const content = `<h1>${none}</h1>
<p>${noneDetail}</p>
<p>${noneRemedy}</p>
${onward(CONSOLE, toConsole)}`
  return page(language, none, content, 404)
}

/** For a form that another site submitted. */
export function elsewherePage(language: PageLanguage): Reply {
  const { elsewhere, elsewhereDetail, toConsole } = words[language]
  const content = `<h1>${elsewhere}</h1>
<p class="bad" role="alert">${elsewhereDetail}</p>
${onward(CONSOLE, toConsole)}`
  return page(language, elsewhere, content, 403)
}

/** The error in the submitted form, in the page's language. */
export function errorText(language: PageLanguage, { code, reason, params, errors: [error] }: Refusal): string {
  const { wrongPassword, fields } = words[language]
  if (code === 'sign_in_failed') return wrongPassword
  if (error?.code !== undefined)
    return `${fields[error.field] ?? error.field}: ${fieldErrorText(language, error.code, error.params ?? {})}`
  return (reason === null ? null : reasonText(language, reason, params)) ?? titles[language][code]
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
