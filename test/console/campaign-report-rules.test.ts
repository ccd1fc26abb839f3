// The rules of a campaign's report in the console: its figures, its stages, why messages failed, and its days.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, report as example } from '#messaging/campaigns/examples.ts'
import { skipReasons } from '#messaging/campaigns/recipients.ts'
import {
  type CampaignState,
  finishesAt as estimated,
  minutesOf,
  pauseReasons,
  stateAfter,
} from '#messaging/campaigns/rules.ts'
import { reactions as shownReactions } from '#messaging/campaigns/schema.ts'
import { deliveryStatuses as allStatuses } from '#messaging/messages/rules.ts'
import { offeredIn } from '../../console/src/campaigns/known.ts'
import { causeOf, failuresOf } from '../../console/src/campaigns/report/causes.ts'
import { words as controlWords } from '../../console/src/campaigns/report/control-words.ts'
import { copyOf } from '../../console/src/campaigns/report/copy.ts'
import { words as failureWords } from '../../console/src/campaigns/report/failure-words.ts'
import {
  finishesAt,
  lookAgainAfter,
  percentOf,
  quietUntil,
  remainingOf,
  sentOf,
} from '../../console/src/campaigns/report/figures.ts'
import { words as listWords } from '../../console/src/campaigns/report/list-words.ts'
import {
  deliveryFilter,
  deliveryStatuses,
  reactions,
  recipientFilter,
} from '../../console/src/campaigns/report/search.ts'
import type { Reported } from '../../console/src/campaigns/report/shape.ts'
import { stagesOf } from '../../console/src/campaigns/report/stages.ts'

const NOW = 1767225600 // 2026-01-01 05:30 in India
const DAY = 24 * 3600

const reported = (change: object, counts: object = {}): Reported =>
  ({ ...example, ...change, counts: { ...example.counts, ...counts } }) as Reported

test('spec 21.86: a report shows a share as 0% only of nothing and as 100% only of all', () => {
  for (const [part, whole, shown] of [
    [0, 0, '0%'],
    [0, 100, '0%'],
    [1, 1_000_000, '<0.1%'],
    [92, 50_000, '0.2%'],
    [845, 10_000, '8.5%'],
    [2796, 10_000, '28%'],
    [9920, 10_000, '99.2%'],
    [999_999, 1_000_000, '99.9%'],
    [100, 100, '100%'],
  ] as const)
    assert.equal(percentOf(part, whole), shown, `${part} of ${whole}`)
})

test('spec 21.86: every recipient of a report is sent, not sent, leaving or waiting, once', () => {
  const { counts } = reported(
    {},
    {
      recipients: 1000,
      waiting: 400,
      queued: 20,
      sent: 100,
      delivered: 200,
      read: 150,
      failed: 30,
      undelivered: 70,
      cancelled: 30,
    },
  )
  assert.equal(sentOf(counts), 520)
  assert.equal(sentOf(counts) + counts.failed + counts.cancelled + remainingOf(counts), counts.recipients)
})

test('spec 15.13, 21.86: the time left follows the speed, the rate per minute and the quiet hours, as the estimate does', () => {
  const left = { waiting: 5000, queued: 1000 }
  const running = { rate: 600, max_per_minute: null, quiet_hours: null }
  assert.equal(finishesAt(reported(running, left), NOW), NOW + 600)
  assert.equal(finishesAt(reported({ ...running, rate: 900, max_per_minute: 600 }, left), NOW), NOW + 600, 'no faster')
  assert.equal(
    finishesAt(reported({ ...running, rate: 0, max_per_minute: 600 }, left), NOW),
    NOW + 600,
    'before the first',
  )
  assert.equal(finishesAt(reported({ ...running, rate: 0 }, left), NOW), null)
  assert.equal(finishesAt(reported({ ...running, status: 'paused' }, left), NOW), null)
  assert.equal(finishesAt(reported(running, { waiting: 0, queued: 0 }), NOW), null)
  for (const quiet_hours of [
    { from: '21:00', to: '09:00' },
    { from: '05:35', to: '05:40' },
    { from: '13:00', to: '14:00' },
  ])
    for (const waiting of [3, 6000, 60_000, 400_000, 2_000_000]) {
      const pace = {
        perMinute: 600,
        quiet: { from: minutesOf(quiet_hours.from) as number, to: minutesOf(quiet_hours.to) as number },
      }
      const wanted = estimated(waiting, new Date(NOW * 1000), pace) as Date
      const found = finishesAt(reported({ ...running, quiet_hours }, { waiting, queued: 0 }), NOW) as number
      assert.ok(
        Math.abs(found - wanted.getTime() / 1000) <= 1,
        `${waiting} with ${quiet_hours.from}: ${found} ${wanted.toISOString()}`,
      )
    }
  assert.equal(quietUntil({ quiet_hours: { from: '21:00', to: '09:00' } }, NOW), NOW + 3.5 * 3600)
  assert.equal(quietUntil({ quiet_hours: { from: '09:00', to: '21:00' } }, NOW), null)
})

test('spec 21.86: a report is asked for again while messages leave, seldom while reports still come, and then no more', () => {
  const ended = { status: 'completed', ended_at: NOW - 60 }
  const none = { waiting: 0, queued: 0 }
  assert.equal(lookAgainAfter(reported({}), NOW), 1000)
  assert.equal(lookAgainAfter(reported({ status: 'cancelled', ended_at: NOW - 60 }, { queued: 3 }), NOW), 1000)
  assert.equal(lookAgainAfter(reported(ended, none), NOW), 15_000)
  assert.equal(lookAgainAfter(reported(ended, none), NOW + 4 * DAY), false)
  assert.equal(lookAgainAfter(reported({ status: 'scheduled', started_at: null }), NOW), false)
  assert.equal(lookAgainAfter(undefined, NOW), false)
})

test('spec 21.87: failures are told by cause, the most frequent first, with the codes that the list of messages is filtered by', () => {
  const not_delivered = [
    { reason: 'refused', count: 5 },
    { reason: 'bounced', count: 4 },
    { reason: '5.1.1', count: 3 },
    { reason: 'esme_rsubmitfail', count: 1 },
  ]
  assert.deepEqual(failuresOf({ not_delivered }), [
    { cause: 'no_address', count: 7, codes: not_delivered.slice(1, 3) },
    { cause: 'refused', count: 6, codes: [not_delivered[0], not_delivered[3]] },
  ])
  for (const [code, cause] of [
    ['undeliv', 'not_reached'],
    ['dnd', 'blocked'],
    ['held_by_provider', 'held'],
    ['template_unavailable', 'template'],
    ['account_unavailable', 'account'],
    ['http_404', 'refused'],
    ['4.2.2', 'refused'],
    ['of_a_newer_version', 'unknown'],
  ] as const)
    assert.equal(causeOf(code), cause, code)
})

test('spec 21.87: every reason to leave somebody out, to pause, and every status has its words in both languages', () => {
  for (const language of ['en', 'hi'] as const) {
    assert.deepEqual(Object.keys(failureWords[language].reasons).toSorted(), [...skipReasons].toSorted())
    assert.deepEqual(Object.keys(controlWords[language].why).toSorted(), [...pauseReasons].toSorted())
    assert.deepEqual(Object.keys(listWords[language].statuses).toSorted(), [...allStatuses].toSorted())
    assert.deepEqual(Object.keys(listWords[language].reactions).toSorted(), [...shownReactions].toSorted())
  }
  assert.deepEqual([...deliveryStatuses].toSorted(), [...allStatuses].toSorted())
  assert.deepEqual([...reactions].toSorted(), [...shownReactions].toSorted())
})

test('spec 21.86: the stages are those of which the channel tells', () => {
  const names = (report: Reported) => stagesOf(report).stages.map(({ name }) => name)
  const sent = { recipients: 100, sent: 100 }
  assert.deepEqual(names(reported({ channel: 'email' }, sent)), [
    'recipients',
    'sent',
    'replied',
    'undelivered',
    'unsubscribed',
    'complained',
  ])
  assert.equal(stagesOf(reported({ channel: 'email' }, sent)).note, 'reportsOfMail')
  const engagement = { opened: 40, opens: 60, clicked: 9, clicks: 9, bot_opens: 5, bot_clicks: 1 }
  const tracked = stagesOf(reported({ channel: 'email', track: true, engagement }, sent))
  assert.equal(tracked.note, 'estimate')
  assert.deepEqual(
    tracked.stages.filter(({ times }) => times !== undefined).map(({ name, count, times }) => [name, count, times]),
    [
      ['opened', 40, 60],
      ['clicked', 9, 9],
    ],
  )
  assert.deepEqual(names(reported({ channel: 'app' }, { recipients: 9, delivered: 4, read: 2 })).slice(0, 4), [
    'recipients',
    'sent',
    'delivered',
    'read',
  ])
  assert.ok(!names(reported({ channel: 'sms' }, { recipients: 9, delivered: 4 })).includes('read'))
})

test('spec 21.88: a filter in an address is one that the service takes: a reaction alone, a reason of those left out', () => {
  assert.deepEqual(deliveryFilter({ status: 'failed', reason: 'bounced', list: 'list_1', other: 1 }), {
    status: 'failed',
    reason: 'bounced',
    list: 'list_1',
  })
  assert.deepEqual(deliveryFilter({ status: 'failed', reaction: 'replied' }), { reaction: 'replied' })
  assert.deepEqual(deliveryFilter({ status: 'gone', reason: '', list: 'seg_1', reaction: 'laughed' }), {})
  assert.deepEqual(recipientFilter({ status: 'waiting' }), { status: 'waiting' })
  assert.deepEqual(recipientFilter({ status: 'waiting', reason: 'list_left' }), {
    status: 'skipped',
    reason: 'list_left',
  })
  assert.deepEqual(recipientFilter({ status: 'gone' }), {})
})

test('spec 21.88: a copy of a campaign has its message, audience and pace, and no time', () => {
  const { name, ...same } = copyOf(
    { ...campaign, scheduled_at: NOW, quiet_hours: { from: '21:00', to: '09:00' } },
    `Copy of ${'ä'.repeat(300)}`,
  )
  assert.equal([...name].length, 200)
  assert.deepEqual(same, {
    channel: campaign.channel,
    template_id: campaign.template_id,
    subject: null,
    text: null,
    html: null,
    list_ids: campaign.list_ids,
    segment_ids: [],
    exclude_list_ids: [],
    variables: campaign.variables,
    max_per_minute: 600,
    quiet_hours: { from: '21:00', to: '09:00' },
    track: false,
  })
})

test('spec 15.12, 21.87: what can be done is offered exactly in the states in which the service does it', () => {
  const states: CampaignState[] = [
    { status: 'scheduled', pauseReasons: [], hasStarted: false },
    { status: 'running', pauseReasons: [], hasStarted: true },
    { status: 'paused', pauseReasons: ['user'], hasStarted: true },
    { status: 'completed', pauseReasons: [], hasStarted: true },
    { status: 'cancelled', pauseReasons: [], hasStarted: true },
  ]
  for (const state of states) {
    const possible = {
      pause: state.status !== 'paused' && stateAfter(state, { act: 'pause', reason: 'user' }) !== null,
      resume: stateAfter(state, { act: 'resume' }) !== null,
      cancel: stateAfter(state, { act: 'cancel' }) !== null,
    }
    assert.deepEqual(
      Object.keys(possible).filter((act) => possible[act as keyof typeof possible]),
      offeredIn(state.status),
    )
  }
})
