// spec 19.2, 7.147: the search indexer is killed. test/long/kill-indexing.test.ts kills more often.

import { test } from 'node:test'
import { killIndexers } from './kill-indexing.ts'

test('spec 19.2, 7.145, 7.147: a killed indexer leaves nothing out, nothing twice and nothing of what is gone', () =>
  killIndexers([0, 15]))
