// Which test files run in one process, one after the other. What a process takes to start, and to load the program,
// is more than most files need for their tests.
//
// Files of the folders named here do; the others start whole programs or measure, and have a process each. So has a
// file whose story begins when it is loaded, which it is once in a process, and one that says why, at the start of a
// line: "// Alone: …". That counts or limits what belongs to the process (its metrics, its memory).

import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

const SHARING = ['server', 'test/structure']
/** More save little, and the run is to end on all processors at the same time. */
export const GROUP_MAX = 12

const BEGINS = /^(?:export )?(?:const .*= )?await |^after\(/m

/** In the order of the files; a group of one is a file with a process of its own. */
export function groupsOf(files: readonly string[], alone: readonly string[] = []): string[][] {
  const groups: string[][] = []
  let open: string[] = []
  for (const file of files) {
    if (alone.includes(file) || !shares(file)) {
      groups.push([file])
      continue
    }
    if (open.length === 0) groups.push(open)
    open.push(file)
    if (open.length === GROUP_MAX) open = []
  }
  return groups
}

function shares(file: string): boolean {
  const path = relative(process.cwd(), file).replaceAll(sep, '/')
  return (
    SHARING.some((folder) => path.startsWith(`${folder}/`)) &&
    !/^\/\/ Alone: /m.test(textOf(file)) &&
    !sharesStory(file)
  )
}

/** Whether a module that it imports begins something when it is loaded, and so ends it behind the first that did. */
function sharesStory(file: string, known = new Set<string>()): boolean {
  return importsOf(file).some((module) => {
    if (known.has(module)) return false
    known.add(module)
    return BEGINS.test(textOf(module)) || sharesStory(module, known)
  })
}

/** What stands beside the tests alone: the program itself begins nothing when it is loaded. */
function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(/ from '(\.[^']+\.ts)'$/gm)]
    .map(([, path]) => resolve(dirname(file), path as string))
    .filter((path) => /[/\\]test[/\\]/.test(path) && existsSync(path))
}

const textOf = (file: string) => readFileSync(file, 'utf8')
