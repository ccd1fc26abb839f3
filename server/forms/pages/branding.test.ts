// The "Made with" line: on every page with the free plan, on none with premium.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from '#edge/route.ts'
import { askPage, donePage } from '#forms/submissions/confirm-page.ts'
import { letterOf } from '#forms/submissions/confirmation-mail.ts'
import { definitionOf, fieldOf, pageOf, publishForm, Visitor } from '../../../test/form-pages.ts'
import { publicId, startSamvad } from '../../../test/harness.ts'
import { keepShortly } from '../../../test/kept-shortly.ts'
import { until } from '../../../test/mail-story.ts'
import { endPremium, givePremium } from '../../../test/premium.ts'
import { person } from '../../../test/story.ts'
import { frameOf } from './frame.ts'
import { closedPage, thanksPage } from './plain-pages.ts'
import { pageWords } from './words.ts'

keepShortly()
const samvad = await startSamvad()
const LINE = { en: 'Made with Samvad', hi: 'Samvad से बना' } as const

const textOf = (raw: Reply['raw']): string => (typeof raw?.content === 'string' ? raw.content : '')

test('spec 23.70: the line is on a page until premium removes it, and is back when premium ends', async () => {
  const languages = { languages: ['en', 'hi'], default_language: 'en' }
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')], languages)
  const visitor = new Visitor(samvad, form)
  const shows = async (query: string) => {
    const { html, text } = await visitor.open(query)
    const link = /<a href="([^"]*)"[^>]*>(?:Made with Samvad|Samvad से बना)<\/a>/.exec(html)?.[1] ?? null
    return { link, isSaid: [LINE.en, LINE.hi].some((line) => text.includes(line)) }
  }
  const branded = { link: '/about', isSaid: true }
  const plain = { link: null, isSaid: false }
  const queries = ['?lang=en', '?lang=hi', '?embed=1', '?lang=hi&embed=1']
  for (const query of queries) assert.deepEqual(await shows(query), branded, query)
  await givePremium(samvad)
  await until(
    () => shows('?lang=en'),
    ({ isSaid }) => !isSaid,
  )
  for (const query of queries) assert.deepEqual(await shows(query), plain, query)
  const thanks = await pageOf(await fetch(`${visitor.url}/thanks`))
  assert.doesNotMatch(thanks.text, /Samvad/)
  await endPremium(samvad)
  await until(
    () => shows('?lang=en'),
    ({ isSaid }) => isSaid,
  )
  for (const query of queries) assert.deepEqual(await shows(query), branded, query)
  assert.match((await pageOf(await fetch(`${visitor.url}/thanks?lang=hi`))).text, /Samvad से बना/)
})

test('spec 23.70: a preview shows the page with the line as visitors will see it', async () => {
  const company = await samvad.newCompany('Green Farm')
  const bala = person(samvad, company)
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')], {}, { company })
  const html = async () => (await bala.post(`/v1/forms/${publicId('form', form.id)}/preview`, {})).body.html as string
  assert.match(await html(), /Made with Samvad/)
  await givePremium(samvad, company)
  assert.doesNotMatch(await html(), /Made with Samvad/)
})

test('spec 23.70: thank-you and closed pages have it too, and the page asks for nothing more because of it', () => {
  const of = (hasPremium: boolean) => ({
    slug: 'seeds',
    name: 'Seeds',
    organization: 'Green Farm',
    definition: definitionOf([fieldOf('name', 'short_text')]),
    hasPremium,
  })
  for (const hasPremium of [false, true])
    for (const { raw } of [
      thanksPage(frameOf(of(hasPremium), 'en', false)),
      closedPage(frameOf(of(hasPremium), 'en', true), 'closed'),
    ]) {
      const html = textOf(raw)
      assert.equal(html.includes(LINE.en), !hasPremium)
      assert.doesNotMatch(html, /<(?:img|link rel="stylesheet"|script src|iframe)/)
    }
  assert.deepEqual([pageWords.en.madeWith, pageWords.hi.madeWith], [LINE.en, LINE.hi])
})

test('spec 23.71: the mail and the pages of a confirmation have the line, and with premium they do not', () => {
  const facts = {
    organization: 'Green Farm',
    form: 'Seeds',
    url: 'https://samvad.example/f/confirm/x',
    until: new Date(0),
  }
  for (const language of ['en', 'hi'] as const) {
    const branded = letterOf(language, { ...facts, aboutUrl: 'https://samvad.example/about' })
    assert.ok(branded.text.includes(`${LINE[language]}: https://samvad.example/about\n`))
    assert.ok(branded.html.includes(`<a href="https://samvad.example/about">${LINE[language]}</a>`))
    const plain = letterOf(language, { ...facts, aboutUrl: null })
    for (const text of [plain.text, plain.html, plain.subject]) assert.ok(!text.includes(LINE[language]))
    for (const page of [askPage, donePage])
      for (const has_premium of [false, true]) {
        const { raw } = page(language, { organization: 'Green Farm', form_name: 'Seeds', has_premium })
        assert.equal(textOf(raw).includes(LINE[language]), !has_premium)
      }
  }
})
