// The sandbox as a page: one file without anything from outside. It holds no data of its own; it asks for an access token and reads
// what the API gives for it. Text is shown as text, an HTML mail in a frame that may do nothing.

import { hash } from 'node:crypto'
import type { Reply } from '#edge/route.ts'

const STYLE = `
:root { color-scheme: light dark; --line: #8884; }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1.5rem; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: 1rem; }
label { display: flex; flex-direction: column; font-size: .85rem; gap: .25rem; flex: 1 1 14rem; }
input, textarea, button { font: inherit; padding: .45rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: Canvas; color: CanvasText; }
button { cursor: pointer; }
main { display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; gap: 1.5rem; }
@media (max-width: 50rem) { main { grid-template-columns: 1fr; } }
ol { list-style: none; margin: 0; padding: 0; }
li button { width: 100%; text-align: left; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; padding: .6rem .25rem; overflow-wrap: anywhere; }
li button[aria-current=true] { background: Highlight; color: HighlightText; }
small { display: block; opacity: .75; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: .4rem; padding: 1rem; margin: 0 0 1rem; font: inherit; }
pre.raw { font: .8rem/1.4 ui-monospace, monospace; }
iframe { width: 100%; height: 24rem; border: 1px solid var(--line); border-radius: .4rem; background: #fff; margin-bottom: 1rem; }
[role=status] { min-height: 1.5rem; }
`

const SCRIPT = `
const byId = (id) => document.getElementById(id)
const element = (name, text, properties) => Object.assign(document.createElement(name), { textContent: text }, properties)
let chosen = null

async function call(method, path, body) {
  const headers = { authorization: 'Bearer ' + byId('token').value.trim() }
  if (body) headers['content-type'] = 'application/json'
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), credentials: 'omit' })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.detail || answer.title)
  return answer
}

async function say(work) {
  const status = byId('status')
  status.textContent = ''
  try { await work() } catch (error) { status.textContent = error.message }
}

async function load() {
  const address = byId('address').value.trim()
  const query = new URLSearchParams({ limit: '100', ...(address ? { address } : {}) })
  const { data } = await call('GET', '/v1/sandbox/messages?' + query)
  byId('list').replaceChildren(...data.map((message) => {
    const button = element('button', message.subject || '(no subject)', { type: 'button' })
    button.append(element('small', message.channel + ' to ' + message.address + ', ' + new Date(message.received_at * 1000).toLocaleString()))
    button.addEventListener('click', () => {
      for (const other of byId('list').querySelectorAll('button')) other.setAttribute('aria-current', String(other === button))
      show(message)
    })
    const item = document.createElement('li')
    item.append(button)
    return item
  }))
  byId('status').textContent = data.length === 0 ? 'Nothing has arrived yet.' : ''
}

function show(message) {
  chosen = message
  const parts = [element('h2', message.subject || '(no subject)'), element('p', 'From ' + message.from + ' to ' + message.address)]
  if (message.text) parts.push(element('pre', message.text))
  if (message.html) {
    const frame = element('iframe', '', { title: 'The mail as HTML' })
    frame.setAttribute('sandbox', '')
    frame.srcdoc = message.html
    parts.push(frame)
  }
  const source = document.createElement('details')
  source.append(element('summary', 'As it came over the line'), element('pre', message.raw, { className: 'raw' }))
  byId('mail').replaceChildren(...parts, source)
  byId('answer').hidden = false
}

byId('open').addEventListener('submit', (event) => { event.preventDefault(); say(load) })
byId('answer').addEventListener('submit', (event) => {
  event.preventDefault()
  say(async () => {
    await call('POST', '/v1/sandbox/messages', { channel: chosen.channel, from: chosen.address, text: byId('text').value })
    byId('text').value = ''
    byId('status').textContent = 'Sent as ' + chosen.address + '.'
  })
})
`

// A frame inherits the page's policy: inline styles are let in for the mails' sake, and cannot load anything.
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}'`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox · Samvad</title><style>${STYLE}</style></head>
<body>
<h1>Sandbox: what would have been sent</h1>
<p>Nothing leaves this machine, and money is test money.</p>
<form id="open">
  <label>Access token <input id="token" type="password" autocomplete="off" required></label>
  <label>Only to this address <input id="address" autocomplete="off"></label>
  <button>Show</button>
</form>
<p id="status" role="status"></p>
<main>
  <ol id="list" aria-label="Messages, newest first"></ol>
  <article>
    <div id="mail"></div>
    <form id="answer" hidden><label>Answer as this contact <textarea id="text" rows="3" required></textarea></label><button>Send</button></form>
  </article>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`

export function page(): Reply {
  return {
    status: 200,
    raw: { contentType: 'text/html; charset=utf-8', content: PAGE },
    headers: {
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  }
}
