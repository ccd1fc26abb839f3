// Filters of segments in the console: the sentence that describes one, and the groups in which it is edited.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '#kit/wire.ts'
import { WITHIN_DAYS_MAX } from '#messaging/contacts/segments/filter.ts'
import { readFilter } from '#messaging/contacts/segments/rules.ts'
import { type ContactFilter } from '../../console/src/app/segment-clauses.ts'
import { clauseOf, filterOf } from '../../console/src/app/segment-filter.ts'
import { sentenceOf } from '../../console/src/app/segment-sentence.ts'
import { draftOf, writtenDraft } from '../../console/src/contacts/segments/draft.ts'
import fc from '../cases.ts'

const LIST = publicId('list', '0198a000-0000-7000-8000-000000000001')
const OTHER = publicId('list', '0198a000-0000-7000-8000-000000000002')
const names = new Map([
  [LIST, 'Wholesale'],
  [OTHER, 'Complaints'],
])
const said = (filter: ContactFilter) => [
  sentenceOf(filter, 'en', (id) => names.get(id)),
  sentenceOf(filter, 'hi', (id) => names.get(id)),
]

// --- Sentences -----------------------------------------------------------------------------------------------------

const city = { attribute: 'city', is: 'Pune' }
const examples: [ContactFilter, string, string][] = [
  [city, 'Contacts whose “city” is “Pune”.', 'वे संपर्क जिनके “city” में “Pune” है।'],
  [
    { attribute: 'orders', after: 5 },
    'Contacts whose “orders” is at least 5.',
    'वे संपर्क जिनके “orders” में 5 या उससे ज़्यादा है।',
  ],
  [
    { not: { attribute: 'note', contains: 'refund' } },
    'Contacts whose “note” does not contain “refund”.',
    'वे संपर्क जिनके “note” में कहीं “refund” नहीं आता।',
  ],
  [
    { attribute: 'birthday', exists: false },
    'Contacts whose “birthday” is not filled in.',
    'वे संपर्क जिनके “birthday” में कुछ नहीं भरा है।',
  ],
  [
    { attribute: 'renewal', before: '2026-11-05' },
    'Contacts whose “renewal” is before 5 Nov 2026.',
    'वे संपर्क जिनके “renewal” में 5 नव॰ 2026 से पहले की तारीख़ है।',
  ],
  [
    { all: [city, { reachable: 'sms' }] },
    'Contacts whose “city” is “Pune” and who can receive SMS messages.',
    'वे संपर्क जिनके “city” में “Pune” है और जिन्हें SMS भेजे जा सकते हैं।',
  ],
  [
    { any: [{ consent: 'app' }, { not: { consent: 'email' } }, { list_id: LIST }] },
    'Contacts who have agreed to app messages, who have not agreed to email messages or who are on the list “Wholesale”.',
    'वे संपर्क जिन्होंने ऐप संदेश पाने की सहमति दी है, जिन्होंने ईमेल पाने की सहमति नहीं दी है या जो सूची “Wholesale” में हैं।',
  ],
  [
    { all: [{ any: [city, { list_id: LIST }] }, { not: { reachable: 'email' } }] },
    'Contacts who cannot receive email messages and (whose “city” is “Pune” or who are on the list “Wholesale”).',
    'वे संपर्क जिन्हें ईमेल नहीं भेजे जा सकते और (जिनके “city” में “Pune” है या जो सूची “Wholesale” में हैं)।',
  ],
  [
    { all: [city, { not: { any: [{ list_id: OTHER }, { attribute: 'plan', is: 'free' }] } }] },
    'Contacts whose “city” is “Pune”, except those who are on the list “Complaints” or whose “plan” is “free”.',
    'वे संपर्क जिनके “city” में “Pune” है, सिवाय उनके जो सूची “Complaints” में हैं या जिनके “plan” में “free” है।',
  ],
  [
    { not: { any: [city, { list_id: OTHER }] } },
    'All contacts except those whose “city” is “Pune” or who are on the list “Complaints”.',
    'सभी संपर्क, सिवाय उनके जिनके “city” में “Pune” है या जो सूची “Complaints” में हैं।',
  ],
  [
    { any: [city, { not: { any: [{ list_id: OTHER }] } }] },
    'Contacts whose “city” is “Pune” or (who are not among those who are on the list “Complaints”).',
    'वे संपर्क जिनके “city” में “Pune” है या (जो उनमें शामिल नहीं हैं जो सूची “Complaints” में हैं)।',
  ],
  [
    { not: { all: [city, { reachable: 'sms' }] } },
    'Contacts whose “city” is not “Pune” or who cannot receive SMS messages.',
    'वे संपर्क जिनके “city” में “Pune” नहीं है या जिन्हें SMS नहीं भेजे जा सकते।',
  ],
  [
    { last_active_at: { within_days: 30 } },
    'Contacts who were active in the last 30 days.',
    'वे संपर्क जो पिछले 30 दिनों में सक्रिय रहे।',
  ],
  [
    { not: { last_active_at: { within_days: 1 } } },
    'Contacts who were not active in the last day.',
    'वे संपर्क जो पिछले एक दिन में सक्रिय नहीं रहे।',
  ],
  [
    // The first day of October and the end of its last day, in India.
    { created_at: { after: 1790793000, before: 1793471400 } },
    'Contacts who were added between 1 Oct 2026 and 31 Oct 2026.',
    'वे संपर्क जो 1 अक्टू॰ 2026 और 31 अक्टू॰ 2026 के बीच जोड़े गए।',
  ],
  [
    { last_active_at: { before: 1790793060 } },
    'Contacts who were last active before 1 Oct 2026, 00:01.',
    'वे संपर्क जो आख़िरी बार 1 अक्टू॰ 2026, 00:01 से पहले सक्रिय थे।',
  ],
]

test('spec 21.91: a filter is said as a sentence, in English and in Hindi', () => {
  for (const [filter, en, hi] of examples) assert.deepEqual(said(filter), [en, hi], JSON.stringify(filter))
  const unknown = { list_id: publicId('list', '0198a000-0000-7000-8000-000000000003') }
  assert.deepEqual(said(unknown), ['Contacts who are on the list “…”.', 'वे संपर्क जो सूची “…” में हैं।'])
})

// --- Every filter --------------------------------------------------------------------------------------------------

const word = fc.constantFrom('Pune', 'पुणे', 'a “quoted” word', '12', '-3.5', 'true', 'x'.repeat(500), '')
const operand = fc.oneof(word, fc.constantFrom(0, 12, -3.5, 1e21, 1e-7), fc.boolean())
const bound = fc.constantFrom(12, '12.50', '2026-11-05', '2026-11-05T10:00:00Z', '2026-11-05T10:00+05:30')
const time = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }).map((day) => day * 86_400 - 19_800 + 86_400 * 4000),
  fc.integer({ min: 1e9, max: 2e9 }),
)
const period = fc.oneof(
  fc.record({ within_days: fc.integer({ min: 1, max: WITHIN_DAYS_MAX }) }),
  time.map((after) => ({ after })),
  time.map((before) => ({ before })),
  fc.tuple(time, time).map((both) => ({ after: Math.min(...both), before: Math.max(...both) + 1 })),
)
const attribute = fc.constantFrom('city', 'orders', 'last order', 'is')
const channel = fc.constantFrom('email', 'app', 'sms')
const condition: fc.Arbitrary<ContactFilter> = fc.oneof(
  fc.record({ attribute, is: operand }),
  fc.record({ attribute, is_not: operand }),
  fc.record({ attribute, contains: word.filter((text) => text !== '') }),
  fc.record({ attribute, before: bound }),
  fc.record({ attribute, after: bound }),
  fc.record({ attribute, exists: fc.boolean() }),
  fc.record({ list_id: fc.constantFrom(LIST, OTHER) }),
  fc.record({ reachable: channel }),
  fc.record({ consent: channel }),
  fc.record({ last_active_at: period }),
  fc.record({ created_at: period }),
)
const { filter: anyFilter } = fc.letrec<{ filter: ContactFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    condition,
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('filter').map((not) => ({ not })),
  ),
}))

const leavesOf = (filter: ContactFilter): ContactFilter[] =>
  filter.all?.flatMap(leavesOf) ?? filter.any?.flatMap(leavesOf) ?? (filter.not ? leavesOf(filter.not) : [filter])

test('spec 21.91: every filter has a sentence that names all it compares with', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      for (const [sentence, end] of [
        [said(filter)[0] as string, '.'],
        [said(filter)[1] as string, '।'],
      ] as const) {
        assert.ok(sentence.endsWith(end) && sentence.length > 10, sentence)
        assert.doesNotMatch(sentence, /undefined|null|NaN|Invalid|\[object|\(\)| {2}/)
        assert.equal(sentence.split('(').length, sentence.split(')').length, sentence)
        for (const { attribute: name, contains, list_id } of leavesOf(filter)) {
          if (name !== undefined) assert.ok(sentence.includes(`“${name}”`), sentence)
          if (contains !== undefined) assert.ok(sentence.includes(contains), sentence)
          if (list_id !== undefined) assert.ok(sentence.includes(names.get(list_id) as string), sentence)
        }
      }
    }),
  )
})

/** Evaluates the filter for a made-up contact: each plain condition is true or false by the hash of its text. */
function selects(filter: ContactFilter, salt: number): boolean {
  if (filter.all) return filter.all.every((one) => selects(one, salt))
  if (filter.any) return filter.any.some((one) => selects(one, salt))
  if (filter.not) return !selects(filter.not, salt)
  const { attribute: name, is_not, exists } = filter
  if (is_not !== undefined) return !selects({ attribute: name, is: is_not }, salt)
  if (exists === false) return !selects({ attribute: name, exists: true }, salt)
  const reading = readFilter(filter)
  assert.ok('value' in reading, JSON.stringify(reading))
  const text = JSON.stringify(reading.value, (_, value) =>
    typeof value === 'number' ? plain(value) : String(value) === '[object Object]' ? value : String(value),
  )
  let hash = salt
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) as number)) % 1_000_003
  return hash % 2 === 0
}
const plain = (value: number) => value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })

test('spec 21.92: what the builder makes of a filter selects the same contacts, and the service takes it', () => {
  fc.assert(
    fc.property(anyFilter, fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 }), (filter, salts) => {
      const written = filterOf(clauseOf(filter))
      const built = writtenDraft(draftOf(filter)).filter
      for (const salt of salts) {
        assert.equal(selects(written, salt), selects(filter, salt))
        assert.equal(selects(built, salt), selects(filter, salt))
      }
    }),
  )
})
