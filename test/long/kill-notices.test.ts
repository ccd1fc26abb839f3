// spec 14.65: kill -9 of workers that make notices and send them, again and again.

import { test } from 'node:test'
import { killWhoMakesNotices } from '../faults/kill-notices.ts'

test('spec 14.65: however often workers are killed, each notice is made once and leaves at most once, and what is said to be sent has arrived', () =>
  killWhoMakesNotices({ organizations: 6, eventsEach: 25, kills: 10 }))
