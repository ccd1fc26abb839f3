// Runs a program on the pinned Node, from whatever Node this is: within this process when that is the pinned one
// already, else as a child that behaves as if it were this process. Signals are handed on, its end is ours, and ours
// is its end: a child is told of us by LAUNCHER_PID, and watches that we live (server/program/launcher.ts), because
// nobody hears a kill -9.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { sep } from 'node:path'
import { compileCache, isThisNode, nodeToRun, root, TOO_OLD } from './platform.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PARENT_CHECK_MS = 500
/** What the loader of Linux ends a program with. */
const NOT_LOADED = 127

process.env.NODE_COMPILE_CACHE ??= compileCache

/** The Node to run on, or the end of this process with a sentence. */
export function nodeOrExit() {
  const node = nodeToRun()
  if (node) return node
  console.error(`samvad: ${TOO_OLD}. Run "npm ci --include=optional", or install Node 24.15 or newer.`)
  process.exit(1)
}

export function launch(file, words) {
  mustNotBeInstalled()
  const node = nodeOrExit()
  if (!isThisNode(node)) return launchOn(node, file, words)
  endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  process.argv.splice(1, process.argv.length, file, ...words)
  // Not imported: it is to be the main module, as it is on another Node.
  return module.runMain()
}

// Node runs no TypeScript that lies in a folder of packages.
function mustNotBeInstalled() {
  if (!root.split(sep).includes('node_modules')) return
  console.error(
    'samvad: this is a program, not a dependency. Unpack the release into its own folder and run "npm start" there.',
  )
  process.exit(1)
}

/** Resolves never: the end of the child ends this process, in the same way. */
export function launchOn(node, file, words) {
  const child = spawn(node, [file, ...words], {
    stdio: 'inherit',
    env: { ...process.env, LAUNCHER_PID: String(process.pid) },
    windowsHide: true,
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  child.once('error', (error) => {
    console.error(`samvad: ${node} cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    // The system's loader has named the library.
    if (code === NOT_LOADED)
      console.error(
        `samvad: ${node} cannot be loaded. Install the missing library (Debian: apt-get install libatomic1).`,
      )
    if (!signal) process.exit(code ?? 1)
    for (const name of SIGNALS) process.removeAllListeners(name)
    process.kill(process.pid, signal)
    // One that does not end us, such as on Windows.
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), PARENT_CHECK_MS)
  })
  return new Promise(() => {})
}

// npm and its shell hand a SIGTERM on to nobody, and a kill -9 cannot be handed on: what they started ends when either
// is gone.
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  // A shell that runs one command may have become it: then our parent is npm, and whoever started npm may go.
  const npm = isShell(parent) ? parentOf(parent) : undefined
  const watch = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(watch)
    end()
  }, PARENT_CHECK_MS)
  watch.unref()
}

// On Linux; elsewhere only the parent is watched.
function isShell(pid) {
  return /^(ba|da|z|k)?sh$|^busybox$/.test(readOr(`/proc/${pid}/comm`).trim())
}

function parentOf(pid) {
  return /\) . (\d+) /.exec(readOr(`/proc/${pid}/stat`))?.[1]
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
