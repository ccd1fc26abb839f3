// Runs all checks except the tests: types, lint, format, architecture rules, licences, and that generated files are
// current. All checks run, even after one has failed.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './platform.mjs'

/** Most checks use one processor; the types and the lint use all. */
const AT_ONCE = 2

const packaged = (name, bin = name) => join(root, 'node_modules', name, 'bin', bin)

const checks = [
  ['types', [packaged('typescript', 'tsc'), '--noEmit', '-p', '.']],
  ['types of the SDK, on web APIs alone', [packaged('typescript', 'tsc'), '--noEmit', '-p', 'sdk']],
  ['types of the console', [packaged('typescript', 'tsc'), '-p', 'console']],
  ['types of the service worker', [packaged('typescript', 'tsc'), '-p', 'console/worker']],
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

const results = checks.map(() => Promise.withResolvers())
const queue = checks.entries()
for (let lane = 0; lane < AT_ONCE; lane++) void runNext()

const failed = []
for (const [index, [name]] of checks.entries()) {
  const { isFine, output, seconds } = await results[index].promise
  console.log(`${isFine ? '✔' : '✖'} ${name} (${seconds.toFixed(1)} s)`)
  if (isFine) continue
  failed.push(name)
  console.log(output)
}

if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}`)
  process.exit(1)
}

async function runNext() {
  for (const [index, [, args]] of queue) results[index].resolve(await run(args))
}

function run(args) {
  const startedAt = Date.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    const end = (isFine) => resolve({ isFine, output, seconds: (Date.now() - startedAt) / 1000 })
    child.once('error', (error) => {
      output += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
