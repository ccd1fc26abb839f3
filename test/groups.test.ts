// Files that share a process: none is lost, none fails unseen, and none leaves something to the next.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { GROUP_MAX, groupsOf } from './groups.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'samvad-groups-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let groups = 0
/** Runs these texts as the files of one group; returns its exit code and what it printed. */
const run = (...texts: string[]) => runBeside(texts, [])

/** The same beside files that wait, one after the other. */
function runBeside(texts: string[], waiting: string[]) {
  groups++
  const files = [...texts, ...waiting].map((text, index) => {
    const file = join(folder, `group-${groups}-file-${index}.test.mjs`)
    writeFileSync(file, `import { after, test } from 'node:test'\n${text}\n`)
    return relative(ROOT, file)
  })
  // This is a test already, in which node:test runs no others. Nothing of these files is kept for other runs.
  const own = { NODE_TEST_CONTEXT: undefined, NODE_DISABLE_COMPILE_CACHE: '1', SAMVAD_TEST_GROUPS: folder }
  const env = { ...process.env, ...own }
  const together = files.slice(0, texts.length).join(',')
  const words = ['test/run-files.mjs', '1', '60000', together, '--', ...files.slice(texts.length)]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, env, encoding: 'utf8' })
  const counts = /ℹ tests (\d+)[\s\S]*ℹ pass (\d+)\nℹ fail (\d+)/.exec(stdout)?.slice(1).map(Number)
  return { status, counts, said: stdout + stderr, files }
}

const SAYING = "const say = (word) => process.stderr.write('<' + word + '>')"

test('each file is closed before the next one is loaded, and all tests are counted', () => {
  const file = (name: string) => `${SAYING}
    say('${name} loads')
    await new Promise((resolve) => setTimeout(resolve, 10))
    after(async () => { await new Promise((resolve) => setTimeout(resolve, 10)); say('${name} closed') })
    test('of ${name}', async (t) => { await t.test('a part', () => {}); say('${name}') })`
  const { status, counts, said } = run(file('first'), file('second'))
  assert.equal(status, 0, said)
  assert.deepEqual(counts, [4, 4, 0])
  const order = [...said.matchAll(/<([^>]+)>/g)].map(([, word]) => word)
  assert.deepEqual(order, ['first loads', 'first', 'first closed', 'second loads', 'second', 'second closed'])
})

test('a test that fails, and a file that cannot be loaded, fail by their names, and the next ones run', () => {
  const { status, counts, said, files } = run(
    "test('of the first', () => { throw new Error('wrong') })",
    "throw new Error('not loaded')",
    "test('of the third', () => {})",
  )
  assert.equal(status, 1)
  assert.deepEqual(counts, [2, 1, 1], said)
  for (const [index, sign] of ['✖', '✖', '✔'].entries()) assert.match(said, new RegExp(`${sign} ${files[index]}`))
})

test('those that wait run beside the others, one after the other; they are counted, and fail, as the others', () => {
  const meeting = (own: string, other: string, end = '') => `
    import { existsSync, writeFileSync } from 'node:fs'
    test('${own}', async (t) => {
      await t.test('meets the other', async () => {
        writeFileSync(${JSON.stringify(folder)} + '/${own}', '')
        while (!existsSync(${JSON.stringify(folder)} + '/${other}')) await new Promise((next) => setTimeout(next, 1))
      })
      ${end}
    })`
  const wrong = "throw new Error('wrong')"
  const { status, counts, said } = runBeside(
    [meeting('works', 'waits'), "test('after it', () => {})"],
    [meeting('waits', 'works'), meeting('waits-too', 'waits', wrong)],
  )
  assert.equal(status, 1)
  assert.deepEqual(counts, [7, 6, 1], said)
  assert.match(said, /✖ failing tests:[\s\S]*✖ waits-too[\s\S]*wrong/)
})

test('what fails behind the tests of a file fails it', () => {
  const { status, said, files } = run("test('fine', () => {})\nafter(() => { throw new Error('not healthy') })", '')
  assert.equal(status, 1)
  assert.match(said, new RegExp(`✖ ${files[0]}`))
  assert.match(said, /not healthy/)
})

test('a process that ends by itself is told of with the files that it did not come to', () => {
  const { status, said, files } = run("test('fine', () => {})", 'process.exit(0)', "test('unseen', () => {})")
  assert.equal(status, 1)
  assert.match(said, new RegExp(`These files did not run to their end: .*${files[2]}`))
})

for (const [what, text] of [
  ['the environment', "process.env.LEFT = 'behind'"],
  ['the folder', "process.chdir('/')"],
  ['a listener', "process.on('SIGHUP', () => {})"],
  ['a clock', 'const { now } = Date\nDate.now = () => now()'],
])
  test(`a file that leaves ${what} behind fails`, () => {
    const { status, said } = run(`${text}\ntest('fine', () => {})`, "test('fine', () => {})")
    assert.equal(status, 1)
    assert.match(said, /the file left the process otherwise than it found it/)
  })

test('every file is in one group, in the order of the files, and only those of some folders share', () => {
  const files = globSync(['server/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT }).sort()
  const [long] = files as [string]
  const all = groupsOf(files, [long])
  assert.deepEqual(all.flat().toSorted(), files)
  assert.deepEqual(all[0], [long])
  for (const group of all) {
    assert.ok(group.length <= GROUP_MAX)
    if (group.length > 1) assert.ok(group.every((file) => /^(server|test\/structure)\//.test(file)))
  }
  assert.ok(all.length < files.length / 2, `${all.length} processes`)
})
