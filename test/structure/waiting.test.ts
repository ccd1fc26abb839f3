// Tests of `npm test` wait for events and judge by their order, never by fixed sleeps or durations
// (docs/decisions/tests.md).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holds, places, readSources } from './sources.ts'

const HERE = 'test/structure/waiting.test.ts'
/** Not part of `npm test`: they measure time, or take minutes. */
const ELSEWHERE = /^test\/(long|soak|console\/screenshots)\//

const SLEEP = /\bsetTimeout\b[^\n]*\} from 'node:timers\/promises'|\bnew Promise\b[^\n]*=>\s*setTimeout\(/
const DURATION = /\bassert\b[^\n]*(?:\b(?:performance|Date)\.now\(\) - |- (?:performance|Date)\.now\(\))/
/** A variable that is set to a difference of times. */
const ELAPSED = /\b(?:const|let) (\w+) = (?:performance|Date)\.now\(\) - \w/g

/** Files that may sleep, with the reason: none of these sleeps decides whether a test passes. */
const SLEEPS: Record<string, string> = {
  'sdk/test/restart.test.ts': 'paces sends while the program restarts',
  'test/mail-story.ts': 'polls for an event, up to the guard',
  'test/program.ts': 'polls for an event, up to the guard',
  'test/stretches.ts': 'samples the processor time between turns of the event loop',
  'test/runner/descendants.mjs': 'polls for the end of processes',
  'test/hostile/bystander.ts': 'paces calls',
  'test/journeys/crowd.ts': 'paces calls',
  'test/journeys/archive.test.ts': 'paces writes while a copy is made',
  'test/journeys/backup.test.ts': 'paces sends while a backup is made',
  'test/journeys/hold-worker.mjs': 'polls for an event',
  'test/journeys/processes.test.ts': 'paces calls while processes restart',
  'test/journeys/restarts.test.ts': 'stops processes for moments, until an event',
  'test/faults/arrivals-worker.ts': 'slows work down, so that kills fall in the middle of it',
  'test/faults/full-disk.test.ts': 'paces writes',
  'test/faults/rolling-restart.test.ts': 'paces sends, and retries up to the guard',
  'test/kills/blows.ts': 'chooses the moment of a kill',
  'test/kills/business.ts': 'paces calls',
  'test/kills/client.ts': 'retries after a pause',
  'test/kills/insisting.ts': 'limits one try, which is repeated',
  'test/kills/settle.ts': 'polls for an event',
  'test/kills/story.ts': 'chooses the moment of a kill',
  'test/properties/interleaving/senders.ts': 'retries after a pause',
  'test/properties/interleaving/story.ts': 'chooses the moment of a kill',
}

test('no test of npm test sleeps for a fixed time or asserts a duration', () => {
  const sources = readSources(
    'server/**/*.test.ts',
    'console/**/*.test.ts',
    'sdk/test/**/*.ts',
    'test/**/*.ts',
    'test/**/*.mjs',
  ).filter(({ path }) => path !== HERE && !ELSEWHERE.test(path))
  const sleeping = sources.filter(({ uncommented }) => SLEEP.test(uncommented)).map(({ path }) => path)
  assert.deepEqual(
    Object.keys(SLEEPS).filter((path) => !sleeping.includes(path)),
    [],
    'they do not sleep any more: delete them from SLEEPS',
  )
  holds(
    'Wait for an event (until, eventually), or move the clock. A pause that decides nothing is named in SLEEPS.',
    sleeping.filter((path) => SLEEPS[path] === undefined),
  )
  holds('Assert the order of events, not how long they took.', [
    ...places(sources, DURATION, 'uncommented'),
    ...sources.flatMap(({ path, uncommented }) =>
      [...uncommented.matchAll(ELAPSED)]
        .filter(([, name]) => new RegExp(`\\bassert\\b[^\\n]*\\b${name}\\b`).test(uncommented))
        .map(([, name]) => `${path}: ${name}`),
    ),
  ])
})
