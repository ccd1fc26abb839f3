// What somebody sees behind the link of an invitation.

import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import { DISPLAY_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#people/identity/rules.ts'
import type { Asked } from './rules.ts'

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

export function askPage(view: InvitationView, status = 200, headers: Record<string, string> = {}): Reply {
  const { organization, role, email, asked, fault } = view
  const content = `<h1>Join ${escape(organization)}</h1>
<p>You, ${escape(email)}, are invited with the role <strong>${escape(role)}</strong>.</p>
${fault === null ? '' : `<p class="bad" role="alert">${escape(fault)}</p>\n`}${asked === 'nothing' ? `<p>You are a member already; there is nothing left to do.</p>` : form(view, email)}`
  return page('Invitation', content, status, headers)
}

function form({ asked, displayName }: InvitationView, email: string): string {
  const user = `<input type="hidden" autocomplete="username" value="${escape(email)}" disabled>`
  if (asked === 'prove')
    return `<form method="post">${user}
<label>Your password, the one that you sign in with here<input type="password" name="password" autocomplete="current-password" maxlength="${PASSWORD_MAX}" required></label>
<button class="main">Join</button>
</form>
<p class="note">Nothing else of yours changes: your name and your password stay as they are.</p>`
  const note =
    asked === 'make_own'
      ? `<p class="note">There is an account with this address, and nobody ever proved that the address is theirs. Now you do: with this password the account becomes yours, and every earlier sign-in and token of it ends.</p>`
      : `<p class="note">The name and the password are yours: no organization can change them.</p>`
  return `<form method="post">${user}
<label>Your name<input name="display_name" autocomplete="name" maxlength="${DISPLAY_NAME_MAX}" value="${escape(displayName)}" required></label>
<label>A new password of at least ${PASSWORD_MIN} characters<input type="password" name="password" autocomplete="new-password" minlength="${PASSWORD_MIN}" maxlength="${PASSWORD_MAX}" required></label>
<button class="main">Join</button>
</form>
${note}`
}

export function donePage(organization: string, cookies: string[]): Reply {
  const content = `<h1>Welcome to ${escape(organization)}</h1>
<p role="status">You are a member now${cookies.length > 0 ? ', and signed in on this device' : ''}.</p>
<p class="note">${cookies.length > 0 ? 'You can close this page.' : 'Sign in to go on: your account asks for a second step.'}</p>`
  const reply = page('Welcome', content, 200)
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookies } }
}

/** One page for a token that is wrong, used, revoked or too old: it tells nothing else. */
export function nonePage(): Reply {
  const content = `<h1>No such invitation</h1>
<p>This invitation does not exist, or is over: it was used, withdrawn, or is older than 7 days.</p>
<p class="note">Ask whoever invited you for a new one.</p>`
  return page('No such invitation', content, 404)
}

/** Another refusal, for people. */
export function faultPage(status: number, title: string, detail: string): Reply {
  return page(title, `<h1>${escape(title)}</h1>\n<p class="bad" role="alert">${escape(detail)}</p>`, status)
}

function page(title: string, body: string, status: number, headers: Record<string, string> = {}): Reply {
  return pageReply({ title, body }, { status, headers: { ...HEADERS, ...headers } })
}
