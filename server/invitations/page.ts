// What somebody sees behind the link of an invitation: no script, one style, nothing from elsewhere, at home on a phone and in the dark.

import { hash } from 'node:crypto'
import type { Reply } from '#edge/route.ts'
import { DISPLAY_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#identity/rules.ts'
import { escape } from './mail.ts'
import type { Asked } from './rules.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #16202a; --muted: #55636f; --paper: #fff; --back: #eef3f3; --line: #7d8a95; --accent: #0b5d57; --on: #fff; --bad: #a3291f }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eef2; --muted: #a9b6c2; --paper: #17202a; --back: #0e151b; --line: #6d7c89; --accent: #5ccdbf; --on: #08211e; --bad: #ff9388 } }
* { box-sizing: border-box }
body { margin: 0; padding: 1.5rem 1rem; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; overflow-wrap: anywhere }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.3 }
p { margin: 0 0 1rem }
label { display: block; margin: 0 0 1rem; font-weight: 600 }
label small { display: block; color: var(--muted); font-weight: 400 }
input { display: block; width: 100%; margin-top: .25rem; padding: .6rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px }
button { width: 100%; padding: .75rem 1rem; border: 0; border-radius: 10px; background: var(--accent); color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
.bad { color: var(--bad); font-weight: 600 }
.note { color: var(--muted); font-size: .875rem; margin: 1rem 0 0 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  // Nothing is told to any other site. With no-referrer browsers would also hide from us that the form is our own.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
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
<label>Your password <small>The one that you sign in with here.</small><input type="password" name="password" autocomplete="current-password" maxlength="${PASSWORD_MAX}" required></label>
<button>Join</button>
</form>
<p class="note">Nothing else of yours changes: your name and your password stay as they are.</p>`
  const note =
    asked === 'make_own'
      ? `<p class="note">There is an account with this address, and nobody ever proved that the address is theirs. Now you do: with this password the account becomes yours, and every earlier sign-in and token of it ends.</p>`
      : `<p class="note">The name and the password are yours: no organization can change them.</p>`
  return `<form method="post">${user}
<label>Your name<input name="display_name" autocomplete="name" maxlength="${DISPLAY_NAME_MAX}" value="${escape(displayName)}" required></label>
<label>A new password <small>At least ${PASSWORD_MIN} characters.</small><input type="password" name="password" autocomplete="new-password" minlength="${PASSWORD_MIN}" maxlength="${PASSWORD_MAX}" required></label>
<button>Join</button>
</form>
${note}`
}

export function donePage(organization: string, cookies: string[]): Reply {
  const content = `<h1>Welcome to ${escape(organization)}</h1>
<p role="status">You are a member now, and signed in on this device.</p>
<p class="note">You can close this page.</p>`
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

function page(title: string, content: string, status: number, headers: Record<string, string> = {}): Reply {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return {
    status,
    raw: { contentType: 'text/html; charset=utf-8', content: html },
    headers: { ...HEADERS, ...headers },
  }
}
