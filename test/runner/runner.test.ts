// `npm test`: every file runs and is counted, a failure is never hidden, and no file depends on another.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { BROWSER_PROCESSES, claimFiles, createQueue, FILES_PER_PROCESS } from './queue.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'samvad-runner-'))
// Inside the tests' folder, whose modules are searched for the marker.
const support = mkdtempSync(join(ROOT, 'test/runner/made-'))
after(() => {
  for (const made of [folder, support]) rmSync(made, { recursive: true, force: true })
})

let runs = 0
/** Runs these texts as test files, in this order; in one process unless they are marked otherwise. */
function run(...texts: string[]) {
  const at = join(support, `run-${++runs}`)
  mkdirSync(at)
  const files = texts.map((text, index) => {
    const file = join(at, `${index}.test.mjs`)
    writeFileSync(file, `import { after, test } from 'node:test'\n${text}\n`)
    return relative(ROOT, file)
  })
  const env = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    // Separate for these runs, because their files are temporary.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    SAMVAD_TEST_PROCESSES: '1',
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/test.mjs', ...files], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  const counts = /ℹ tests (\d+)[\s\S]*ℹ pass (\d+)\nℹ fail (\d+)/.exec(stdout)?.slice(1).map(Number)
  return { status, counts, printed: stdout + stderr, files }
}

const PRINTING = "const print = (word) => process.stderr.write('<' + word + '>')"

test('a file is closed before the next one is loaded, what they share ends behind the last, and all tests are counted', () => {
  const file = (name: string) => `${PRINTING}
    import { atProcessEnd } from '../../process-end.mjs'
    print('${name} loads')
    if ('${name}' === 'first') print(String(atProcessEnd(async () => print('ended'))))
    await Promise.resolve()
    after(async () => { await Promise.resolve(); print('${name} closed') })
    test('of ${name}', async (t) => { await t.test('a part', () => {}); print('${name}') })`
  const { status, counts, printed } = run(file('first'), file('second'))
  assert.equal(status, 0, printed)
  assert.deepEqual(counts, [4, 4, 0])
  const order = [...printed.matchAll(/<([^>]+)>/g)].map(([, word]) => word)
  const first = ['first loads', 'true', 'first', 'first closed']
  assert.deepEqual(order, [...first, 'second loads', 'second', 'second closed', 'ended'])
})

test('a hook and an exception belong to the test that they come from, whatever it waited for', () => {
  const { status, counts, printed } = run(
    `${PRINTING}
    import { before, describe } from 'node:test'
    import { createServer } from 'node:http'
    import { setImmediate as turn } from 'node:timers/promises'
    const server = createServer((request, response) => response.end('x')).listen(0, '127.0.0.1')
    after(() => { server.close(); server.closeAllConnections() })
    describe('a suite', async () => {
      await turn()
      before(() => print('suite begins'))
      after(() => print('suite ends'))
      test('asks', async () => {
        await turn()
        await (await fetch('http://127.0.0.1:' + server.address().port)).text()
        after(() => print('asks ends'))
        print('asks')
      })
    })
    test('throws later', async () => {
      await turn()
      after(() => print('throws ends'))
      setTimeout(() => { throw new Error('later') }, 1)
      await new Promise(() => {})
    })
    test('is well', () => print('is well'))`,
  )
  assert.equal(status, 1)
  assert.deepEqual(counts, [3, 2, 1], printed)
  assert.match(printed, /✖ throws later/)
  const order = [...printed.matchAll(/<([^>]+)>/g)].map(([, word]) => word)
  const expected = ['suite begins', 'asks', 'asks ends', 'suite ends', 'throws ends', 'is well']
  assert.deepEqual(order, expected, printed)
})

/** The last one redirects the resolution of file names. */
const CHANGES = [
  "process.env.LEFT = 'behind'",
  "process.on('SIGHUP', () => {})",
  'const { now } = Date\nDate.now = () => now()',
  "process.chdir('/')",
]

test('a test that fails, a file that cannot be loaded, an error in a hook and a process left changed fail under their names, and the next files run', () => {
  const { status, counts, printed, files } = run(
    "test('of the first', () => { throw new Error('wrong') })",
    "throw new Error('not loaded')",
    "test('fine', () => {})\nafter(() => { throw new Error('not healthy') })",
    "test('of the next', () => {})",
    ...CHANGES.map((change) => `${change}\ntest('fine', () => {})`),
  )
  assert.equal(status, 1)
  assert.deepEqual(counts, [7, 6, 1], printed)
  for (const [index, file] of files.entries()) assert.match(printed, new RegExp(`${index === 3 ? '✔' : '✖'} ${file}`))
  for (const said of ['wrong', 'not loaded', 'not healthy', 'the file changed the process and did not change it back'])
    assert.ok(printed.includes(said), said)
})

test('a file that does not exist is named, and nothing runs', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/test.mjs', 'test/nowhere.test.ts'], {
    cwd: ROOT,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    encoding: 'utf8',
  })
  const expected = [1, '', 'samvad: the test file test/nowhere.test.ts does not exist\n']
  assert.deepEqual([status, stdout, stderr.replaceAll('\\', '/')], expected)
})

test('the file in which a process ends is named, and another process runs the next ones', () => {
  const { status, printed, files } = run("test('fine', () => {})", 'process.exit(0)', "test('next', () => {})")
  assert.equal(status, 1)
  assert.match(printed, new RegExp(`did not finish: .*${files[1]}`))
  assert.match(printed, new RegExp(`✔ ${files[2]}`))
})

test('a module of the tests is shared by the files of a process, one marked as per file begins anew for each', () => {
  const story = 'export const begun = { count: 0 }\n'
  writeFileSync(join(support, 'own.mjs'), `// Per file: it counts.\n${story}`)
  writeFileSync(join(support, 'shared.mjs'), story)
  const counted = (place: number) => `import assert from 'node:assert'
    import { begun as own } from '../own.mjs'
    import { begun as shared } from '../shared.mjs'
    const files = [++own.count, ++shared.count]
    test('counted', () => assert.deepEqual(files, [1, ${place}]))`
  const { status, printed } = run(counted(1), counted(2))
  assert.equal(status, 0, printed)
})

test('a module that begins something needs the mark, and so does one that uses a marked one', () => {
  writeFileSync(join(support, 'part.mjs'), "import { after } from 'node:test'\nafter(() => {})\n")
  writeFileSync(join(support, 'story.mjs'), '// Per file: it counts.\n')
  writeFileSync(join(support, 'user.mjs'), "import './story.mjs'\n")
  const { printed } = run("import '../part.mjs'", "import '../user.mjs'")
  assert.match(printed, /part\.mjs begins something when it is loaded/)
  assert.match(printed, /user\.mjs uses .*story\.mjs, which begins anew for each file/)
})

test('every file is claimed once, a file with a reason to be alone by a process of its own', () => {
  const files = Array.from({ length: FILES_PER_PROCESS + 3 }, (_, index) => join(folder, `${index}.test.ts`))
  for (const [index, file] of files.entries())
    writeFileSync(file, index === 2 ? '// Alone: it counts handles.\n' : '\n')
  const queue = createQueue(files)
  after(queue.remove)
  assert.equal(queue.aloneCount, 1)
  const first = claimFiles(queue.folder)
  assert.equal(first.next().value, files[0])
  assert.deepEqual([...claimFiles(queue.folder)], files.slice(1, 2).concat(files.slice(3, FILES_PER_PROCESS + 2)))
  assert.deepEqual([...first], files.slice(FILES_PER_PROCESS + 2))
  assert.deepEqual([...claimFiles(queue.folder)], [files[2]])
  assert.deepEqual([...claimFiles(queue.folder)], [])
})

test('the files that drive a browser are run by few processes, which run them first', () => {
  const names = ['plain', 'sees', 'also-plain', 'looks']
  const files = names.map((name) => join(folder, `${name}.test.ts`))
  for (const [index, file] of files.entries())
    writeFileSync(file, index % 2 === 1 ? "import { open } from '../browser/browser.ts'\n" : '\n')
  const queue = createQueue(files)
  after(queue.remove)
  const drivers = Array.from({ length: BROWSER_PROCESSES }, () => claimFiles(queue.folder))
  assert.equal(drivers[0]?.next().value, files[1])
  assert.equal(drivers.at(-1)?.next().value, files[3])
  assert.deepEqual([...claimFiles(queue.folder)], [files[0], files[2]])
  // A process that ends is replaced by the next one.
  for (const driver of drivers) assert.deepEqual([...driver], [])
  rmSync(join(queue.folder, '1'))
  assert.deepEqual([...claimFiles(queue.folder)], [files[1]])
})
