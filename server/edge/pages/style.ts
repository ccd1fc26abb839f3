// The style of server-rendered pages: the console's colours and fonts (console/src/design/tokens.css), light and dark.

import { FONT_FACES, FONT_FAMILY } from './fonts.ts'

export const STYLE = `
${FONT_FACES}
:root {
  color-scheme: light dark;
  --ink: light-dark(oklch(0.23 0.015 265), oklch(0.95 0.004 265));
  --soft: light-dark(oklch(0.46 0.014 265), oklch(0.76 0.01 265));
  --surface: light-dark(oklch(1 0 0), oklch(0.21 0.009 265));
  --canvas: light-dark(oklch(0.985 0.002 265), oklch(0.175 0.008 265));
  --line: light-dark(oklch(0.915 0.004 265), oklch(0.31 0.01 265));
  --edge: light-dark(oklch(0.62 0.012 265), oklch(0.57 0.014 265));
  --hover: light-dark(oklch(0.965 0.004 265), oklch(0.255 0.01 265));
  --accent: light-dark(oklch(0.48 0.17 272), oklch(0.76 0.11 272));
  --on-accent: light-dark(oklch(1 0 0), oklch(0.18 0.03 272));
  --good: light-dark(oklch(0.46 0.11 155), oklch(0.79 0.13 155));
  --bad: light-dark(oklch(0.5 0.18 27), oklch(0.76 0.13 25));
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; background: var(--surface); color: var(--ink); font: 1rem/1.5 ${FONT_FAMILY}; font-feature-settings: "cv11", "ss03"; -webkit-font-smoothing: antialiased; overflow-wrap: break-word }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .15em }
a:has(> code) { text-underline-offset: .35em }
h1 { margin: 1.5rem 0 .5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere }
h2 { margin: 1.75rem 0 .25rem; font-size: 1.25rem; line-height: 1.3 }
p { margin: .5rem 0 }
code, pre { background: var(--hover); border-radius: 6px; font: .875em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace }
code { padding: .1em .35em; overflow-wrap: anywhere }
pre { margin: .75rem 0; padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
pre code { padding: 0; background: none; font-size: 1em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.soft, .note, .split { color: var(--soft) }
.note, .split { font-size: .875rem; overflow-wrap: anywhere }
.note { margin: 1.25rem 0 0 }
.tag { display: inline-block; padding: 0 .6rem; border: 1px solid var(--edge); border-radius: 99px; color: var(--soft); font-size: .8125rem; line-height: 1.5rem; white-space: nowrap }
.notice { margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid; border-radius: 6px; font-weight: 600 }
.good { color: var(--good) }
.bad { color: var(--bad) }
button, .button { display: inline-block; padding: .625rem 1rem; border: 1px solid var(--edge); border-radius: 6px; background: none; color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer }
button.main, .button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600 }
fieldset { min-width: 0; margin: 0 0 1.25rem; padding: 0; border: 0 }
form p + fieldset { margin-top: 1.25rem }
legend { margin-bottom: .5rem; padding: 0; font-weight: 600 }
label { display: block; font-size: .875rem; font-weight: 600 }
input, textarea { width: 100%; margin-top: .25rem; padding: .625rem .75rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 400 }
label + label, label + button.main { margin-top: 1rem }
input[type=radio] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent) }
.choices label { display: flex; gap: .75rem; align-items: center; padding: .625rem 1rem; border: 1px solid var(--edge); font-size: 1rem; font-weight: 400; cursor: pointer }
.choices label + label { margin-top: 0; border-top: 0 }
.choices label:first-of-type { border-radius: 6px 6px 0 0 }
.choices label:last-of-type { border-radius: 0 0 6px 6px }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem }
.pair button { padding: .5rem; font-size: .875rem }
.rows { margin: 1rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line) }
.rows li { display: grid; grid-template-columns: 3rem minmax(0, 15rem) minmax(0, 1fr); gap: 0 1rem; align-items: baseline; padding: .5rem 0; border-bottom: 1px solid var(--line) }
.rows a { text-underline-offset: .3em }
.rows.two li { grid-template-columns: minmax(0, 11rem) minmax(0, 1fr) }
.document { max-width: 50rem; margin: 0 auto; padding: 1.25rem 1rem 4rem }
.document nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding-bottom: .75rem; border-bottom: 1px solid var(--line) }
.document nav a:first-child { font-weight: 650 }
.card { padding: 2rem 1rem; background: var(--canvas) }
.card main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--surface) }
.card main > :first-child { margin-top: 0 }
.card header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; justify-content: space-between; align-items: center; color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
.card header strong { color: var(--ink) }
.card .amount { margin: 1.25rem 0 0; font-size: 2.25rem; font-variant-numeric: tabular-nums }
.card .split { margin: .25rem 0 1.5rem }
.card .main, .pair button { width: 100% }
@media (max-width: 40rem) { .rows li { grid-template-columns: 3rem minmax(0, 1fr) } .rows li > :last-child { grid-column: 2 } .rows a { text-underline-offset: .3em }
.rows.two li { grid-template-columns: minmax(0, 1fr) } .rows.two li > :last-child { grid-column: 1 } .card { padding: 1rem .75rem } .card main { padding: 1.25rem 1rem } }
`
