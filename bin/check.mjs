// Everything that is checked besides the tests' own run: types, lint, format, the rules of the architecture, and that
// what is generated is up to date. Runs all of it even when one fails.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './platform.mjs'

const packaged = (name, bin = name) => join(root, 'node_modules', name, 'bin', bin)

const checks = [
  ['types', [packaged('typescript', 'tsc'), '--noEmit', '-p', '.']],
  ['types of the SDK, which knows the web alone', [packaged('typescript', 'tsc'), '--noEmit', '-p', 'sdk']],
  ['types of the console, which knows the browser', [packaged('typescript', 'tsc'), '-p', 'console']],
  ['types of its service worker', [packaged('typescript', 'tsc'), '-p', 'console/worker']],
  ['lint', [packaged('oxlint'), '--deny-warnings']],
  ['format', [packaged('@biomejs/biome', 'biome'), 'check', '.']],
  [
    'structure',
    [
      '--test',
      '--test-isolation=none',
      '--test-reporter=dot',
      'test/structure.test.ts',
      'test/structure/console.test.ts',
      'test/structure/declared.test.ts',
      'test/structure/events.test.ts',
      'test/structure/releases.test.ts',
      'test/structure/specification.test.ts',
      'test/structure/watched.test.ts',
    ],
  ],
  ['api/openapi.json', ['server/edge/openapi-file.ts', '--check']],
  ['sdk/src/generated', ['sdk/generate/main.ts', '--check']],
  ['console/built', ['bin/console.mjs', '--check']],
  ['db/schema.sql', ['bin/schema.ts', '--check']],
  ['licences', ['bin/licences.ts']],
  ['redocly', [join(root, 'node_modules/@redocly/cli/bin/cli.js'), 'lint', 'samvad']],
]

const failed = checks.filter(([name, args]) => {
  const startedAt = Date.now()
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'pipe',
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  const isFine = !error && status === 0
  console.log(`${isFine ? '✔' : '✖'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (!isFine) console.log(error?.message ?? `${stdout}${stderr}`)
  return !isFine
})

if (failed.length > 0) {
  console.log(`Failed: ${failed.map(([name]) => name).join(', ')}`)
  process.exit(1)
}
