// What is new in an answer, as mail programs write them.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from '../../../../../test/cases.ts'
import { withoutQuoted, withoutQuotedHtml } from './quoted.ts'

const QUOTED = '> It leaves today.\n>\n> Asha'
const below: Record<string, string> = {
  'Gmail in English': `On Tue, 10 Mar 2026 at 11:50, Asha <hello@asha.example> wrote:\n\n${QUOTED}`,
  'Gmail in English, in two lines': `On Tue, 10 Mar 2026 at 11:50, Asha Textiles and Sons\n<hello@asha.example> wrote:\n\n${QUOTED}`,
  'Apple Mail': `> On 10-Mar-2026, at 11:50 AM, Asha <hello@asha.example> wrote:\n> \n${QUOTED}`,
  'Gmail in Hindi': `मंगल, 10 मार्च 2026 को 11:50 am बजे को Asha <hello@asha.example> ने लिखा:\n\n${QUOTED}`,
  'Gmail in Hindi, newer': `10 मार्च 2026 को 11:50 पर, Asha <hello@asha.example> ने लिखा है:\n${QUOTED}`,
  Outlook:
    'From: Asha <hello@asha.example>\nSent: Tuesday, March 10, 2026 11:50 AM\nTo: Ravi <ravi@shop.example>\nSubject: Your order\n\nIt leaves today.',
  'Outlook, a line above': `________________________________\nFrom: Asha <hello@asha.example>\nSent: Tuesday\nTo: Ravi\n\nIt leaves today.`,
  'Outlook of old': '-----Original Message-----\nFrom: Asha\n\nIt leaves today.',
  'quotes alone': QUOTED,
  'a program that marks nothing': 'On Tue, 10 Mar 2026, Asha <hello@asha.example> wrote:\nIt leaves today.',
}

describe('spec 7.58: what an answer quotes below is folded away', () => {
  for (const [program, quoted] of Object.entries(below))
    test(`spec 7.58: ${program}`, () => {
      assert.equal(withoutQuoted(`Is it ready?\nRavi\n\n${quoted}\n`), 'Is it ready?\nRavi')
      assert.equal(
        withoutQuoted(`Is it ready?\r\nRavi\r\n\r\n${quoted.replaceAll('\n', '\r\n')}`),
        'Is it ready?\nRavi',
      )
    })
})

test('spec 7.58: answers between the lines stay, and so does what only looks like a quotation', () => {
  // Also behind something new: what is folded at its first line is shown whole anyway.
  for (const text of [
    'On Tue, Asha <hello@asha.example> wrote:\n> Is it red?\nYes.\n> And large?\nNo.',
    '> Is it red?\nYes, it is.',
    'From: Pune\nI come by train.',
    'I wrote: a letter.\nOn Monday he came.',
    'मैंने लिखा: एक पत्र।',
    '> On Tue, Asha <hello@asha.example> wrote:\nI never wrote that.',
    'On Monday I came.\n\nThis is what he wrote:\nA letter.',
  ])
    for (const whole of [text, `Hello Asha,\n${text}`]) assert.equal(withoutQuoted(whole), whole)
  assert.equal(withoutQuoted(''), '')
})

test('spec 7.58: a text of more lines than anybody writes is looked through by nobody', () => {
  const lines = (count: number) => `${'x\n'.repeat(count - 1)}> y`
  assert.equal(withoutQuoted(lines(20_000)), 'x\n'.repeat(19_999).trimEnd())
  assert.equal(withoutQuoted(lines(20_001)), lines(20_001))
})

test('spec 7.58: an answer of nothing but a quotation is shown whole', () => {
  const [quoted] = Object.values(below) as [string]
  assert.equal(withoutQuoted(quoted), quoted)
})

test('spec 7.58: whatever is written, nothing is added and nothing before the fold is changed', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom('> x', 'On Tue, A wrote:', 'From: x', 'Sent: x', 'To: y', '', '-----Original Message-----'),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const text = lines.join('\n').replace(/\r/g, '')
      assert.ok(text.startsWith(withoutQuoted(text)))
    }),
  )
})

test('spec 7.58: the folds of HTML mails: Gmail, Outlook, Thunderbird, Apple Mail', () => {
  const answer = '<p>Is it ready?</p>'
  for (const fold of [
    '<div class="gmail_quote gmail_quote_container"><div>On Tue</div></div>',
    '<div id="divRplyFwdMsg" dir="ltr"><b>From:</b></div>',
    '<div class="moz-cite-prefix">On Tue</div>',
    '<blockquote type="cite">It leaves</blockquote>',
  ]) {
    assert.equal(withoutQuotedHtml(`${answer}${fold}`), answer)
    assert.equal(withoutQuotedHtml(fold), fold)
  }
  assert.equal(withoutQuotedHtml(answer), answer)
})
