// Variables in texts: their syntax, their replacement, and that no value is ever more than a value. spec 15.5.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#kit/refusals.ts'
import fc, { anyText } from '../../../test/cases.ts'
import { parametersOf } from './at-provider.ts'
import { type ReadTemplate, readTemplate, renderTemplate, type TemplateContent } from './rules.ts'
import { escapeHtml, fill, lengthWith, namesIn, type Parts, readParts } from './variables.ts'

function partsOf(text: string): Parts {
  const parts = readParts(text)
  assert.ok(!('message' in parts), 'message' in parts ? parts.message : '')
  return parts
}

function read(content: Partial<TemplateContent>, channel: 'email' | 'app' | 'sms' = 'email'): ReadTemplate {
  const found = readTemplate(channel, { subject: null, text: null, html: null, ...content, components: null })
  assert.ok(!('errors' in found), JSON.stringify(found))
  return found
}

const errorsOf = (content: Partial<TemplateContent>) => {
  const found = readTemplate('email', { subject: null, text: null, html: null, ...content, components: null })
  return 'errors' in found ? found.errors.map(({ field, code }) => `${field} ${code}`) : []
}

const names = fc.oneof(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,10}$/), fc.integer({ min: 1, max: 99 }).map(String))
const literals = anyText({ maxLength: 20 }).map((text) => text.replaceAll('{', '('))

test('spec 15.5: a text is read into its literals and names, and these make the text again', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(literals, names)), literals, (pairs, last) => {
      const text = pairs.map(([literal, name]) => `${literal}{{${name}}}`).join('') + last
      const parts = partsOf(text)
      assert.deepEqual(parts, {
        literals: [...pairs.map(([literal]) => literal), last],
        names: pairs.map(([, name]) => name),
      })
      assert.equal(
        fill(parts, (name) => `{{${name}}}`),
        text,
      )
    }),
  )
})

test('spec 15.5: a value is put in as it is and not looked at again, and its length is known beforehand', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(literals, names)), literals, anyText(), (pairs, last, value) => {
      const parts = partsOf(pairs.map(([literal, name]) => `${literal}{{ ${name} }}`).join('') + last)
      const filled = fill(parts, () => value)
      assert.equal(filled, pairs.map(([literal]) => literal + value).join('') + last)
      assert.equal(
        filled.length,
        lengthWith(parts, () => value),
      )
    }),
  )
  assert.equal(
    fill(partsOf('{{a}} {{b}}'), (name) => (name === 'a' ? '{{b}} $& $1' : 'B')),
    '{{b}} $& $1 B',
  )
})

test('spec 15.5: what begins as a variable and is none is refused, whatever follows', () => {
  for (const text of [
    '{{',
    '{{}}',
    '{{ }}',
    '{{a b}}',
    '{{a',
    '{{a}',
    '{{0}}',
    '{{100}}',
    '{{é}}',
    '{{a-b}}',
    `{{${'a'.repeat(41)}}}`,
    '{{{a}}}',
  ])
    assert.ok('message' in readParts(text), text)
  for (const text of ['', '{', '}}', '{a}', '@media x{a{b:c}}', '{{a}}', '{{ a_1 }}}}', '{{1}}{{99}}'])
    assert.ok(!('message' in readParts(text)), text)
  assert.ok('message' in readParts('{{a}}'.repeat(201)))
})

test('spec 15.5: names and numbers are not mixed, numbers have no gap, and parameters stand in the order of the places', () => {
  assert.deepEqual(namesIn(partsOf('{{b}} {{a}} {{b}}')), ['b', 'a'])
  assert.deepEqual(namesIn(partsOf('{{2}} {{10}} {{1}}')), ['1', '2', '10'])
  assert.deepEqual(errorsOf({ text: '{{1}} {{a}}' }), ['text variables_mixed'])
  assert.deepEqual(errorsOf({ text: '{{1}} {{3}}' }), ['text variable_number_missing'])
  const many = Array.from({ length: 51 }, (_, index) => `{{a${index}}}`).join('')
  assert.deepEqual(errorsOf({ text: many }), ['text too_many_variables'])
  assert.deepEqual(parametersOf(read({ text: 'Your {{2}} of {{1}}' }), { 1: 'x', 2: 'y' }), ['x', 'y'])
  assert.deepEqual(parametersOf(read({ text: 'Your {{item}} of {{day}}' }), { day: 'x', item: 'y' }), ['y', 'x'])
})

/** Anything that an HTML parser could take for the end of a text or of a quoted value. */
const nasty = fc.oneof(
  anyText({ minLength: 1 }),
  fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '`', '=', '/', '-', '!', ' ', 'script', '&lt;', '-->', 'onload='), {
      minLength: 1,
    })
    .map((all) => all.join('')),
)

test('spec 15.5: no value makes markup: tags, quotes and comments are those of the template', () => {
  const template = read({ html: '<p title="{{v}}" class=\'{{v}}\'>Dear {{v}}<!-- {{v}} --></p>' })
  const marks = (html: string) => html.replace(/[^<>"']/g, '')
  const expected = marks('<p title="" class=\'\'>Dear <!--  --></p>')
  fc.assert(
    fc.property(nasty, (v) => {
      const rendered = renderTemplate(template, { v })
      assert.ok(!(rendered instanceof Refusal))
      const html = rendered.html as string
      assert.equal(marks(html), expected)
      // Every ampersand is one that escaping wrote.
      assert.doesNotMatch(html, /&(?!amp;|lt;|gt;|quot;|#39;)/)
      const back = escapeHtml(v).replace(
        /&(amp|lt|gt|quot|#39);/g,
        (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name as string] as string,
      )
      assert.equal(back, v)
    }),
  )
})

test('spec 15.5: a variable stands in text or in a value in quotes; anywhere else in html it is refused', () => {
  const refused = [
    '<p title={{v}}>',
    '<p title=x"{{v}}">',
    '<p a==" {{v}}">',
    '<{{v}}>',
    '<p {{v}}>',
    '<p {{v}}="x">',
    '<p title ="x"{{v}}>',
    '<script>{{v}}</script>',
    '<SCRIPT x="y">var a = "{{v}}"</SCRIPT>',
    '<style>p { color: {{v}} }</style>',
    '<a onclick="{{v}}">',
    "<iframe srcdoc='{{v}}'>",
    '<a href=https://a.example/{{v}}>',
    '</p {{v}}>',
  ]
  for (const html of refused) assert.equal(errorsOf({ html }).length, 1, html)
  const taken = [
    '{{v}}',
    '<p>{{v}}</p>',
    '<p title="{{v}}">',
    "<p title = '{{v}}' class=a>{{v}}",
    '<br/>{{v}}',
    '1 < 2 {{v}}',
    '<script>x</script>{{v}}',
    '<style>a > b {}</style><p>{{v}}</p>',
    '<!-- > {{v}} --><p>{{v}}',
    '<a href="https://a.example/{{v}}">',
    '<p title="a > b {{v}}">',
  ]
  for (const html of taken) assert.deepEqual(errorsOf({ html }), [], html)
})

test('spec 15.5: what begins a link leads to an address, a mailbox or a number', () => {
  const template = read({ html: '<a href="{{url}}">{{url}}</a>' })
  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'JavaScript&colon;x',
  ])
    assert.ok(renderTemplate(template, { url }) instanceof Refusal, url)
  for (const url of ['https://a.example/?a=1&b="2"', 'http://a.example', 'mailto:a@b.example', 'tel:+911234', '/path'])
    assert.ok(!(renderTemplate(template, { url }) instanceof Refusal), url)
})

test('spec 15.5, 18.4: no value breaks a subject into two lines', () => {
  const template = read({ subject: 'Order {{v}}', text: 'Order {{v}} {{w}}' })
  fc.assert(
    fc.property(anyText({ minLength: 1 }), (v) => {
      const rendered = renderTemplate(template, { v, w: 'a\nb' })
      if (rendered instanceof Refusal) return
      assert.doesNotMatch(rendered.subject as string, /[\p{Cc}\u2028\u2029]/u)
    }),
  )
  for (const v of ['a\r\nBcc: b@c.example', 'a\nb', 'a\u0085b', 'a\u2028b']) {
    const refusal = renderTemplate(template, { v, w: 'x' })
    assert.ok(refusal instanceof Refusal && refusal.errors[0]?.field === 'variables.v', JSON.stringify(v))
  }
})

test('spec 15.2: every missing and every unknown variable is named', () => {
  const template = read({ text: '{{a}} {{b}}' })
  const refusal = renderTemplate(template, { a: 'x', c: 'y', toString: 'z' })
  assert.ok(refusal instanceof Refusal)
  assert.deepEqual(
    refusal.errors.map(({ field }) => field),
    ['variables.b', 'variables.c', 'variables.toString'],
  )
  assert.ok(renderTemplate(read({ text: '{{toString}}' }), {}) instanceof Refusal)
})

test('spec 15.5: what becomes too long is refused before it is made; the work grows with its length alone', () => {
  const most = read({ text: '{{a}}'.repeat(200) })
  const long = renderTemplate(most, { a: 'x'.repeat(2000) })
  assert.ok(long instanceof Refusal && long.errors[0]?.field === 'variables')
  assert.equal((renderTemplate(most, { a: 'x'.repeat(500) }) as TemplateContent).text?.length, 100_000)
  // Texts for which a backtracking parser would need minutes.
  for (const text of ['{'.repeat(100_000), '{ '.repeat(50_000), `{{a}}${'}'.repeat(99_000)}`, '{{a} '.repeat(20_000)])
    readParts(text)
  for (const html of [
    '<'.repeat(90_000),
    '<script>'.repeat(12_000),
    '<script></script>'.repeat(5000),
    '<a b="'.repeat(15_000),
  ])
    readTemplate('email', { subject: null, text: null, html: `${html}{{v}}`, components: null })
})
