// spec 14.65: repeated kill -9 of workers that create and send notifications.

import { test } from 'node:test'
import { killWhoMakesNotices } from '../faults/kill-notices.ts'

test('spec 14.65: however often workers are killed, each notice is made once and leaves at most once, and what is said to be sent has arrived', () =>
  killWhoMakesNotices({ organizations: 6, eventsEach: 25, kills: 10 }))
