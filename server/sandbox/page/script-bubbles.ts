// A message on the phone: quote, text, and buttons and lists to press. Browser code, as text.

export const BUBBLES = `
function bubble(entry) {
  const isReceived = entry.side === 'received'
  const meta = element('span', { className: 'meta' }, isReceived ? fill(WORDS.from, { from: entry.from }) + ' · ' : WORDS.you + ' · ', timeOf(entry.at), statusOf(entry.status))
  const { interactive } = entry
  const header = entry.header?.text ?? interactive?.header
  const footer = entry.footer ?? interactive?.footer
  const isPlace = entry.header?.type === 'location'
  const hasFileAbove = entry.header !== null && !entry.header.text && !isPlace
  return element('article', { className: 'bubble ' + entry.side },
    quoteIn(entry),
    header ? element('strong', { className: 'header', textContent: header }) : null,
    isPlace ? placeOf(entry.header) : null,
    hasFileAbove ? filesOf(entry) : null,
    element('p', null, ...textOf(entry)),
    hasFileAbove ? null : filesOf(entry),
    footer ? element('span', { className: 'meta', textContent: footer }) : null,
    buttonsOf(entry),
    entry.reaction === null ? null : element('span', { className: 'meta', textContent: fill(WORDS.reacted, { emoji: entry.reaction }) }),
    meta,
    interactive === null || entry.message_id === null ? null : pressable(entry),
    isReceived ? actsOf(entry) : null)
}

/** A map is not loaded: nothing comes from outside. */
const placeOf = ({ latitude, longitude, name, address }) => element('div', { className: 'place' },
  element('span', { className: 'pin', ariaHidden: 'true' }),
  element('strong', { textContent: name }),
  element('span', { textContent: address }),
  element('span', { className: 'meta', textContent: fill(WORDS.place, { latitude, longitude }) }))

/** The text as the app shows it, of a mail without one its subject. */
const MARKS = { bold: 'b', italic: 'i', struck: 's', mono: 'code' }
const textOf = (entry) => entry.text
  ? entry.marked.map(({ text, marks }) => marks.reduce((inner, mark) => element(MARKS[mark], null, inner), text))
  : [entry.subject || '']

/** The message that it quotes, in the words that the phone has of it. */
function quoteIn({ in_reply_to }) {
  if (in_reply_to === null) return null
  const quoted = device.entries.find(({ message_id }) => message_id !== null && message_id === in_reply_to.message_id)
  return element('blockquote', null, ...(quoted ? textOf(quoted) : [WORDS.quotedGone]))
}

/** Pressed once is enough: what was pressed shows as a message of the contact. */
function pressable(entry) {
  const press = (id) => async () => {
    await call('POST', '/v1/sandbox/messages', { channel: entry.channel, from: addressOn(entry.channel), reply_to_message_id: entry.message_id, button_id: id })
    await look()
  }
  const { interactive } = entry
  if (interactive.type === 'buttons')
    return element('div', { className: 'acts' }, ...interactive.buttons.map(({ id, title }) => button(title, press(id))))
  return element('details', { className: 'list' }, element('summary', { textContent: interactive.button }),
    ...interactive.sections.map(({ title, rows }) => element('div', { className: 'acts' },
      title === null ? null : element('strong', { textContent: title }),
      ...rows.map((row) => {
        const made = button(row.title, press(row.id))
        if (row.description !== null) made.append(element('span', { className: 'meta', textContent: row.description }))
        return made
      }))))
}

/** The message that the contact answers next; null for none. */
let quoting = null
function quote(entry) {
  quoting = entry.message_id
  byId('quoting').hidden = false
  byId('quoted').textContent = fill(WORDS.quoting, { text: entry.text || entry.subject || '' })
  byId('text-' + entry.channel).focus()
}
function quoteNothing() {
  quoting = null
  byId('quoting').hidden = true
}
byId('quote-nothing').addEventListener('click', quoteNothing)
`
