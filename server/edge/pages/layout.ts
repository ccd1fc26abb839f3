// The frame of our plain pages: one style, light and dark, no script, nothing from elsewhere.

import { hash } from 'node:crypto'
import { PAGE_HEADERS, policy } from '../headers.ts'

const STYLE = `
:root { color-scheme: light dark; --line: #8883; --soft: light-dark(#555, #aaa); --code: light-dark(#f3f4f6, #23262d); --link: light-dark(#0b5cad, #7db8ff) }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#fff, #15171c); color: light-dark(#1a1c20, #e6e7ea) }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line) }
nav a:first-child { font-weight: 650 }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 1.75rem 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1.1rem; margin: 1.75rem 0 .25rem }
p { margin: .5rem 0 }
code, pre { font: .9em/1.5 ui-monospace, monospace; background: var(--code); border-radius: .3rem }
code { padding: .1em .3em }
pre { padding: .9rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft) }
.soft { color: var(--soft) }
`

/** Only this very style sheet is allowed. */
export const PLAIN_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': policy({ 'style-src': `'sha256-${hash('sha256', STYLE, 'base64')}'`, 'img-src': 'data:' }),
}

/** `body` is HTML: whoever makes it escapes what they put in. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Samvad</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Pages"><a href="/">Samvad</a><a href="/docs">API</a><a href="/docs/errors">Errors</a></nav>
<main>
${body}
</main>
</body>
</html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string)
}

/** Text in which \`this\` is code. */
export function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
