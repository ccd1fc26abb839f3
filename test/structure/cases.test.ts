// Property tests take their number of cases and their seed from test/cases.ts.

import { test } from 'node:test'
import { holds, places, readSources } from './sources.ts'

const HERE = ['test/cases.ts', 'test/structure/cases.test.ts']

test('every property takes its cases from test/cases.ts', () => {
  const tests = readSources('server/**/*.ts', 'test/**/*.ts', 'sdk/test/**/*.ts').filter(
    ({ path }) => !HERE.includes(path),
  )
  holds(
    'Import fc from test/cases.ts: it sets how many cases run in npm test and in npm run test:long, and their seed.',
    [
      ...places(tests, /from 'fast-check'/, 'uncommented'),
      ...places(tests, /\bnumRuns: [\d_]+|\bfc\.configureGlobal\(/),
    ],
  )
})
