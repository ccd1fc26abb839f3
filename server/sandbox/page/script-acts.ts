// Actions on a device: reply, report, react, and configure the providers. Browser code, as text.

export const ACTS = `
const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏']
const statuses = { deliver: 'delivered', read: 'read', undeliver: 'undelivered', fail: 'failed', complain: 'delivered' }
/** Of each channel: where the contact is on it, what its device can say, and codes of its providers. */
const places = {
  email: {
    addressOf: ({ email }) => email, reported: ['deliver', 'complain', 'undeliver'], reportsByItself: false,
    codes: ['550 5.1.1', '552 5.2.2', '451 4.3.0', '421'], more: () => ({ subject: byId('subject').value || null }),
  },
  sms: {
    addressOf: ({ phone_number }) => phone_number, reported: ['deliver', 'undeliver', 'fail'], reportsByItself: true,
    codes: ['UNDELIV', 'EXPIRED', 'REJECTD', 'ESME_RTHROTTLED', 'ESME_RSUBMITFAIL'], more: () => ({}),
  },
  app: {
    addressOf: ({ app_id, phone_number }) => app_id || phone_number, reported: ['deliver', 'read', 'undeliver', 'fail'], reportsByItself: true, hasReactions: true, hasQuotes: true,
    codes: ['131047', '131026', '131049', '130429', '131000'], more: () => ({}),
  },
}
const addressOn = (channel) => places[channel].addressOf(device)
/** The apps of the phone, by the left and right keys. */
const apps = { sms: 'app', app: 'sms' }

function actsOf(entry) {
  const code = element('input', { autocomplete: 'off' })
  code.setAttribute('list', 'codes-' + entry.channel)
  const report = (act) => async () => {
    const isFailure = act === 'undeliver' || act === 'fail'
    const given = act === 'complain' ? 'abuse' : isFailure ? code.value : ''
    await call('POST', '/v1/sandbox/receipts', { delivery_id: entry.delivery_id, status: statuses[act], ...(given ? { code: given } : {}) })
    await look()
  }
  const react = (emoji) => async () => {
    await call('POST', '/v1/sandbox/reactions', { channel: entry.channel, from: addressOn(entry.channel), message_id: entry.message_id, emoji })
    await look()
  }
  const acts = entry.delivery_id === null ? [] : places[entry.channel].reported
  const good = acts.filter((act) => ['deliver', 'read', 'complain'].includes(act)).map((act) => button(WORDS[act], report(act)))
  const bad = acts.filter((act) => act === 'undeliver' || act === 'fail').map((act) => button(WORDS[act], report(act)))
  const reactions = !places[entry.channel].hasReactions || entry.message_id === null ? null
    : element('div', { className: 'acts' }, ...EMOJI.map((one) => button(one, react(one), { 'aria-label': fill(WORDS.react, { emoji: one }) })),
      entry.reaction === null ? null : button(WORDS.takeBack, react(null)))
  return element('details', {}, element('summary', { textContent: WORDS.actions }),
    !places[entry.channel].hasQuotes || entry.message_id === null ? null
      : element('div', { className: 'acts' }, button(WORDS.quote, () => quote(entry))),
    good.length === 0 ? null : element('div', { className: 'acts' }, ...good),
    reactions,
    bad.length === 0 ? null : element('div', { className: 'acts' }, element('label', {}, WORDS.code, code), ...bad))
}

/** Those of a template message. Only a quick reply is told to the business; the others act on the phone. */
const buttonsOf = (entry) => entry.buttons.length === 0 ? null
  : element('div', { className: 'acts buttons' }, ...entry.buttons.map((one, index) => {
    if (one.type === 'quick_reply') return button(one.text, async () => {
      await call('POST', '/v1/sandbox/button_presses', { delivery_id: entry.delivery_id, index })
      await look()
    })
    if (one.type === 'url') return element('a', { className: 'button', href: one.url, target: '_blank', rel: 'noopener noreferrer', textContent: one.text })
    if (one.type === 'phone_number') return element('a', { className: 'button', href: 'tel:' + one.phone_number, textContent: one.text })
    return button(fill(WORDS.copyCode, { code: one.code }), async () => {
      await navigator.clipboard.writeText(one.code)
      return WORDS.copied
    })
  }))

async function upload(file) {
  const form = new FormData()
  form.append('file', file)
  return (await call('POST', '/v1/attachments', form)).id
}

for (const channel of Object.keys(places)) {
  const chosen = byId('file-' + channel)
  const showChosen = () => {
    if (!chosen) return
    const names = [...chosen.files].map(({ name }) => name)
    byId('chosen-' + channel).textContent = names.join(', ') || WORDS.noFile
    // A file needs no words.
    byId('text-' + channel).required = names.length === 0
  }
  if (chosen) chosen.addEventListener('change', showChosen)
  byId('compose-' + channel).addEventListener('submit', (event) => {
    event.preventDefault()
    say(async () => {
      const from = addressOn(channel)
      const box = byId('text-' + channel)
      const attachments = await Promise.all([...(chosen ? chosen.files : [])].map(upload))
      const quoted = places[channel].hasQuotes && quoting !== null ? { reply_to_message_id: quoting } : {}
      const written = { channel, from, ...(box.value ? { text: box.value } : {}), ...quoted, ...places[channel].more() }
      await call('POST', '/v1/sandbox/messages', attachments.length === 0 ? written : { ...written, attachments })
      byId('compose-' + channel).reset()
      if (places[channel].hasQuotes) quoteNothing()
      showChosen()
      await look()
      return fill(WORDS.sentAs, { address: from })
    })
  })
}

let shownSettings = ''
async function showBehaviour() {
  const { data } = await call('GET', '/v1/sandbox/settings')
  // What is being typed, or was not applied yet, stays.
  const state = JSON.stringify(data)
  if (state === shownSettings || byId('settings').contains(document.activeElement)) return
  shownSettings = state
  byId('settings').replaceChildren(...data.map(({ channel, receipts, fail_next }) => {
    const mode = element('select', {}, ...['automatic', 'manual'].map((one) => element('option', { value: one, textContent: WORDS[one], selected: one === receipts })))
    const next = element('input', { autocomplete: 'off', value: fail_next || '' })
    next.setAttribute('list', 'codes-' + channel)
    const form = element('form', { className: 'line' },
      ...(!places[channel].reportsByItself ? [] : [element('label', {}, WORDS[channel] + ': ' + WORDS.receipts, mode)]),
      element('label', {}, WORDS[channel] + ': ' + WORDS.failNext, next), element('button', { textContent: WORDS.apply }))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      say(async () => {
        await call('PUT', '/v1/sandbox/settings', { channel, receipts: mode.value, fail_next: next.value.trim() || null })
        return WORDS.applied
      })
    })
    return form
  }))
}
byId('behaviour').addEventListener('toggle', () => { if (byId('behaviour').open) say(showBehaviour) })
for (const [channel, { codes }] of Object.entries(places))
  byId('codes-' + channel).replaceChildren(...[...codes, 'rejected', 'timeout'].map((value) => element('option', { value })))
`
