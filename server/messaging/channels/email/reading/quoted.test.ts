// The new text of a reply and its quotation, as mail programs write them.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from '../../../../../test/cases.ts'
import { isForwarded, splitQuoted, splitQuotedHtml } from './quoted.ts'

const MARKED = '> It leaves today.\n>\n> Asha'
const ADDRESS = '<hello@asha.example>'

/** The line above the quotation, by mail program and language. */
const attributions: Record<string, string> = {
  'Gmail, English': `On Tue, 10 Mar 2026 at 11:50, Asha ${ADDRESS} wrote:`,
  'Gmail, English, wrapped': `On Tue, 10 Mar 2026 at 11:50, Asha Textiles and Sons\n${ADDRESS} wrote:`,
  'Gmail, English, wrapped in the date': `On Tuesday, 10 March\n2026 at 11:50, Asha ${ADDRESS} wrote:`,
  'Gmail, Hindi': `मंगल, 10 मार्च 2026 को 11:50 am बजे को Asha ${ADDRESS} ने लिखा:`,
  'Gmail, Hindi, newer': `10 मार्च 2026 को 11:50 पर, Asha ${ADDRESS} ने लिखा है:`,
  'Gmail, Bengali': `মঙ্গল, ১০ মার্চ, ২০২৬ তারিখে ১১:৫০ AM-এ Asha ${ADDRESS} লিখেছেন:`,
  'Gmail, Telugu': `10 మార్చి, 2026 మంగళ, 11:50 AMకి, Asha ${ADDRESS} ఇలా రాశారు:`,
  'Gmail, Marathi': `मंगळ, १० मार्च, २०२६ रोजी ११:५० AM वाजता Asha ${ADDRESS} यांनी लिहिले:`,
  'Gmail, Tamil': `செவ்., 10 மார்., 2026, முற்பகல் 11:50 அன்று, Asha ${ADDRESS}\nஎழுதியது:`,
  'Gmail, Gujarati': `મંગળ, 10 માર્ચ, 2026 ના રોજ 11:50 AM વાગ્યે Asha ${ADDRESS} એ લખ્યું:`,
  'Gmail, Kannada': `ಮಂಗಳ, ಮಾರ್ಚ್ 10, 2026 ರಂದು 11:50 AM ಸಮಯಕ್ಕೆ Asha ${ADDRESS} ಅವರು ಬರೆದಿದ್ದಾರೆ:`,
  'Gmail, Malayalam': `2026, മാർ 10 ചൊവ്വ 11:50 AM-ന് Asha ${ADDRESS} ഇപ്രകാരം എഴുതി:`,
  'Gmail, Punjabi': `ਮੰਗਲ, 10 ਮਾਰਚ 2026 ਨੂੰ 11:50 ਵਜੇ Asha ${ADDRESS} ਨੇ ਲਿਖਿਆ:`,
  'Gmail, Urdu': `\u202bمنگل، 10 مارچ، 2026 کو 11:50 AM بجے Asha \u202a${ADDRESS}\u202c نے لکھا:\u202c`,
  'Gmail, German': `Am Di., 10. März 2026 um 11:50 Uhr schrieb Asha ${ADDRESS}:`,
  'Gmail, French': `Le mar. 10 mars 2026 à 11:50, Asha ${ADDRESS} a écrit\u00a0:`,
  'Gmail, Spanish': `El mar, 10 mar 2026 a las 11:50, Asha (${ADDRESS}) escribió:`,
  'Gmail, Portuguese': `Em ter., 10 de mar. de 2026 às 11:50, Asha ${ADDRESS}\nescreveu:`,
  'Gmail, Italian': `Il giorno mar 10 mar 2026 alle ore 11:50 Asha ${ADDRESS} ha scritto:`,
  'Gmail, Russian': `вт, 10 мар. 2026 г. в 11:50, Asha ${ADDRESS}:`,
  'Gmail, Japanese': `2026年3月10日(火) 11:50 Asha ${ADDRESS}:`,
  'Gmail, Chinese': `Asha ${ADDRESS} 于2026年3月10日周二 11:50写道：`,
  'Gmail, Korean': `2026년 3월 10일 (화) 오전 11:50, Asha ${ADDRESS}님이 작성:`,
  'Gmail, Indonesian': `Pada tanggal Sel, 10 Mar 2026 pukul 11.50 Asha ${ADDRESS} menulis:`,
  'Gmail, Turkish': `Asha ${ADDRESS}, 10 Mar 2026 Sal, 11:50 tarihinde şunu yazdı:`,
  'Gmail, Arabic': `في الثلاثاء، ١٠ مارس ٢٠٢٦ في ١١:٥٠ ص تمت كتابة ما يلي بواسطة Asha ${ADDRESS}:`,
  'Apple Mail, English': `On 10-Mar-2026, at 11:50 AM, Asha ${ADDRESS} wrote:`,
  'Apple Mail, Hindi': `10/03/2026 को 11:50 AM पर Asha ${ADDRESS} ने लिखा :`,
  'Thunderbird, English, without an address': 'On 10/03/2026 11:50, Asha wrote:',
  'Thunderbird, German, without an address': 'Am 10.03.26 um 11:50 schrieb Asha:',
  'Thunderbird, Marathi, without an address': '१०/०३/२०२६ रोजी ११:५० वाजता, Asha ने लिहिले:',
  'Yahoo, English': `    On Tuesday, 10 March, 2026 at 11:50:00 am IST, Asha ${ADDRESS} wrote:  `,
  'Yahoo, Hindi': `    मंगलवार, 10 मार्च 2026 को 11:50:00 am IST बजे, Asha ${ADDRESS} ने लिखा:  `,
  'Zoho, English': `---- On Tue, 10 Mar 2026 11:50:00 +0530 Asha ${ADDRESS} wrote ---`,
  'Zoho, Hindi': `---- मंगल, 10 मार्च 2026 11:50:00 +0530 Asha ${ADDRESS} ने लिखा ----`,
}

/** All quotations, with the lines above them. */
const quotations: Record<string, string> = {
  ...Object.fromEntries(Object.entries(attributions).map(([name, line]) => [name, `${line}\n\n${MARKED}`])),
  'Apple Mail, marked as well': `> ${attributions['Apple Mail, English']}\n> \n${MARKED}`,
  'Yahoo, without marks': `${attributions['Yahoo, English']}\n \n It leaves today.  `,
  'Zoho, without marks': `${attributions['Zoho, Hindi']}\n\nIt leaves today.`,
  'Gmail, without marks': `${attributions['Gmail, Tamil']}\nIt leaves today.`,
  'Outlook, English': `From: Asha ${ADDRESS}\nSent: Tuesday, March 10, 2026 11:50 AM\nTo: Ravi <ravi@shop.example>\nSubject: Your order\n\nIt leaves today.`,
  'Outlook, below a rule': `________________________________\nFrom: Asha ${ADDRESS}\nSent: Tuesday\nTo: Ravi\n\nIt leaves today.`,
  'Outlook, names alone':
    'From: Asha\nSent: Tuesday, March 10, 2026 11:50 AM\nTo: Ravi\nSubject: Your order\n\nIt leaves today.',
  'Outlook, bold': `*From:* Asha ${ADDRESS}\n*Sent:* Tuesday, March 10, 2026 11:50 AM\n*To:* Ravi\n\nIt leaves today.`,
  'Outlook, Hindi': `प्रेषक: Asha ${ADDRESS}\nभेजा गया: मंगलवार, 10 मार्च 2026 11:50\nप्रति: Ravi\nविषय: Your order\n\nIt leaves today.`,
  'Outlook, Tamil': `அனுப்புநர்: Asha ${ADDRESS}\nஅனுப்பப்பட்டது: செவ்வாய், 10 மார்ச், 2026 11:50\nபெறுநர்: Ravi\nபொருள்: Your order\n\nIt leaves today.`,
  'Outlook, German': `Von: Asha ${ADDRESS}\nGesendet: Dienstag, 10. März 2026 11:50\nAn: Ravi\nBetreff: Your order\n\nIt leaves today.`,
  'Outlook, old': '-----Original Message-----\nFrom: Asha\n\nIt leaves today.',
  'Outlook, old, French': `-----Message d'origine-----\nDe : Asha\n\nIt leaves today.`,
  'marked lines alone': MARKED,
}

describe('spec 7.58: what an answer quotes below is folded and kept', () => {
  for (const [program, quoted] of Object.entries(quotations))
    test(`spec 7.58: ${program}`, () => {
      const expected = { text: 'Is it ready?\nRavi', quotedText: quoted.trimEnd() }
      assert.deepEqual(splitQuoted(`Is it ready?\nRavi\n\n${quoted}\n`), expected)
      assert.deepEqual(splitQuoted(`Is it ready?\r\nRavi\r\n\r\n${quoted.replaceAll('\n', '\r\n')}`), expected)
    })

  test('spec 7.58: words right above the quotation stay, whatever the language', () => {
    for (const line of Object.values(attributions))
      assert.equal(splitQuoted(`Is it ready?\n${line}\n${MARKED}`).text, 'Is it ready?', line)
  })
})

const BILL = 'Bill 17 of 10/03/2026\nTotal: 500'
const forwards: Record<string, string> = {
  Gmail: `---------- Forwarded message ---------\nFrom: Power <bills@power.example>\nDate: Tue, 10 Mar 2026 at 11:50\nSubject: Bill\nTo: <ravi@shop.example>\n\n\n${BILL}`,
  'Gmail, without headers': `---------- Forwarded message ---------\n${BILL}`,
  'Gmail in a language that is not listed': `---------- ප්‍රවාහිත පණිවිඩය ---------\nසිට: Power <bills@power.example>\nදිනය: 10 Mar 2026 11:50\nවිෂය: Bill\n\n${BILL}`,
  'Apple Mail': `Begin forwarded message:\n\n> From: Power <bills@power.example>\n> Subject: Bill\n> Date: 10 March 2026 at 11:50:00 AM IST\n>\n> ${BILL.replace('\n', '\n> ')}`,
  'Apple Mail in a language that is not listed': `එවූ පණිවිඩය:\n\n> සිට: Power <bills@power.example>\n> විෂය: Bill\n> දිනය: 10 March 2026\n>\n> ${BILL.replace('\n', '\n> ')}`,
  Thunderbird: `-------- Weitergeleitete Nachricht --------\nBetreff: 	Bill\nDatum: 	Tue, 10 Mar 2026\nVon: 	Power <bills@power.example>\n\n${BILL}`,
  Zoho: `============ Forwarded message ============\nFrom : Power <bills@power.example>\nTo : <ravi@shop.example>\nDate : Tue, 10 Mar 2026 11:50:00 +0530\nSubject : Bill\n============ Forwarded message ============\n\n${BILL}`,
}

describe('spec 7.58: a forwarded bill stays readable', () => {
  for (const [program, forwarded] of Object.entries(forwards))
    test(`spec 7.58: ${program}`, () => {
      const text = `Please pay this bill for me.\n\n${forwarded}`
      assert.deepEqual(splitQuoted(text), { text, quotedText: null })
    })

  test('spec 7.58: Outlook writes the same headers above both: the subject says that it is forwarded', () => {
    const text = `Please pay this bill for me.\n\n${quotations['Outlook, English']}`
    for (const subject of ['Fwd: Bill', 'FW: Bill', ' Fw: Bill', 'WG: Bill', 'TR: Bill', 'Rv: Bill', '转发：Bill']) {
      assert.equal(isForwarded(subject), true, subject)
      assert.deepEqual(splitQuoted(text, true), { text, quotedText: null })
    }
    for (const subject of ['Re: Fwd: Bill', 'Forward', 'Order: 5', 'Bill', '', null, undefined])
      assert.equal(isForwarded(subject), false, String(subject))
  })

  test('spec 7.58: an answer to a forwarded bill folds it', () => {
    for (const quoted of [
      `${attributions['Gmail, English']}\n\n> ${(forwards.Gmail as string).replaceAll('\n', '\n> ')}`,
      `${quotations['Outlook, English']}\n${forwards.Gmail}`,
    ])
      assert.deepEqual(splitQuoted(`Paid.\n\n${quoted}`), { text: 'Paid.', quotedText: quoted })
  })
})

test("spec 7.58: the writer's own lines stay, whatever they look like, and so do answers between quoted lines", () => {
  // Below new text only: a quotation in the first line is shown anyway.
  for (const text of [
    'On Tue, 10 Mar 2026, Asha <hello@asha.example> wrote:\n> Is it red?\nYes.\n> And large?\nNo.',
    '> Is it red?\nYes, it is.',
    'From: Pune\nI come by train.',
    'From: Delhi\nSent: 3 boxes\nTo: Pune\nSubject: Books',
    'From: Delhi\nSent: 10/03/2026\nTo: Pune\nSubject: 12 books of 2024',
    'From: Delhi\nTo: ravi@shop.example\nSubject: Books\nCc: nobody',
    'Name: Ravi <ravi@shop.example>\nDate: 10/03/2026 11:50\nTable: 5',
    'I wrote: a letter.\nOn Monday he came.',
    'मैंने लिखा: एक पत्र।',
    '> On Tue, 10 Mar 2026, Asha <hello@asha.example> wrote:\nI never wrote that.',
    'On Monday I came.\n\nThis is what he wrote:\nA letter.',
    'On 10/03/2026 at 11:50 he wrote:\nThe box is red.',
    'Ravi <ravi@shop.example> ordered on 10/03/2026 at 11:50:\n2 boxes',
    '________________________________\nRavi Kumar\n________________________________\n2 boxes',
    '--- Order ---\n2 boxes',
    '-- \nRavi',
  ])
    for (const whole of [text, `Hello Asha,\n${text}`])
      assert.deepEqual(splitQuoted(whole), { text: whole, quotedText: null })
  assert.deepEqual(splitQuoted(''), { text: '', quotedText: null })
})

test("spec 7.58: a line above the writer's own marked lines is the writer's", () => {
  const { text } = splitQuoted('The 2 points that I mean:\n> price\n> size')
  assert.equal(text, 'The 2 points that I mean:')
})

test('spec 7.58: a text of more than 20,000 lines is shown whole', () => {
  const lines = (count: number) => `${'x\n'.repeat(count - 1)}> y`
  assert.deepEqual(splitQuoted(lines(20_000)), { text: 'x\n'.repeat(19_999).trimEnd(), quotedText: '> y' })
  assert.deepEqual(splitQuoted(lines(20_001)), { text: lines(20_001), quotedText: null })
})

test('spec 7.58: an answer of nothing but a quotation is shown whole', () => {
  for (const quoted of Object.values(quotations))
    assert.deepEqual(splitQuoted(quoted), { text: quoted.trimEnd(), quotedText: null })
})

test('spec 7.58: whatever is written, the new words and the quotation together are all of it', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      '',
      ...[...Object.values(quotations), ...Object.values(forwards)].flatMap((one) => one.split('\n')),
    ),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const all = lines.join('\n').replace(/\r/g, '').trimEnd()
      const { text, quotedText } = splitQuoted(all)
      if (quotedText === null) return assert.equal(text, all)
      const between = all.slice(text.length, all.length - quotedText.length)
      assert.equal(all, text + between + quotedText)
      assert.equal(between.trim(), '')
    }),
  )
})

describe('spec 7.58: the folds of HTML mails', () => {
  const answer = '<p>Is it ready?</p>'
  const folds: Record<string, string> = {
    Gmail: `<div class="gmail_quote gmail_quote_container"><div class="gmail_attr">${attributions['Gmail, English']}</div><blockquote>It leaves</blockquote></div>`,
    Outlook: '<div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Asha<br><b>Sent:</b> Tuesday</div><div>It leaves</div>',
    Thunderbird: '<div class="moz-cite-prefix">On Tue</div><blockquote type="cite">It leaves</blockquote>',
    'Apple Mail': '<blockquote type="cite"><div>It <div>leaves</div></div></blockquote><br></body></html>',
    Yahoo: '<div class="ydpa yahoo_quoted"><div>On Tue</div></div>',
  }
  for (const [program, fold] of Object.entries(folds))
    test(`spec 7.58: ${program}`, () => {
      assert.deepEqual(splitQuotedHtml(`${answer}${fold}`), { fresh: answer, rest: fold })
      assert.deepEqual(splitQuotedHtml(fold), { fresh: fold, rest: '' }, 'nothing else is in it')
      assert.deepEqual(splitQuotedHtml(`${answer}${fold}`, true), { fresh: `${answer}${fold}`, rest: '' })
    })

  const { Outlook: _, ...blocks } = folds
  for (const [program, fold] of Object.entries(blocks))
    test(`spec 7.58: ${program}: an answer below or between the folds stays readable`, () => {
      const html = `<p>Hello,</p>${fold}<p>Yes, red.</p>${fold}`
      assert.deepEqual(splitQuotedHtml(html), { fresh: html, rest: '' })
    })

  const forwarded = {
    Gmail: `<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: <b>Power</b> &lt;<a href="mailto:bills@power.example">bills@power.example</a>&gt;<br>Date: Tue, 10 Mar 2026<br>Subject: Bill<br></div>Total: 500</div>`,
    'Apple Mail':
      '<div>Begin forwarded message:</div><br><blockquote type="cite"><div><b>From: </b>Power</div>Total: 500</blockquote>',
    'Apple Mail in a language that is not listed':
      '<div>එවූ පණිවිඩය:</div><blockquote type="cite"><div><b>සිට: </b>bills@power.example</div><div><b>දිනය: </b>10 March 2026 at 11:50</div><div><b>විෂය: </b>Bill</div><br>Total: 500</blockquote>',
  }
  for (const [program, fold] of Object.entries(forwarded))
    test(`spec 7.58: a bill that is forwarded in HTML stays readable: ${program}`, () => {
      const html = `<p>Please pay this bill for me.</p>${fold}`
      assert.deepEqual(splitQuotedHtml(html), { fresh: html, rest: '' })
    })

  test('spec 7.58: without a fold all of it is new', () => {
    assert.deepEqual(splitQuotedHtml(answer), { fresh: answer, rest: '' })
  })
})
