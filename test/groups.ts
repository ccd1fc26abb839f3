// Which test files run in one process, one after the other. What a process takes to start, and to load the program,
// is more than most files need for their tests.
//
// Files of the folders named here do; the others start whole programs or measure, and have a process each. So has a
// file that says why, at the start of a line: "// Alone: …". It counts or limits what belongs to the process
// (its metrics, its memory), or shares with others a story that begins when it is loaded.

import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'

const SHARING = ['server', 'test/structure']
/** More save little, and the run is to end on all processors at the same time. */
export const GROUP_MAX = 12

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
  return SHARING.some((folder) => path.startsWith(`${folder}/`)) && !/^\/\/ Alone: /m.test(readFileSync(file, 'utf8'))
}
