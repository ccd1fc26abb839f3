// Account emails have the same content in each language, and are in the language that the reader has chosen.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { invite, sandboxMail } from '../../../test/invitations.ts'
import { startMailbox } from '../../../test/mailbox.ts'
import { addTotp, openBrowser, signedIn } from '../../../test/sessions.ts'
import { person } from '../../../test/story.ts'
import { languages } from '../identity/rules.ts'
import { letterKinds, letterOf } from './texts.ts'

const mailbox = await startMailbox()
after(() => mailbox.close())
const samvad = await startSamvad()
const real = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
for (const one of [samvad, real]) one.startWorker()
const DEVANAGARI = /[\u0900-\u097f]{3}/

test('spec 2.31, 14.160: every letter is whole in each language, with its link and India’s time, and says nothing in another', () => {
  const at = new Date('2026-03-10T06:30:00Z')
  const details = { url: 'https://samvad.example/r#x', factor: 'totp', name: '<b>', left: '3' }
  for (const language of languages)
    for (const kind of letterKinds) {
      const letter = letterOf(kind, { at, details, publicUrl: 'https://samvad.example', language })
      assert.ok(letter.html.startsWith(`<!doctype html>\n<html lang="${language}">`))
      assert.ok(!letter.html.includes('<b>'))
      if (kind !== 'address_taken')
        assert.match(letter.text, /https:\/\/samvad\.example\/(r#x|console\/settings\/profile)/)
      if (!['password_reset', 'address_confirm', 'address_taken'].includes(kind))
        assert.ok(letter.text.includes('2026-03-10 12:00 IST'))
      for (const text of [letter.subject, letter.text, letter.html])
        assert.equal(DEVANAGARI.test(text), language === 'hi', text)
    }
})

test('spec 2.31: who reads Hindi is written to in Hindi about their account', async () => {
  const asha = await signedIn(samvad)
  assert.equal((await person(samvad, asha).put('/v1/me', { language: 'hi' })).status, 200)
  await addTotp(samvad, asha)
  const added = await sandboxMail(samvad, asha, asha.email, (raw) => raw.includes('letter-'))
  assert.match(added.text, DEVANAGARI)
  assert.match(added.html, /<html lang="hi">/)
  assert.equal((await openBrowser(samvad).ask('POST', '/console/password_reset', { email: asha.email })).status, 202)
  const reset = await sandboxMail(samvad, asha, asha.email, (raw) => raw.includes('letter-') && raw !== added.raw)
  assert.match(reset.subject, /पासवर्ड रीसेट करें/)
})

test('spec 2.31: an invitation is in the language of who is invited, else of who invites; a sandbox tells nobody’s', async () => {
  for (const [at, subject] of [
    [samvad, /^Invitation to/],
    [real, /से जुड़ने का आमंत्रण$/],
  ] as const) {
    const known = await at.newPerson((await at.newCompany('Elsewhere')).organizationId, 'agent')
    assert.equal((await person(at, known).put('/v1/me', { language: 'hi' })).status, 200)
    const asked = await invite(at, at.company, known.email)
    assert.equal(asked.status, 202)
    const [mail] =
      at === real
        ? await mailbox.waitFor(({ headers }) => headers['message-id']?.startsWith(`<${asked.body.id}@`) === true)
        : [await sandboxMail(at, at.company, known.email)]
    assert.match(mail.subject, subject)
  }
  assert.equal((await person(samvad).put('/v1/me', { language: 'hi' })).status, 200)
  await invite(samvad, samvad.company, 'stranger@elsewhere.example', 'viewer')
  const mail = await sandboxMail(samvad, samvad.company, 'stranger@elsewhere.example')
  assert.match(mail.text, /दर्शक की भूमिका/)
})

test('spec 14.160: the mail of an invitation names who invites, and until when in India’s time', async () => {
  // In India it is already the next day.
  samvad.setClock(new Date('2027-03-10T19:05:00Z'))
  try {
    const firm = await samvad.newCompany('Ganga Books')
    const meena = await samvad.newPerson(firm.organizationId, 'owner', { name: 'Meena <Shah>' })
    const shop = await person(samvad, meena).make('/v1/service_users', { name: 'Shop', role: 'admin' })
    const { access_token: token } = await person(samvad, meena).make('/v1/tokens', { name: 'Shop', user_id: shop.id })
    for (const [by, name] of [
      [meena, 'Meena <Shah>'],
      [{ ...firm, token }, 'Shop'],
    ] as const) {
      const email = `guest-of-${name.toLowerCase().replace(/[^a-z]/g, '')}@x.example`
      assert.equal((await invite(samvad, by, email)).status, 202)
      const mail = await sandboxMail(samvad, meena, email)
      assert.ok(mail.text.startsWith(`${name} invited you to join Ganga Books with the role Agent.`), mail.text)
      assert.match(mail.text, /by 2027-03-18 00:35 IST\./)
      assert.ok(mail.html.includes(`${name.replace('<', '&lt;').replace('>', '&gt;')} invited you`))
    }
  } finally {
    samvad.setClock(null)
  }
})
