// Notices over real SMTP: the mail's content, its recipients, and that each is sent once, whatever the server does.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { behindFence, forgetFence } from '#installation/fence.ts'
import { createSystemMail } from '#messaging/channels/email/system-mail.ts'
import { eventKinds } from '#program/events.ts'
import { summary } from '#reporting/summaries/examples.ts'
import { startSamvad } from '../../test/harness.ts'
import { startMailbox } from '../../test/mailbox.ts'
import {
  happen,
  keepingCarriers,
  low,
  payloadOf,
  runAll,
  sendNotices,
  statesOf,
  writeNotices,
} from '../../test/notices.ts'
import { urlOf } from '../../test/postgres.ts'
import { person } from '../../test/story.ts'
import { liftFence } from '../program/lift-fence.ts'
import { noticeSendJobs } from './jobs.ts'
import { kindOf, noticeTypes } from './kinds.ts'
import { createMailCarrier } from './mail.ts'

const mailbox = await startMailbox({ isForNotices: true })
after(() => mailbox.close())
const samvad = await startSamvad({ SAMVAD_SMTP_URL: mailbox.url })
const { app } = samvad
const carrier = createMailCarrier(app, createSystemMail(app, undefined as never))
after(() => carrier.close())
const { organizationId } = samvad.company
await samvad.rows('update installation set real_email_since = now()')

const mailsTo = (email: string) => mailbox.received.filter(({ envelope }) => envelope.to.includes(email))

test('spec 14.70: every kind comes as a mail in both languages: text, escaped HTML, where to choose otherwise', async () => {
  for (const language of ['en', 'hi'] as const) {
    const made = await samvad.newCompany('<Asha> & Sons')
    const reader = await samvad.newPerson(made.organizationId, 'owner')
    await samvad.rows('update users set is_operator = true where id = $1', [reader.userId])
    const who = person(samvad, reader)
    await who.put('/v1/notification_preferences', {
      language,
      types: Object.fromEntries(noticeTypes.map((type) => [type, { email: true }])),
    })
    const types = noticeTypes.filter((type) => kindOf(type).to === 'readers' && type !== 'usage.monthly_summary')
    for (const type of types) {
      // A replaced mandate, or one that ended with its subscription, notifies nobody: spec 23.87.
      const payload = payloadOf(type, type.startsWith('mandate.') ? { end_reason: null } : {})
      await happen(samvad, made.organizationId, { type, payload })
    }
    await writeNotices(samvad)
    await sendNotices(samvad, { email: carrier })
    const mails = mailsTo(reader.email)
    assert.equal(mails.length, types.length)
    assert.equal(new Set(mails.map(({ headers }) => headers['message-id'])).size, types.length)
    for (const mail of mails) {
      assert.match(mail.subject, /<Asha> & Sons$/)
      assert.match(mail.text, /\/console\/settings\/notifications/)
      assert.match(mail.html, new RegExp(`<html lang="${language}">`))
      assert.match(mail.html, /&lt;Asha&gt; &amp; Sons/)
      assert.doesNotMatch(mail.html, /<b>Ravi|<Asha>|undefined|NaN/)
      assert.equal(mail.headers['auto-submitted'], 'auto-generated')
      assert.match(mail.headers['message-id'] ?? '', /^<ntf_/)
      if (language === 'hi') assert.match(mail.text, /[\u0900-\u097F]{3}/)
    }
  }
})

test('spec 14.73: the monthly summary says total, breakdown, trend and tips in the mail and in the list, in both languages', async () => {
  const said = {
    en: [
      'Summary for October 2026',
      'You sent 34 messages for ₹22.10. You spent 15% less than in September 2026 (₹26.00).',
      'Spending by message type:',
      'App template messages: 34 for ₹22.10',
      'Ways to spend less:',
      "Reply within 24 hours of a contact's message instead of using a template: save up to ₹6.80.",
    ],
    hi: [
      'अक्टूबर 2026 का सार',
      'आपने 34 संदेश भेजे, ख़र्च ₹22.10। यह ख़र्च सितंबर 2026 (₹26.00) से 15% कम है।',
      'संदेश के प्रकार के हिसाब से ख़र्च:',
      'ऐप टेम्पलेट संदेश: 34, ख़र्च ₹22.10',
      'ख़र्च कैसे घटाएँ:',
      'संपर्क का संदेश आने के 24 घंटे के भीतर जवाब दें, तो टेम्पलेट नहीं लगेगा: ₹6.80 तक की बचत।',
    ],
  }
  samvad.setClock(new Date('2026-11-01T06:30:00Z'))
  for (const language of ['en', 'hi'] as const) {
    const made = await samvad.newCompany('Asha Textiles')
    const reader = await samvad.newPerson(made.organizationId, 'owner')
    const who = person(samvad, reader)
    await who.put('/v1/notification_preferences', { language })
    await happen(samvad, made.organizationId, { type: 'usage.monthly_summary', payload: summary })
    await writeNotices(samvad)
    const { handed, carriers } = keepingCarriers(made.organizationId)
    await sendNotices(samvad, { ...carriers, email: carrier })
    const [mail, ...none] = mailsTo(reader.email)
    assert.deepEqual([none.length, handed], [0, []])
    const [title, ...lines] = said[language]
    assert.equal(mail?.subject, `${title} · Asha Textiles`)
    const [notice] = (await who.get('/v1/notifications')).body.data
    assert.equal(notice.title, title)
    assert.deepEqual(
      notice.text.split('\n').filter((line: string) => line !== ''),
      lines,
    )
    for (const line of lines) {
      assert.ok(mail?.text.includes(line), line)
      assert.ok(mail?.html.includes(line.replace(/:$/, '').replaceAll("'", '&#39;')), line)
    }
    assert.match(mail?.text ?? '', /\/usage\/months\n/)
  }
  samvad.setClock(null)
})

test('spec 14.70: a real mail goes to a proven address alone', async () => {
  const reader = await samvad.newPerson(organizationId, 'owner')
  await samvad.rows('update users set email_proven_at = null where id = $1', [reader.userId])
  await happen(samvad, organizationId, low())
  await writeNotices(samvad)
  await sendNotices(samvad, { email: carrier })
  assert.deepEqual(mailsTo(reader.email), [])
})

test('spec 14.65: a server that refuses for now is tried again under the same name; one that drops the answer is not', async () => {
  const made = await samvad.newCompany('Retry Rugs')
  const reader = await samvad.newPerson(made.organizationId, 'billing')
  await samvad.rows('delete from memberships where org_id = $1 and user_id = $2', [made.organizationId, made.userId])
  const start = app.clock()
  mailbox.answer((_to, tries) => (tries === 0 ? { code: 451 } : 'accept'))
  try {
    await happen(samvad, made.organizationId, low())
    await writeNotices(samvad)
    for (const minutes of [0, 1, 2]) {
      samvad.setClock(new Date(start.getTime() + minutes * 60_000))
      await sendNotices(samvad, { email: carrier })
    }
    assert.equal(mailsTo(reader.email).length, 1)
    const refused = mailbox.unanswered.find(({ envelope }) => envelope.to.includes(reader.email))
    assert.equal(refused?.headers['message-id'], mailsTo(reader.email)[0]?.headers['message-id'])

    mailbox.answer(() => 'drop')
    await happen(samvad, made.organizationId, low('10'))
    await writeNotices(samvad)
    for (const minutes of [3, 10, 200]) {
      samvad.setClock(new Date(start.getTime() + minutes * 60_000))
      await sendNotices(samvad, { email: carrier })
    }
    assert.equal(mailbox.unanswered.filter(({ envelope }) => envelope.to.includes(reader.email)).length, 2)
    const states = (await statesOf(samvad, made.organizationId)).filter(({ channel }) => channel === 'email')
    assert.deepEqual(
      states.map(({ status, attempts }) => [status, attempts]),
      [
        ['sent', 2],
        ['unknown', 1],
      ],
    )
  } finally {
    samvad.setClock(null)
    mailbox.answer(() => 'accept')
  }
})

test('spec 14.71: behind the fence nothing leaves; lifted, what is not too old does, and what was settled does not', async () => {
  const made = await samvad.newCompany('Fenced Felts')
  const reader = await samvad.newPerson(made.organizationId, 'billing')
  const jobs = noticeSendJobs(app, eventKinds, { email: carrier }).map((job) => behindFence(app, job))
  await samvad.rows("update installation set fenced_since = now(), fenced_reason = 'raised'")
  forgetFence(app)
  await happen(samvad, made.organizationId, low())
  await writeNotices(samvad)
  await runAll(jobs)
  // The carrier's own check of the fence stops it even without the job's.
  await sendNotices(samvad, { email: carrier })
  assert.deepEqual(mailsTo(reader.email), [])
  assert.equal((await person(samvad, reader).get('/v1/notifications')).body.data.length, 1, 'in the list it is')
  const lifted = await liftFence(
    { ...app, settings: { ...app.settings, databaseUrl: urlOf(samvad.connection) } },
    new Date(app.clock().getTime() + 1000),
  )
  assert.ok((lifted?.settled.notices ?? 0) > 0)
  await happen(samvad, made.organizationId, low('10'))
  await writeNotices(samvad)
  await runAll(jobs)
  const subjects = mailsTo(reader.email).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Balance down to 10% · Fenced Felts'])
})
