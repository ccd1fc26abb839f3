// Every page of an organization, as the routes of the console's source name them: `billing/recharge/$recharge`.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Routes outside an organization. */
const ELSEWHERE = /console\/src\/(sign-in|design)\//

export function pagePaths(): string[] {
  const files = globSync('console/src/*/routes.tsx', { cwd: root }).filter((file) => !ELSEWHERE.test(file))
  const paths = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path]) => path as string)
  })
  // The inbox nests its two pages.
  return paths
    .map((path) => (path === '$conversation' ? 'inbox/$conversation' : path))
    .filter((path) => path !== '/')
    .sort()
}
