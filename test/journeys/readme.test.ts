// The README's commands, typed in order into one shell on a fresh installation: none fails, and each prints what the
// README says.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../command-line.ts'
import { GUARD_MS } from '../guard.ts'
import { newPreparedDirectory, removeDataDirectory, startProgram } from '../program.ts'

/** The sections after these belong to another installation, or take long. */
const SECTIONS = [
  'A first message, and what it cost',
  'Money',
  'App, SMS, and answers',
  'Forms',
  'People',
  'More commands',
]

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
  // Otherwise a new price list takes effect after seconds, during which the commands would poll.
  const samvad = await startProgram(dataDirectory, { SAMVAD_TEST_KEPT_MS: '100' })
  // In this order: a folder removed under a running program would keep it, and this file, from ending.
  after(async () => {
    await samvad.stop()
    await Promise.all([removeDataDirectory(dataDirectory), rm(folder, { recursive: true, force: true })])
  })
  const [tree, temporary] = [join(folder, 'tree'), join(folder, 'temporary')]
  for (const one of [tree, temporary]) await mkdir(one)
  await runCommandsHere(tree, dataDirectory)

  const written = SECTIONS.map(commandsOf).join('\n')
  const typed = withoutPauses(written)
    .replace('URL=http://localhost:8080', `URL=${samvad.url}`)
    .replace('data/first-access.json', join(dataDirectory, 'first-access.json'))
  assert.notEqual(typed, written)
  const script = `trap 'echo "failed: $BASH_COMMAND" >&2' ERR\n${typed}`
  const { code, stdout, stderr } = await bash(script, tree, { DATA_DIR: dataDirectory, TMPDIR: temporary })
  assert.equal(code, 0, `${stderr}\n${stdout}`)
  assert.deepEqual(await readdir(tree), ['bin'], 'nothing is left in the working tree')
  assert.doesNotMatch(stdout, /\}\{/, 'each answer has a line of its own')
  const shown = [...stdout.matchAll(/"channel":"email","from":"[^"]*","address":"([^"]*)"/g)].map(([, to]) => to)
  assert.deepEqual([...new Set(shown)], ['ravi@customer.example'], 'of mails, those to Ravi alone')

  const promised = [...written.matchAll(/# ("\w+":"[^"]+")/g)].map(([, answer]) => answer as string)
  assert.ok(promised.length >= 4)
  for (const answer of promised) assert.ok(stdout.includes(answer), `${answer} in:\n${stdout}`)
})

/** A reader's `wait_for` polls every second for a minute; the test's polls more often, up to the guard. */
function withoutPauses(commands: string): string {
  const patient = commands.replace('$(seq 60)', `$(seq ${GUARD_MS / 250})`).replace('sleep 1; done', 'sleep 0.25; done')
  assert.notEqual(patient, commands)
  assert.doesNotMatch(patient, /sleep [1-9]/)
  return patient
}

/**
 * Creates `bin/samvad` in the folder: it runs each command in the process of the test, which has already loaded the
 * program. One command, `--help`, runs as a separate process.
 */
async function runCommandsHere(folder: string, dataDirectory: string): Promise<void> {
  const before = process.cwd()
  process.chdir(folder)
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const environment = { DATA_DIR: dataDirectory, DATABASE_URL: undefined }
    const { code, stdout, out } = await runCommand(form.getAll('word'), environment, form.get('input') ?? '')
    if (code === 0) response.end(stdout)
    else response.writeHead(500).end(out)
  }).listen(0, '127.0.0.1')
  after(() => {
    process.chdir(before)
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await mkdir(join(folder, 'bin'))
  const script = `#!/bin/bash
[ "$1" = --help ] && exec node '${join(root, 'bin/samvad')}' "$@"
words=()
for word in "$@"; do
  words+=(--data-urlencode "word=$word")
  [ "$word" = --password-stdin ] && words+=(--data-urlencode input@-)
done
exec curl -s --fail-with-body "\${words[@]}" http://127.0.0.1:${port}/
`
  await writeFile(join(folder, 'bin', 'samvad'), script, { mode: 0o755 })
}

function bash(script: string, folder: string, environment: Record<string, string>) {
  const { DATABASE_URL: _url, ...inherited } = process.env
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const env = { ...inherited, PATH: path, ...environment }
  const options = { cwd: folder, env }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('bash', ['-euE', '-o', 'pipefail', '-c', script], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    )
  })
}
