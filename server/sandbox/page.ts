// The sandbox as a page: one file without anything from outside. It holds no data of its own; it asks for an access
// token and reads what the API gives for it. Text is shown as text, an HTML mail in a frame that may do nothing.

import { hash } from 'node:crypto'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'

const STYLE = `
.document { max-width: 72rem }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-top: 1.5rem }
.top h1 { margin: 0 }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1rem 0 }
label { flex: 1 1 14rem }
.inbox { display: grid; grid-template-columns: minmax(16rem, 24rem) minmax(0, 1fr); gap: 1.5rem }
.inbox[hidden] { display: none }
#list { margin: 0; padding: 0; list-style: none }
#list button { width: 100%; padding: .625rem .75rem; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; text-align: left; overflow-wrap: anywhere }
#list button[aria-current=true] { background: var(--code); box-shadow: inset 3px 0 var(--accent) }
#list small { display: block; color: var(--soft) }
#mail h2 { margin-top: 0 }
.text { font: inherit }
iframe { width: 100%; height: 24rem; margin: .5rem 0; border: 1px solid var(--edge); border-radius: .5rem; background: #fff; color-scheme: light }
[role=status] { min-height: 1.5rem; font-weight: 600 }
.steps { padding-left: 1.25rem }
.steps li { margin-bottom: 1rem; padding-left: .25rem }
@media (max-width: 50rem) { .inbox { grid-template-columns: minmax(0, 1fr) } }
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
  const isEmpty = data.length === 0
  byId('inbox').hidden = isEmpty
  byId('first').hidden = !isEmpty
  byId('status').textContent = !isEmpty ? '' : address ? 'Nothing has arrived for ' + address + '.' : 'Nothing has arrived yet: send something, as below, and press Show again.'
}

function show(message) {
  chosen = message
  const parts = [element('h2', message.subject || '(no subject)'), element('p', 'From ' + message.from + ' to ' + message.address)]
  if (message.text) parts.push(element('pre', message.text, { className: 'text' }))
  if (message.html) {
    const frame = element('iframe', '', { title: 'The mail as HTML' })
    frame.setAttribute('sandbox', '')
    frame.srcdoc = message.html
    parts.push(frame)
  }
  const source = document.createElement('details')
  source.append(element('summary', 'As it came over the line'), element('pre', message.raw))
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
const HEADERS = pageHeaders({
  'script-src': `'sha256-${hash('sha256', SCRIPT, 'base64')}'`,
  'style-src': "'unsafe-inline'",
  'connect-src': "'self'",
  'form-action': "'none'",
})

/** The next step of somebody to whom nothing has arrived yet; a test runs these lines as they stand here. */
const firstSteps = (url: string) => `<section id="first" aria-labelledby="steps">
<h2 id="steps">First steps</h2>
<p>What your organization sends arrives here instead of at the people it is written to, and you can answer as one of them.
In a shell, in the folder of the program, with the <code>DATA_DIR</code> that it was started with, if any:</p>
<ol class="steps">
<li>Take the access token that the first start wrote to <code>first-access.json</code> in the data directory.
<pre>URL=${url}
TOKEN=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).access_token' "\${DATA_DIR:-data}/first-access.json")
api() { curl -s -H "Authorization: Bearer $TOKEN" "$@"; }
id() { node -p 'JSON.parse(fs.readFileSync(0))["'"\${1:-id}"'"]'; }</pre></li>
<li>Put test money into the wallet: the checkout is a page where you choose what becomes of the payment.
<pre>CHECKOUT=$(api $URL/api/v1/billing/recharges -d amount=1000.00 -d payment_method=upi | id checkout_url)
echo "$CHECKOUT"       # open it in the browser, or pay from here:
curl -s -o /dev/null "$CHECKOUT" -d method=upi -d outcome=success</pre></li>
<li>Write to somebody.
<pre>CONTACT=$(api $URL/v1/contacts -d display_name=Ravi -d email=ravi@customer.example | id)
CONVERSATION=$(api $URL/v1/conversations -d contact_id=$CONTACT | id)
api $URL/v1/messages -d conversation_id=$CONVERSATION -d channel=email -d subject=Hello --data-urlencode text='It works.'</pre></li>
<li>Paste the token above (<code>echo $TOKEN</code>) and press Show: the mail is there, as it came over the line.</li>
</ol>
<p>All that the API can do is on <a href="/docs">its pages</a>; what a refusal means, on <a href="/docs/errors">those of the errors</a>.</p>
</section>`

const bodyOf = (url: string) => `<div class="top"><h1>Sandbox</h1><span class="tag">test money</span></div>
<p class="soft">Nothing leaves this machine, and money is test money.</p>
<form id="open">
<label>Access token <input id="token" type="password" autocomplete="off" required></label>
<label>Only to this address <input id="address" autocomplete="off"></label>
<button class="main">Show</button>
</form>
<p id="status" role="status"></p>
${firstSteps(url)}
<div id="inbox" class="inbox" hidden>
<ol id="list" aria-label="Messages, newest first"></ol>
<article>
<div id="mail"></div>
<form id="answer" hidden><label>Answer as this contact <textarea id="text" rows="3" required></textarea></label><button>Send</button></form>
</article>
</div>
<script>${SCRIPT}</script>`

/** `url` is where the installation is. */
export function page(url: string): Reply {
  const head = `<style>${STYLE}</style>`
  return pageReply({ title: 'Sandbox', frame: 'document', head, body: bodyOf(escape(url)) }, { headers: HEADERS })
}
