// The targets of links in the documentation exist.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { holds, root } from './sources.ts'

const pages = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: root })
/** `[text](target)`, except for links out of the repository. */
const LINK = /\]\((?!\w+:)([^)\s]+)\)/g

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

function anchorsIn(path: string): string[] {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) => anchorOf(heading))
}

test('every link of the documentation leads to a file that is there, and to a heading of it', () => {
  holds(
    'It was moved or renamed: let the link follow.',
    pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(LINK)].flatMap(([, target = '']) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? join(root, page) : join(root, dirname(page), path)
        const leads = existsSync(file) && (anchor === undefined || anchorsIn(file).includes(anchor))
        return leads ? [] : [`${page}: ${target}`]
      }),
    ),
  )
})

test('every page for operators is in the index', () => {
  const index = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const topics = globSync('docs/operating/*.md', { cwd: root })
  holds(
    'Say in docs/operating.md what it is for.',
    topics.filter((page) => !index.includes(`](${page.replace('docs/', '')})`)),
  )
})
