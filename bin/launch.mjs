// Runs a program on the pinned Node from any Node: in this process if it is the pinned one, otherwise in a child that
// replaces it from outside. Signals are forwarded, and the end of either process ends the other. The child gets our
// process id as LAUNCHER_PID and watches it (server/program/launcher.ts), because a kill -9 cannot be forwarded.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { sep } from 'node:path'
import { compileCache, isThisNode, nodeToRun, root, TOO_OLD } from './platform.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PARENT_CHECK_MS = 500
/** Exit code when the Linux loader cannot run a program. */
const NOT_LOADED = 127

process.env.NODE_COMPILE_CACHE ??= compileCache

/** Returns the path of the pinned Node, or ends this process with an error message. */
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
  // Not by `import`: it must be the main module, as on another Node.
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

/** Never resolves: when the child ends, this process ends in the same way. */
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
    // For a signal that does not end this process, such as on Windows.
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), PARENT_CHECK_MS)
  })
  return new Promise(() => {})
}

// npm and its shell do not forward SIGTERM, and a kill -9 cannot be forwarded. So this process ends when either of them
// does.
function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  // A shell that runs a single command may have been replaced by it. Then npm is our parent, and npm's own parent may
  // end.
  const npm = isShell(parent) ? parentOf(parent) : undefined
  const watch = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(watch)
    end()
  }, PARENT_CHECK_MS)
  watch.unref()
}

// On Linux only; on other systems only the parent is watched.
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
