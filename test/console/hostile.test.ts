// Hostile texts on the console pages that show most of them. test/long covers every field and every page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../harness.ts'
import { isLong } from '../long-stories.ts'
import { person } from '../story.ts'
import { openConsole, whyNoBrowser } from './console.ts'
import { line, mustBeText, mustShowAsText, note, PAGE_OF_HTML, tagOf, texts, watch, worst } from './hostile.ts'

const samvad = await startSamvad()
const asha = person(samvad)

test('spec 21.7: hostile names, notes and HTML of contacts, colleagues and templates are text on their pages', {
  skip: whyNoBrowser,
}, async () => {
  const templates: { id: string }[] = []
  const contacts: { id: string }[] = []
  for (const name of worst) {
    const said = line(texts[name])
    contacts.push(await asha.make('/v1/contacts', { display_name: said, attributes: { field: note(texts[name]) } }))
    await asha.make('/v1/roles', { name: said, permissions: ['contacts.view'] })
    const fields = { channel: 'email', language: 'en', category: 'marketing', html: PAGE_OF_HTML }
    const { id } = await asha.make('/v1/templates', { ...fields, name: said, subject: said, text: note(texts[name]) })
    templates.push({ id })
  }
  await asha.put('/v1/organization', { name: line(texts.script) })
  const tags = worst.map(tagOf)
  const { signIn } = await openConsole(samvad)
  const visitor = await signIn('owner')
  await watch(visitor)
  await mustShowAsText(visitor, 'contacts', ...tags)
  for (const [place, { id }] of (isLong ? contacts : contacts.slice(0, 1)).entries())
    await mustShowAsText(visitor, `contacts/${id}`, tags[place] as string)
  if (isLong) {
    await mustShowAsText(visitor, 'settings/roles', ...tags)
    await mustShowAsText(visitor, 'settings/organization', 'T1')
    await mustShowAsText(visitor, 'settings/audit')
  }
  await mustShowAsText(visitor, 'templates', ...tags)
  for (const page of ['', '/edit']) {
    await mustShowAsText(visitor, `templates/${templates[0]?.id}${page}`)
    await visitor.page.frameLocator('iframe').first().getByText('Bill').waitFor()
    await mustBeText(visitor, `templates/${page}`)
  }
  assert.equal(await visitor.page.title(), 'Samvad')
})
