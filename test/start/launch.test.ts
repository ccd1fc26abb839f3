// What the scripts of package.json begin with: whatever Node that is on, a program is what was started, with its words.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../structure/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'samvad launch '))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The machine's own Node, where it has one besides the pinned one. */
const another = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => !place.includes('node_modules'))
  .map((place) => join(place, 'node'))
  .find((path) => existsSync(path))

for (const [name, node] of [
  ['the pinned Node', process.execPath],
  ["the machine's Node", another],
] as const)
  test(`spec 17.2: on ${name} bin/run.mjs runs a program as the main one, and ends with its code`, {
    skip: node ? false : 'this machine has no Node besides the pinned one',
  }, () => {
    for (const ending of ['mjs', 'ts']) {
      const program = join(folder, `program.${ending}`)
      writeFileSync(
        program,
        `console.log(JSON.stringify([import.meta.main, process.execPath, ...process.argv.slice(2)]))
         await new Promise((resolve) => setImmediate(resolve))
         process.exitCode = 7`,
      )
      const words = ['bin/run.mjs', relative(root, program), 'a word', '--flag']
      const { stdout, stderr, status } = spawnSync(node as string, words, { cwd: root, encoding: 'utf8' })
      assert.deepEqual([stderr, status], ['', 7])
      assert.deepEqual(JSON.parse(stdout), [true, process.execPath, 'a word', '--flag'])
    }
  })
