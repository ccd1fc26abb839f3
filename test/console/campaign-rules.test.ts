// Pure rules of the campaign composer: what is saved of the input, what a draft lacks, and what it shows.

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { coveringAmount } from '../../console/src/app/recharge-amount.ts'
import { withoutRefused } from '../../console/src/app/unsaved.ts'
import { audienceFilter, reachedFilter } from '../../console/src/campaigns/composer/audience-filter.ts'
import { isContentWhole, lacksOf, stepOfField } from '../../console/src/campaigns/composer/missing.ts'
import { draftContent } from '../../console/src/campaigns/composer/preview-content.ts'
import { skipWords } from '../../console/src/campaigns/composer/skip-words.ts'
import { guessed } from '../../console/src/campaigns/composer/sources.ts'
import {
  bodyOf,
  differing,
  onChannel,
  perMinuteOf,
  type Saved,
  unsaved,
  type Written,
  writtenOf,
} from '../../console/src/campaigns/composer/written.ts'
import { campaignStatuses, pauseReasons, readBeginning, readCampaignFilter } from '../../console/src/campaigns/known.ts'
import { words } from '../../console/src/campaigns/words.ts'
import { campaign as example } from '../../server/messaging/campaigns/examples.ts'
import { skipReasons } from '../../server/messaging/campaigns/recipients.ts'
import * as rules from '../../server/messaging/campaigns/rules.ts'

const NOW = 1_767_225_600
const saved = {
  ...example,
  template_id: null,
  subject: 'Seeds for {{village}}',
  text: 'Dear {{name}}',
  variables: { name: { attribute: 'display_name', fallback: 'friend' }, village: 'Khed' },
} as unknown as Saved
const names = ['village', 'name']
const written = (change: Partial<Written> = {}): Written => ({ ...writtenOf(saved), ...change })

test('what is saved is not saved again, in whatever order the database has its names', () => {
  assert.deepEqual(unsaved(bodyOf(written(), names), saved), {})
  const turned = { ...saved, variables: Object.fromEntries(Object.entries(saved.variables).reverse()) }
  assert.deepEqual(unsaved(bodyOf(written(), names), turned), {})
})

test('only what was changed is sent, so that two people who write one draft keep each other’s', () => {
  assert.deepEqual(unsaved(bodyOf(written({ name: ' Diwali ' }), names), saved), { name: 'Diwali' })
  const theirs = { ...saved, text: 'Of a colleague' }
  const mine = { subject: 'Mine' }
  assert.deepEqual(unsaved(bodyOf({ ...writtenOf(theirs), ...mine }, names), theirs), { subject: 'Mine' })
  assert.deepEqual(differing({ ...mine, name: saved.name }, theirs), mine)
})

test('what is half typed is not sent, and leaves what was saved as it is', () => {
  const half = written({
    name: ' ',
    per_minute: '60x',
    quiet_hours: { from: '21:00', to: '' },
    variables: { name: { attribute: 'display_name', text: '' }, village: { attribute: '', text: 'Khed' } },
  })
  const body = bodyOf(half, names)
  for (const field of ['name', 'max_per_minute', 'quiet_hours']) assert.ok(!(field in body), field)
  assert.deepEqual(body.variables, { village: 'Khed' })
  assert.ok(!('variables' in bodyOf(half, null)), 'while the template is on its way its variables are not known')
  assert.deepEqual(
    [perMinuteOf(''), perMinuteOf('600'), perMinuteOf('0'), perMinuteOf('1000001')],
    [null, 600, undefined, undefined],
  )
})

test('a template and own words exclude each other as the API has it, and what was written stays in the browser', () => {
  const own = written({ text: 'Typed before' })
  const turned = { ...own, isOwn: false, template_id: 'tmpl_1' }
  const body = bodyOf(turned, [])
  assert.deepEqual([body.template_id, body.subject, body.text, body.html], ['tmpl_1', null, null, null])
  const after = { ...saved, template_id: 'tmpl_1', subject: null, text: null } as Saved
  assert.deepEqual(differing({ text: 'Typed before', isOwn: false, template_id: 'tmpl_1' }, after), {
    text: 'Typed before',
  })
  assert.deepEqual(onChannel('app'), { channel: 'app', template_id: null, isOwn: false, track: false })
})

test('fields that the service refuses do not keep the others from being saved', () => {
  const body = { name: 'Diwali', list_ids: ['list_1'], variables: {}, track: true }
  assert.deepEqual(withoutRefused(body, ['list_ids[0]', 'variables.name']), { name: 'Diwali', track: true })
})

test('spec 15.10: a draft says everything that it lacks, and where that is written', () => {
  const empty = written({ name: '', list_ids: [], subject: '', variables: {}, per_minute: '-', scheduled_at: NOW })
  assert.deepEqual(lacksOf(empty, names, { now: NOW }), [
    'name',
    'audience',
    'content',
    'variables',
    'per_minute',
    'past',
  ])
  assert.deepEqual(lacksOf(written(), names, { now: NOW }), [])
  assert.deepEqual(lacksOf(written(), names, { now: NOW, deletedSegments: ['seg_1'] }), ['segment'])
  assert.deepEqual(lacksOf(written({ isOwn: false, segment_ids: ['seg_1'] }), [], { now: NOW }), ['template'])
  assert.equal(isContentWhole(written({ name: '', list_ids: [] }), names), true)
  assert.equal(isContentWhole(written(), null), false)
  assert.deepEqual(['list_ids[3]', 'variables.name', 'quiet_hours.to', 'text'].map(stepOfField), [
    'audience',
    'message',
    'delivery',
    'message',
  ])
})

test('a variable that is called like a field of the contact begins with it, and one of an attribute with that', () => {
  const of = (name: string) => guessed(name, ['village']).attribute
  assert.deepEqual(['name', 'customer_name', 'mobile', 'email', 'village', 'code'].map(of), [
    'display_name',
    'display_name',
    'phone_number',
    'email',
    'village',
    '',
  ])
  assert.equal(guessed('village_name', ['Village Name']).attribute, 'Village Name')
})

test('the audience is counted as it will be read: lists and segments together, less the excluded lists', () => {
  const agreed = { consent: 'email' }
  assert.equal(audienceFilter({ listIds: [], filters: [], excludedListIds: ['list_9'] }), null)
  assert.deepEqual(audienceFilter({ listIds: ['list_1'], filters: [], excludedListIds: [] }), { list_id: 'list_1' })
  const filter = audienceFilter({ listIds: ['list_1'], filters: [agreed], excludedListIds: ['list_9'] })
  assert.deepEqual(filter, {
    all: [{ any: [{ list_id: 'list_1' }, agreed] }, { not: { any: [{ list_id: 'list_9' }] } }],
  })
  assert.deepEqual(reachedFilter(agreed, 'sms', true), { all: [agreed, { reachable: 'sms' }, { consent: 'sms' }] })
})

test('before the service can fill it, a preview shows the fallbacks, escaped in HTML', () => {
  const shown = draftContent(
    written({ html: '<p>{{name}}</p>', variables: { name: { attribute: 'display_name', text: 'A & B' } } }),
    undefined,
  )
  assert.deepEqual(
    [shown?.subject, shown?.text, shown?.html],
    ['Seeds for {{village}}', 'Dear A & B', '<p>A &amp; B</p>'],
  )
  assert.equal(draftContent(written({ isOwn: false }), undefined), null)
})

test('a recharge covers what is missing in whole hundreds, and is never less than the service takes', () => {
  assert.deepEqual(
    [coveringAmount('86.30', '100.00'), coveringAmount('100.00', '1.00'), coveringAmount('100.000001', '1.00')],
    ['100', '100', '200'],
  )
  assert.equal(coveringAmount('0.45', '500.00'), '500')
})

test('an address says only what the pages know', () => {
  assert.deepEqual(readCampaignFilter({ status: 'paused', name: 50 }), { status: 'paused', name: '50' })
  assert.deepEqual(readCampaignFilter({ status: 'gone', name: '' }), {})
  assert.deepEqual(readBeginning({ list: 'list_1', segment: 'list_2', template: 7 }), { list: 'list_1' })
})

test('every status, pause reason and reason to be left out has its words', () => {
  assert.deepEqual(campaignStatuses, rules.campaignStatuses)
  assert.deepEqual(pauseReasons, rules.pauseReasons)
  assert.deepEqual(Object.keys(words.en.statuses), [...rules.campaignStatuses])
  assert.deepEqual(Object.keys(words.en.reasons), [...rules.pauseReasons])
  assert.deepEqual(Object.keys(skipWords.en.reasons), [...skipReasons])
})
