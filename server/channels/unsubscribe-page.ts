// What the reader of a mail sees behind its unsubscribe link: a button before, a sentence after. No script, nothing from outside.

import { hash } from 'node:crypto'
import type { Reply } from '#edge/route.ts'

const STYLE =
  'body{font:1.05rem/1.6 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem;color:#1c1917}' +
  'button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1c1917;color:#fff;cursor:pointer}'

const headers = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

const ASK = `<h1>Unsubscribe?</h1>
<p>You will get no more mail from this sender.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>`

const DONE = `<h1>You are unsubscribed</h1>
<p>No more mail from this sender will reach you. You can close this page.</p>`

export const askPage = (): Reply => page(ASK)
export const donePage = (): Reply => page(DONE)

function page(content: string): Reply {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>
`
  return { status: 200, raw: { contentType: 'text/html; charset=utf-8', content: html }, headers }
}
