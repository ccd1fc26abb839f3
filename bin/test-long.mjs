// npm run test:long [-- PART…] [--minutes N] [--seed N] [--record]: endurance tests, one part after another, with one
// verdict each. A failed part does not stop the others. Prints the table of docs/endurance.md, and writes it there with
// --record.

import { spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { endWithLauncher } from '../server/program/launcher.ts'
import { endDescendantsOf } from '../test/runner/descendants.mjs'
import { PATIENT_LIMITS } from '../test/runner/patient-limits.mjs'
import { root } from './platform.mjs'

/** For a program to answer its requests and stop its PostgreSQL. */
const END_LIMIT_MS = 15_000
const RECORD = 'docs/endurance.md'
const RECORD_BEGINS = '## Last run'

process.chdir(root)
const testsWith = (pattern) =>
  globSync(['server/**/*.test.ts', 'test/**/*.test.ts', 'sdk/test/**/*.test.ts'])
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .sort()
const propertyTests = () => testsWith(/\bfrom '(?:\.{1,2}\/)+(?:test\/)?cases\.ts'/)
/** They use `onlyLong` or `isLong` (test/long-stories.ts), or helpers that do. */
const testsWithLongStories = () => testsWith(/\bfrom '[\w./]*\/long-stories\.ts'|\bof looks\)|\bmustBeFine\(/)

/**
 * `words`: arguments of a full run and of a shorter one; on two cores each takes about its `minutes`. `figures`: the
 * lines of the output that are recorded.
 */
const PARTS = {
  kills: {
    minutes: 20,
    words: (share, seed) => ['test/kills/run.ts', atLeast(10, 150 * share), seed],
    figures: /^\d+ blows in (?:\d+ s|all);/,
  },
  'kills-events': {
    minutes: 8,
    words: (share, seed) => [
      'test/kills/events/run.ts',
      atLeast(600, 30_000 * share),
      atLeast(2, 10 * share),
      seed,
      atLeast(20, 300 * share),
    ],
    figures: /kills of the worker, |^\d+ calls answered|^in the middle told/,
  },
  'kills-campaign': {
    minutes: 30,
    words: (share) => ['test/kills/campaign/run.ts', atLeast(10_000, 1_000_000 * share), atLeast(3, 20 * share)],
    figures: /^\d+ recipients through /,
  },
  soak: {
    minutes: 30,
    words: (share, seed) => ['test/soak/run.ts', String(30 * share), seed],
    figures: /^\d+ recharges, .* acknowledged$|^nothing grows|grows? /,
  },
  interleavings: {
    minutes: 5,
    words: (share, seed) => ['test/properties/interleaving/run.ts', atLeast(10, 240 * share), seed],
    figures: /^\d+ kills; /,
  },
  hostile: {
    minutes: 5,
    words: (share, seed) => ['test/hostile/run.ts', atLeast(1000, 50_000 * share), seed],
    // Any 5xx is a fault of the program, unless the machine was busy.
    environment: () => PATIENT_LIMITS,
    figures: /^\d+ hostile requests in|^the bystander asked|memory at its peak/,
  },
  malformed: {
    minutes: 5,
    words: () => ['bin/test.mjs', 'test/malformed/malformed.test.ts'],
    environment: (share, seed) => ({ MALFORMED_COUNT: atLeast(200, 10_000 * share), MALFORMED_SEED: seed }),
    figures: /\d+ (?:mails|webhooks) in \d+ s/,
  },
  properties: {
    minutes: 10,
    words: () => ['bin/test.mjs', ...propertyTests()],
    environment: (share, seed) => ({ SAMVAD_TEST_CASES: atLeast(1, 20 * share), SAMVAD_TEST_SEED: seed }),
    figures: /^ℹ (?:tests|pass|fail) \d+/,
  },
  stories: {
    minutes: 10,
    words: () => ['bin/test.mjs', ...testsWithLongStories()],
    environment: () => ({ SAMVAD_TEST_STORIES: 'all' }),
    figures: /^ℹ (?:tests|pass|fail) \d+/,
  },
  files: {
    minutes: 7,
    words: () => ['bin/test.mjs', ...globSync('test/long/**/*.test.ts').sort()],
    environment: (share, seed) => ({ SAMVAD_TEST_CASES: atLeast(1, 20 * share), SAMVAD_TEST_SEED: seed }),
    figures: /^ℹ (?:tests|pass|fail) \d+/,
  },
}

const { names, share, seed, isRecorded } = wanted()
let part
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
endWithLauncher(interrupt)

console.log(`samvad: ${names.join(', ')}; seed ${seed}`)
const results = []
for (const name of names) if (!interrupted) results.push(await run(name))
const table = tableOf(results)
console.log(`\n${table}`)
if (isRecorded && !interrupted) record(table)
process.exit(interrupted || results.some(({ hasPassed }) => !hasPassed) ? 1 : 0)

function wanted() {
  try {
    const options = { minutes: { type: 'string' }, seed: { type: 'string' }, record: { type: 'boolean' } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const unknown = positionals.find((name) => !(name in PARTS))
    if (unknown) throw new Error(`unknown part: ${unknown}`)
    const chosen = positionals.length > 0 ? positionals : Object.keys(PARTS)
    const whole = chosen.reduce((sum, name) => sum + PARTS[name].minutes, 0)
    const wantedMinutes = Number(values.minutes ?? whole)
    const wantedSeed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
    if (!(wantedMinutes > 0)) throw new Error('--minutes must be a number above 0')
    if (!Number.isSafeInteger(wantedSeed) || wantedSeed < 0) throw new Error('--seed must be a whole number')
    return { names: chosen, share: wantedMinutes / whole, seed: String(wantedSeed), isRecorded: values.record }
  } catch (error) {
    console.error(error.message)
    console.error('npm run test:long [-- PART…] [--minutes N] [--seed N] [--record]')
    const whole = Object.values(PARTS).reduce((sum, one) => sum + one.minutes, 0)
    console.error(`${Object.keys(PARTS).join(', ')}; together about ${whole} minutes on two cores`)
    process.exit(2)
  }
}

/** Programs started by a part end with it. */
async function interrupt() {
  interrupted = true
  if (part?.exitCode === null) await endDescendantsOf(process.pid, END_LIMIT_MS)
}

function atLeast(least, amount) {
  return String(Math.max(least, Math.round(amount)))
}

async function run(name) {
  const { words, environment, figures } = PARTS[name]
  const beganAt = Date.now()
  const all = words(share, seed)
  console.log(`\nsamvad: ${name}: ${all.slice(0, 5).join(' ')}${all.length > 5 ? ' …' : ''}`)
  const env = { ...process.env, ...environment?.(share, seed) }
  part = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'], env })
  let output = ''
  part.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
    process.stdout.write(text)
  })
  const code = await new Promise((resolve) => part.once('error', () => resolve(null)).once('close', resolve))
  const lines = output.split('\n').filter((line) => figures.test(line))
  return {
    name,
    hasPassed: code === 0,
    minutes: ((Date.now() - beganAt) / 60_000).toFixed(1),
    figures: lines.map((line) => line.replace(/^ *ℹ /, '').replaceAll('|', '/').trim()).join('; '),
  }
}

function tableOf(all) {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim()
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`
  return [
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Commit: ${git('rev-parse', '--short=12', 'HEAD') || 'unknown'}${isChanged ? ', changed' : ''}`,
    `- Machine: ${machine}, Node ${process.versions.node}`,
    `- Seed: ${seed}`,
    ...(share === 1 ? [] : [`- Length: ${Math.round(share * 100)} % of a whole run`]),
    '',
    '| part | verdict | minutes | figures |',
    '|---|---|---|---|',
    ...all.map((one) => `| ${one.name} | ${one.hasPassed ? 'passed' : 'FAILED'} | ${one.minutes} | ${one.figures} |`),
  ].join('\n')
}

function record(text) {
  const document = readFileSync(RECORD, 'utf8')
  const kept = document.slice(0, document.indexOf(RECORD_BEGINS))
  writeFileSync(RECORD, `${kept}${RECORD_BEGINS}\n\n${text}\n`)
  console.log(`samvad: recorded in ${RECORD}`)
}
