// A start with next to no room on the disk: it says so, and leaves nothing running, however far it came.

import { test } from 'node:test'
import { skip, startWithLittleRoom } from './small-disk.ts'

test(
  'spec 17.2, 17.7: a start with next to no room left ends with a sentence, and leaves nothing running',
  {
    skip,
  },
  async (t) => startWithLittleRoom(t, [0, 40]),
)
