// spec 19.2, 7.147: the search indexer is killed after increasing numbers of entries.

import { test } from 'node:test'
import { killIndexers } from '../faults/kill-indexing.ts'

test('spec 19.2, 7.145, 7.147: however many indexers are killed, nothing is left out, nothing is there twice and nothing of what is gone', () =>
  killIndexers(Array.from({ length: 20 }, (_, kill) => kill)))
