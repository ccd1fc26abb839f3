// Runs npm start in a folder whose name has blanks and Devanagari, with the packages as npm 10 installs them. npm 10,
// which comes with Node 20 and 22, never links node_modules/.bin/node, so the scripts start on the machine's own Node,
// whatever version it is.
// Per file: its folder is removed behind the file.

import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const base = mkdtempSync(join(tmpdir(), 'samvad-npm-'))
chmodSync(base, 0o711)
/** The program's folder, filled by a test. */
export const installation = join(base, 'a folder with blanks', 'संवाद 100% #1')
export const dataDirectory = join(base, 'data')
after(() => {
  // Processes that a failed test left.
  for (const { pid } of running()) process.kill(pid, 'SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

export function copyClone(): void {
  mkdirSync(installation, { recursive: true })
  const copied = ['bin', 'server', 'console/built', 'db', 'api', 'package.json', 'package-lock.json', '.npmrc']
  for (const name of copied)
    if (existsSync(join(root, name))) cpSync(join(root, name), join(installation, name), { recursive: true })
  linkPackages()
}

/**
 * As npm 10 leaves them: every package in its place, and no link named node in .bin. They are links, because the
 * packages have hundreds of megabytes.
 */
export function linkPackages(): void {
  const modules = join(installation, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '.bin' || name === '.cache') continue
    // Files that npm and the setup wrote are copied: the setup may rewrite them.
    if (name.startsWith('.')) cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true })
    else symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  assert.ok(!existsSync(join(modules, '.bin', 'node')))
}

/** PATH with the machine's own Node first, where it has one besides ours, and nothing of our node_modules. */
function pathWithout(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return folders.some((folder) => existsSync(join(folder, 'node')))
    ? folders.join(delimiter)
    : [...folders, dirname(process.execPath)].join(delimiter)
}

interface Spawned {
  child: ChildProcess
  said: () => string
  isOver: () => boolean
}

function spawnNpm(environment: Record<string, string>): Spawned {
  const {
    npm_config_node_options: _options,
    npm_lifecycle_event: _event,
    LAUNCHER_PID: _launcher,
    ...inherited
  } = process.env
  const child = spawn('npm', ['start'], {
    cwd: installation,
    env: {
      ...inherited,
      PATH: pathWithout(),
      PORT: '0',
      DATA_DIR: dataDirectory,
      SAMVAD_LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, as in a terminal: Ctrl-C reaches all of it at once.
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  return { child, said: () => text, isOver: () => child.exitCode !== null || child.signalCode !== null }
}

interface Started {
  npm: ChildProcess
  said: () => string
  url: string
}

export async function npmStart(environment: Record<string, string> = {}): Promise<Started> {
  const { child, said, isOver } = spawnNpm(environment)
  const url = await eventually('npm start is ready', async () =>
    isOver() ? assert.fail(`npm start ended:\n${said()}`) : /ready at (\S+) after/.exec(said())?.[1],
  )
  return { npm: child, said, url }
}

/** The processes that run from the installation or use its data. */
function running(): Running[] {
  const all = existsSync('/proc/self/cmdline') ? processesOfLinux() : processesByPs()
  return all.filter(({ args, folder }) => args.includes(base) || folder === installation)
}

interface Running {
  pid: number
  args: string
  /** Null on systems other than Linux. */
  folder: string | null
}

// Called repeatedly: a `ps` each time would use more of the processor than npm does.
function processesOfLinux(): Running[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return args === '' ? [] : [{ pid: Number(name), args, folder: readlinkSync(`/proc/${name}/cwd`) }]
    } catch {
      return []
    }
  })
}

function processesByPs(): Running[] {
  const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, args = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return pid === undefined ? [] : [{ pid: Number(pid), args, folder: null }]
  })
}

export const nothingRuns = () => eventually('nothing is left running', async () => running().length === 0)
