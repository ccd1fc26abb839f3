// The sandbox page's browser code, as text. User-written text is inserted as text, an HTML mail into a frame without
// permissions. Requests use the console's session, whose cookie no script can read.

import { ACTS } from './script-acts.ts'
import { BUBBLES } from './script-bubbles.ts'
import type { Words } from './words.ts'

const TOOLS = `
const byId = (id) => document.getElementById(id)
const fill = (text, values) => text.replace(/{([a-z]+)}/g, (_, name) => values[name])
function element(name, properties, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties || {}))
    if (key in made) made[key] = value
    else made.setAttribute(key, value)
  made.append(...children.filter((child) => child !== null))
  return made
}
const button = (text, act, properties) => {
  const made = element('button', { type: 'button', textContent: text, ...properties })
  made.addEventListener('click', () => say(act))
  return made
}
/** Who is signed in to the console; null where nobody is. Its csrf_token is told to pages of ours alone. */
let session = null
async function loadSession() {
  const response = await fetch('/console/session', { credentials: 'same-origin' })
  session = response.status === 200 ? await response.json() : null
  const mayUse = session !== null && session.permissions.includes('sandbox.use')
  byId('signed-out').hidden = session !== null
  byId('not-allowed').hidden = session === null || mayUse
  byId('signed-in').hidden = !mayUse
  byId('who-am-i').textContent = session === null ? '' : session.user.display_name + ' · ' + session.organization.name
  return mayUse
}
async function call(method, path, body) {
  const headers = { 'x-csrf-token': session.csrf_token, 'samvad-organization': session.organization.id }
  const isForm = body instanceof FormData
  if (body && !isForm) headers['content-type'] = 'application/json'
  const response = await fetch('/console/api' + path, { method, headers, body: body && !isForm ? JSON.stringify(body) : body, credentials: 'same-origin' })
  const answer = await response.json()
  // Over, or in another organization by now: nothing of the earlier one stays in sight.
  if (response.status === 401 || answer.code === 'conflict' && await hasMoved()) leave()
  if (!response.ok) throw new Error(answer.detail || answer.title)
  return answer
}
async function say(work) {
  try { byId('status').textContent = (await work()) || '' } catch (error) { byId('status').textContent = error.message }
}
/** Files as links to download them, pictures to be seen. From here, wherever the installation is from outside. */
const filesOf = ({ attachments }) => attachments.length === 0 ? null
  : element('ul', { className: 'attached' }, ...attachments.map(({ filename, content_type, url }) => {
    const path = new URL(url).pathname
    const link = element('a', { href: path, download: filename, textContent: filename })
    if (/^image\\/(png|jpeg|gif|webp)$/.test(content_type)) link.prepend(element('img', { src: path, alt: '' }))
    return element('li', {}, link)
  }))
const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' })
const hour = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' })
function timeOf(at) {
  const date = new Date(at * 1000)
  const isToday = day.format(date) === day.format(new Date())
  return element('time', { dateTime: date.toISOString(), title: date.toLocaleString(), textContent: isToday ? hour.format(date) : day.format(date) + ', ' + hour.format(date) })
}
const ticks = { sent: '✓', delivered: '✓✓', read: '✓✓', failed: '✗', undelivered: '✗' }
const statusOf = (status) => status === null ? '' : ' · ' + (ticks[status] ? ticks[status] + ' ' : '') + WORDS[status === 'read' ? 'wasRead' : status]
`

const DEVICES = `
const EVERY_MS = 1000
let query = ''
let device = null
let isAsking = false
let openMail = null

const queryOf = (address) => new URLSearchParams(
  address.includes('@') ? { email: address } : /^\\+?[0-9 ]+$/.test(address) ? { phone_number: '+' + address.replace(/[^0-9]/g, '') } : { app_id: address })

async function choose(address) {
  query = String(queryOf(address))
  device = openMail = null
  quoteNothing()
  byId('who').value = address
  history.replaceState(null, '', '#' + encodeURIComponent(address))
  for (const box of ['mails', 'mail', 'thread-sms', 'thread-app']) byId(box).replaceChildren()
  await look()
  const first = Object.keys(apps).find((channel) => entriesOn(channel).length > 0)
  if (first) chooseTab(first)
}

async function look() {
  const asked = query
  const found = await call('GET', '/v1/sandbox/device?' + asked)
  if (asked !== query) return
  device = found
  byId('devices').hidden = false
  byId('whose').textContent = device.display_name || device.email || device.phone_number || device.app_id
  byId('addresses').textContent = [device.email, device.phone_number, device.app_id].filter(Boolean).join(' · ')
  for (const channel of Object.keys(apps)) showThread(channel)
  showMails()
}

const entriesOn = (channel) => Map.groupBy(device.entries, (entry) => entry.channel).get(channel) || []

/** Only what is another since the last look is made anew; what had the focus, or was open, still has and is. */
function keep(list, entries, make) {
  const known = new Map([...list.children].map((node) => [node.dataset.id, node]))
  let place = list.firstElementChild
  for (const entry of entries) {
    const state = JSON.stringify(entry)
    const old = known.get(entry.id)
    known.delete(entry.id)
    if (old && old.dataset.state === state) {
      if (old !== place) list.insertBefore(old, place)
      else place = place.nextElementSibling
      continue
    }
    const node = make(entry)
    node.dataset.id = entry.id
    node.dataset.state = state
    if (!old) { list.insertBefore(node, place); continue }
    const hadFocus = old.contains(document.activeElement)
    const wasOpen = [...old.querySelectorAll('details')].map((details) => details.open)
    for (const [index, details] of [...node.querySelectorAll('details')].entries()) details.open = wasOpen[index] === true
    if (old === place) place = place.nextElementSibling
    old.replaceWith(node)
    if (hadFocus) (node.querySelector('summary') || node.querySelector('button') || list).focus()
  }
  for (const node of known.values()) node.remove()
}

function showThread(channel) {
  const entries = entriesOn(channel)
  const thread = byId('thread-' + channel)
  const isAtEnd = thread.scrollTop + thread.clientHeight >= thread.scrollHeight - 40
  keep(thread, entries, bubble)
  if (isAtEnd) thread.scrollTop = thread.scrollHeight
  const isCarried = device.channels.includes(channel)
  const isReached = isCarried && addressOn(channel) !== null
  byId('empty-' + channel).hidden = entries.length > 0 && isReached
  byId('empty-' + channel).textContent = !isCarried ? WORDS.notCarried : !isReached ? WORDS.noAddress : WORDS.nothingHere
  byId('compose-' + channel).hidden = !isReached
}

function showMails() {
  const mails = entriesOn('email').reverse()
  const isCarried = device.channels.includes('email')
  byId('empty-email').hidden = mails.length > 0
  byId('empty-email').textContent = !isCarried ? WORDS.notCarried : device.email === null ? WORDS.noAddress : WORDS.nothingHere
  byId('mails').hidden = mails.length === 0
  byId('compose-email').hidden = !isCarried || device.email === null
  keep(byId('mails'), mails, (entry) => {
    const line = element('button', { type: 'button' }, entry.subject || WORDS.noSubject,
      element('span', { className: 'meta' }, entry.side === 'written' ? WORDS.you + ' · ' : fill(WORDS.from, { from: entry.from }) + ' · ', timeOf(entry.at), statusOf(entry.status)))
    line.addEventListener('click', () => say(() => read(entry.id)))
    return element('li', {}, line)
  })
  const shown = mails.find(({ id }) => id === openMail)
  if (shown) {
    for (const item of byId('mails').children) item.firstElementChild.setAttribute('aria-current', String(item.dataset.id === openMail))
    const acts = byId('mail').querySelector('.state')
    if (acts && acts.dataset.state !== JSON.stringify(shown)) showState(acts, shown)
  }
}

function showState(box, entry) {
  const wasOpen = box.querySelector('details')?.open === true
  box.dataset.state = JSON.stringify(entry)
  box.replaceChildren(element('span', { className: 'meta', textContent: statusOf(entry.status).slice(3) }), ...(entry.side === 'received' ? [actsOf(entry)] : []))
  if (wasOpen) box.querySelector('details').open = true
}

/** In a frame without a right to anything: no script, no form, no way out of it, nothing from elsewhere. */
const FRAME_POLICY = '<meta http-equiv="content-security-policy" content="default-src \\'none\\'; style-src \\'unsafe-inline\\'; img-src data:; form-action \\'none\\'; base-uri \\'none\\'">'

async function read(id) {
  const entry = device.entries.find((one) => one.id === id)
  const whole = entry.side === 'received' ? await call('GET', '/v1/sandbox/messages/' + id) : entry
  openMail = id
  const state = element('div', { className: 'state' })
  const parts = [element('h4', { textContent: entry.subject || WORDS.noSubject, tabIndex: -1 }), element('span', { className: 'meta' }, entry.side === 'written' ? WORDS.you : fill(WORDS.from, { from: entry.from }))]
  if (whole.text && !whole.html) parts.push(element('pre', { className: 'text', textContent: whole.text }))
  if (whole.html) {
    const frame = element('iframe', { title: WORDS.asHtml })
    frame.setAttribute('sandbox', '')
    frame.srcdoc = FRAME_POLICY + whole.html
    parts.push(frame)
  }
  const files = filesOf(entry)
  if (files) parts.push(files)
  showState(state, entry)
  parts.push(state)
  if (whole.raw) parts.push(element('details', {}, element('summary', { textContent: WORDS.overTheLine }), element('pre', { textContent: whole.raw })))
  byId('mail').replaceChildren(...parts)
  byId('subject').value = /^re:/i.test(entry.subject || '') ? entry.subject : 'Re: ' + (entry.subject || '')
  showMails()
  parts[0].focus()
}

function chooseTab(channel) {
  for (const one of Object.keys(apps)) {
    const isIt = one === channel
    byId('tab-' + one).setAttribute('aria-selected', String(isIt))
    byId('tab-' + one).tabIndex = isIt ? 0 : -1
    byId('panel-' + one).hidden = !isIt
    if (isIt) byId('thread-' + one).scrollTop = byId('thread-' + one).scrollHeight
  }
}
for (const channel of Object.keys(apps)) {
  byId('tab-' + channel).addEventListener('click', () => chooseTab(channel))
  byId('tab-' + channel).addEventListener('keydown', (event) => {
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return
    const other = apps[channel]
    chooseTab(other)
    byId('tab-' + other).focus()
  })
}

setInterval(async () => {
  if (query === '' || isAsking || document.visibilityState !== 'visible') return
  isAsking = true
  try {
    await look()
    if (byId('status').textContent === WORDS.offline) byId('status').textContent = ''
  } catch (error) {
    byId('status').textContent = error instanceof TypeError ? WORDS.offline : error.message
  }
  isAsking = false
}, EVERY_MS)
`

const START = `
/** Whether the browser is signed in to another organization than this page shows, or to none. */
async function hasMoved() {
  const before = session.organization.id
  await loadSession()
  return session === null || session.organization.id !== before
}
function leave() {
  device = null
  query = ''
  for (const id of ['chooser', 'devices']) byId(id).hidden = true
  say(begin)
}
async function begin() {
  if (!await loadSession()) return ''
  byId('chooser').hidden = false
  const { data } = await call('GET', '/v1/sandbox/messages?limit=20')
  // Contacts first: what members are told of, by the program itself, is no part of the first steps.
  const contacts = data.filter(({ delivery_id }) => delivery_id !== null)
  const addresses = [...new Set([...contacts, ...data].map(({ address }) => address))].slice(0, 8)
  byId('lately').hidden = addresses.length === 0
  byId('recent').replaceChildren(...addresses.map((address) => element('li', {}, button(address, () => choose(address)))))
  byId('first').hidden = contacts.length > 0
  call('GET', '/v1/contacts?limit=100').then(({ data }) => byId('people').replaceChildren(...data.flatMap((contact) =>
    [contact.email, contact.phone_number, contact.app_id].filter(Boolean).slice(0, 1).map((address) => element('option', { value: address, label: contact.display_name || address })))), () => {})
  await showBehaviour()
  const asked = decodeURIComponent(location.hash.slice(1)) || contacts[0]?.address
  if (!asked) return WORDS.nothingYet
  await choose(asked)
}
byId('again').addEventListener('click', () => say(begin))
// Whoever signed in on another tab comes back to this one.
document.addEventListener('visibilitychange', () => { if (!document.hidden && (session === null || !session.permissions.includes('sandbox.use'))) say(begin) })
say(begin)
byId('choose').addEventListener('submit', (event) => {
  event.preventDefault()
  say(() => choose(byId('who').value.trim()))
})
`

/** Its texts are the page's own; it contains no user-written text. */
export const scriptOf = (words: Words): string =>
  `\nconst WORDS = ${JSON.stringify(words).replaceAll('<', '\\u003c')}\n${TOOLS}${ACTS}${BUBBLES}${DEVICES}${START}`
