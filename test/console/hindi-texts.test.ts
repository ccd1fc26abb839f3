// What the service writes in English, as the console says it in Hindi. That nothing is
// left out is kept by test/structure/hindi.test.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invariants } from '#doctor/invariants.ts'
import { fieldTextIn } from '#kit/field-texts.ts'
import { failureReasons } from '#money/wallet/rules.ts'
import { parts } from '#status/parts.ts'
import { purposeOf } from '../../console/src/billing/purpose.ts'
import { words as rechargeWords } from '../../console/src/billing/recharge-words.ts'
import { words as billingWords } from '../../console/src/billing/words.ts'
import { doctorTexts } from '../../console/src/operator/doctor-texts.ts'
import { healthSaid } from '../../console/src/operator/health-said.ts'
import { words as healthWords } from '../../console/src/operator/health-words.ts'

test('spec 9.14: a transaction says what it is for, in both languages; a credit what the operator wrote', () => {
  const credit = {
    purpose: 'credit',
    description: 'Diwali goodwill',
    channel: null,
    message_count: null,
    amount: '1.00',
  }
  const of = (fields: Partial<Parameters<typeof purposeOf>[0]>, language: 'en' | 'hi') =>
    purposeOf({ ...credit, ...fields }, language)
  const messages = { purpose: 'messages', channel: 'sms', message_count: 60, amount: '-15.00' }
  assert.equal(of(messages, 'en'), '60 SMS messages at ₹0.25')
  assert.equal(of(messages, 'hi'), '60 SMS संदेश, हर एक ₹0.25')
  assert.equal(of({ ...messages, message_count: 1, amount: '-0.085' }, 'en'), '1 SMS message at ₹0.085')
  assert.equal(of({ purpose: 'refund', amount: '1.00' }, 'hi'), 'वॉलेट में रिफ़ंड')
  assert.equal(of({ purpose: 'credit', amount: '1.00' }, 'hi'), 'Diwali goodwill')
  assert.equal(of({ purpose: 'invented_tomorrow', amount: '1.00' }, 'hi'), 'Diwali goodwill')
})

test('spec 10.41: each reason for which a payment fails has words in both languages', () => {
  for (const language of ['en', 'hi'] as const)
    for (const texts of [billingWords[language].failures, rechargeWords[language].failedDetails])
      assert.deepEqual(Object.keys(texts).toSorted(), failureReasons.toSorted())
})

test('a field at fault is told in Hindi by the form of the sentence; another form stays', () => {
  const told: Record<string, string> = {
    'is required': 'ज़रूरी है',
    'must be at most "1000000.00"; make several recharges for more': 'अधिकतम 1000000.00 हो सकता है',
    'must have 12 to 200 characters': '12 से 200 अक्षर चाहिए',
    'must be one of email, sms': 'इनमें से एक होना चाहिए: email, sms',
    'is wrong; you have 4 more tries': 'ग़लत है; 4 बार और कोशिश कर सकते हैं',
    'is of no approved template with a DLT id': 'DLT आईडी वाले किसी मंज़ूर टेम्पलेट का नहीं है',
    'has {{name}} in the attribute onclick, which is a program: put it somewhere else':
      'वेरिएबल name एट्रिब्यूट onclick में है, जो प्रोग्राम है: कहीं और लिखें',
    'sleeps late on Sundays': 'sleeps late on Sundays',
  }
  for (const [message, said] of Object.entries(told)) assert.equal(fieldTextIn('hi', message), said)
  assert.equal(fieldTextIn('en', 'is required'), 'is required')
})

test('spec 17.60: each rule of the doctor and each part of the status has a name in Hindi', () => {
  assert.deepEqual(Object.keys(doctorTexts).toSorted(), invariants.map(({ id }) => id).toSorted())
  for (const { name } of parts)
    for (const { parts: names } of Object.values(healthWords)) assert.ok(Object.hasOwn(names, name), name)
})

/** Names, commands, settings and units, which both languages have. */
const BOTH =
  /\b(Samvad|PostgreSQL|Citus|VACUUM|FREEZE|NTP|SMS|GB|MB|KB|TB|ms|pid|parent|api|worker|postgres|email|sms|app|razorpay|MAIL|samvad [a-z]+( [a-z]+)?( --to FILE)?|DATA_DIR|[A-Z]+(_[A-Z]+)+|[a-z]+(_[a-z]+)+|mail receiver|autovacuum|https?:\S+|select \S+)\b/g

test('the status of the installation is told in Hindi, with its names, figures and commands', () => {
  const told: [part: string, said: string, hindi?: string][] = [
    ['program', 'runs at http://127.0.0.1:8080', 'http://127.0.0.1:8080 पर चल रहा है'],
    ['program', 'worker  pid 12  for 3 d 4 h  98.2 MB', 'worker  pid 12  3 दिन 4 घंटे से  98.2 MB'],
    ['program', 'postgres  pid 9  for 5 s  1.1 GB  14 processes'],
    [
      'program',
      'Samvad runs (process 7) but does not answer at http://a.example: see its log; end it if it hangs, and start it again.',
    ],
    [
      'program',
      'Samvad does not run with DATA_DIR=/data, unless it runs on another machine: start it, or set DATA_DIR as for the server.',
    ],
    ['database', 'PostgreSQL 18.1 (embedded) for 3 h 2 min, 78.2 MB'],
    ['database', "connections 12 of 100, 9 of them Samvad's", '100 में से 12 कनेक्शन काम में, उनमें 9 Samvad के'],
    [
      'database',
      'oldest transaction none, slowest statement running none',
      'सबसे पुराना ट्रांज़ैक्शन: कोई नहीं, सबसे धीमा स्टेटमेंट: कोई नहीं',
    ],
    ['database', 'oldest transaction 5 s, slowest statement running 1 min 4 s: select 1'],
    ['database', '  messages  1.2 GB  120 rows  3 dead  vacuumed 4 min ago'],
    ['database', 'migrations all applied; clock differs by 0 ms'],
    ['database', 'The database cannot be used: 57014.'],
    ['storage', '78.2 GB of 251 GB are left where /data lies', '/data की डिस्क पर 251 GB में से 78.2 GB जगह बाक़ी है'],
    [
      'storage',
      'Only 900 bytes of 251 GB are left where /data lies: make room; a full disk stops PostgreSQL, and all sending.',
    ],
    ['queues', 'Work of the kind send_digest has been due for 12 min: see whether the worker runs, and its log.'],
    ['queues', '2 deliveries longer in hand than a lease lasts: see whether the worker runs, and its log.'],
    ['jobs', 'retention_of_mail has failed 3 times and does not succeed: see the log for its name.'],
    ['jobs', '42 jobs, none has failed since the start', '42 काम, शुरू से कोई विफल नहीं'],
    [
      'payments',
      'razorpay  takes new payments  2 awaited, the oldest for 4 min  no webhook since the start  0 calls failed',
    ],
    ['payments', 'automatic recharges on 4, failing 0'],
    ['channels', "the program's own mail: no mail server is set: SAMVAD_SMTP_URL"],
    [
      'channels',
      'sms  2 accounts of organizations, and one for all others  since the start 4 accepted, 1 refused, 2 pauses, last arrival 4 s ago, 2 arrivals to be worked on, the oldest for 4 s',
      'SMS  संगठनों के 2 खाते, और बाक़ी सबके लिए एक  शुरू से: 4 लिए गए, 1 ठुकराए गए, 2 बार रुका, पिछली बार 4 सेकंड पहले कुछ आया, आया हुआ 2 बाक़ी, सबसे पुराना 4 सेकंड से',
    ],
    ['channels', 'email  0 accounts of organizations  since the start nothing sent, 0 pauses'],
    ['fence', 'down: what is due leaves'],
    [
      'backups',
      'archive /backup: no whole copy yet, 3 segments of the log waiting',
      'आर्काइव /backup: अभी कोई पूरी प्रति नहीं, लॉग के 3 सेगमेंट बाक़ी',
    ],
    ['certificate', 'none: PUBLIC_URL is http://127.0.0.1:8080'],
    ['doctor', 'all of it held, 3 h ago', 'सब टिके थे, 3 घंटे पहले'],
    ['storage', 'did not answer within 1.9 s', '1.9 सेकंड में जवाब नहीं आया'],
  ]
  for (const [part, said, hindi] of told) {
    const shown = healthSaid('hi', part, said)
    if (hindi) assert.equal(shown, hindi)
    assert.doesNotMatch(shown.replace(BOTH, '').replace(/\/\w+|^ {2}\w+/g, ''), /[A-Za-z]/, shown)
    assert.equal(healthSaid('en', part, said), said)
  }
})
