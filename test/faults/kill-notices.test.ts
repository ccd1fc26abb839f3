// spec 14.65: kill -9 of workers that create and send notifications. test/long/kill-notices.test.ts kills more often.

import { test } from 'node:test'
import { killWhoMakesNotices } from './kill-notices.ts'

test('spec 14.65: however workers are killed, each notice is made once and leaves at most once, and what is said to be sent has arrived', () =>
  killWhoMakesNotices({ organizations: 4, eventsEach: 12, kills: 1 }))
