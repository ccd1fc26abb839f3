// The README's own commands, typed one after the other into one shell on a fresh installation: none fails, and each
// says what the README says that it says.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newPreparedDirectory, removeDataDirectory, startProgram } from '../program.ts'

/** What follows here is another installation's, or takes long. */
const SECTIONS = ['A first message, and what it cost', 'Money', 'App, SMS, and answers', 'People', 'More commands']

const root = fileURLToPath(new URL('../..', import.meta.url))
const isHere = existsSync(join(root, 'README.md')) && existsSync('/bin/bash')
const readme = isHere ? readFileSync(join(root, 'README.md'), 'utf8') : ''

/** The first block of commands under a heading. */
function commandsOf(heading: string): string {
  const block = new RegExp(`^## ${heading}\n[^]*?^\`\`\`sh\n([^]*?)^\`\`\``, 'm').exec(readme)?.[1]
  return block ?? assert.fail(`README.md has no commands under "${heading}"`)
}

test('the commands of the README work when they are pasted in their order on a fresh installation', {
  skip: isHere ? false : 'needs the README, and bash',
}, async () => {
  const dataDirectory = await newPreparedDirectory()
  const folder = await mkdtemp(join(tmpdir(), 'samvad-readme-'))
  symlinkSync(join(root, 'bin'), join(folder, 'bin'))
  const samvad = await startProgram(dataDirectory)
  // In this order: a folder that is removed under a running program keeps it, and this file, from ending.
  after(async () => {
    await samvad.stop()
    await Promise.all([removeDataDirectory(dataDirectory), rm(folder, { recursive: true, force: true })])
  })

  const written = SECTIONS.map(commandsOf).join('\n')
  const typed = written
    .replace('URL=http://localhost:8080', `URL=${samvad.url}`)
    .replace('data/first-access.json', join(dataDirectory, 'first-access.json'))
  assert.notEqual(typed, written)
  const script = `trap 'echo "failed: $BASH_COMMAND" >&2' ERR\n${typed}`
  const { code, stdout, stderr } = await bash(script, folder, dataDirectory)
  assert.equal(code, 0, `${stderr}\n${stdout}`)

  const promised = [...written.matchAll(/# ("\w+":"[^"]+")/g)].map(([, answer]) => answer as string)
  assert.ok(promised.length >= 4)
  for (const answer of promised) assert.ok(stdout.includes(answer), `${answer} in:\n${stdout}`)
})

function bash(script: string, folder: string, dataDirectory: string) {
  const { DATABASE_URL: _url, ...inherited } = process.env
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const env = { ...inherited, PATH: path, DATA_DIR: dataDirectory }
  const options = { cwd: folder, env }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('bash', ['-euE', '-o', 'pipefail', '-c', script], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    )
  })
}
