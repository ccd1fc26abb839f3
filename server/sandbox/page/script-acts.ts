// What one does with a device: answer, report, and tell the providers how to behave. In the browser, as text.

export const ACTS = `
const reported = { email: ['deliver', 'undeliver'], sms: ['deliver', 'undeliver', 'fail'], app: ['deliver', 'read', 'undeliver', 'fail'] }
const statuses = { deliver: 'delivered', read: 'read', undeliver: 'undelivered', fail: 'failed' }
const codes = {
  email: ['550 5.1.1', '552 5.2.2', '451 4.3.0', '421'],
  sms: ['UNDELIV', 'EXPIRED', 'REJECTD', 'ESME_RTHROTTLED', 'ESME_RSUBMITFAIL'],
  app: ['131047', '131026', '131049', '130429', '131000'],
}

function actsOf(entry) {
  const code = element('input', { autocomplete: 'off' })
  code.setAttribute('list', 'codes-' + entry.channel)
  const report = (act) => async () => {
    const isFailure = act === 'undeliver' || act === 'fail'
    await call('POST', '/v1/sandbox/receipts', { delivery_id: entry.delivery_id, status: statuses[act], ...(isFailure && code.value ? { code: code.value } : {}) })
    await look()
  }
  const acts = entry.delivery_id === null ? [] : reported[entry.channel]
  const good = acts.filter((act) => act === 'deliver' || act === 'read').map((act) => button(WORDS[act], report(act)))
  const bad = acts.filter((act) => act === 'undeliver' || act === 'fail').map((act) => button(WORDS[act], report(act)))
  return element('details', {}, element('summary', { textContent: WORDS.actions }),
    good.length === 0 ? null : element('div', { className: 'acts' }, ...good),
    bad.length === 0 ? null : element('div', { className: 'acts' }, element('label', {}, WORDS.code, code), ...bad))
}

for (const channel of ['sms', 'app', 'email']) {
  byId('compose-' + channel).addEventListener('submit', (event) => {
    event.preventDefault()
    say(async () => {
      const from = addressOn(channel)
      const box = byId('text-' + channel)
      const subject = channel === 'email' ? { subject: byId('subject').value || null } : {}
      await call('POST', '/v1/sandbox/messages', { channel, from, text: box.value, ...subject })
      box.value = ''
      if (channel === 'email') byId('subject').value = ''
      await look()
      return fill(WORDS.sentAs, { address: from })
    })
  })
}

async function showBehaviour() {
  const { data } = await call('GET', '/v1/sandbox/settings')
  byId('settings').replaceChildren(...data.map(({ channel, receipts, fail_next }) => {
    const mode = element('select', {}, ...['automatic', 'manual'].map((one) => element('option', { value: one, textContent: WORDS[one], selected: one === receipts })))
    const next = element('input', { autocomplete: 'off', value: fail_next || '' })
    next.setAttribute('list', 'codes-' + channel)
    const form = element('form', { className: 'line' },
      ...(channel === 'email' ? [] : [element('label', {}, WORDS[channel] + ': ' + WORDS.receipts, mode)]),
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
for (const [channel, all] of Object.entries(codes))
  byId('codes-' + channel).replaceChildren(...[...all, 'rejected', 'timeout'].map((value) => element('option', { value })))
`
